import type { Status } from 'contract'
import { sql } from '../kit/db/db.ts'

/** When new work was done. */
export const doneFrom = (status: Status) => ({ done_at: status === 'done' ? sql<string>`now()` : null })

/**
 * When work was done that gets this status; what already is done keeps its moment, or has none if it was imported without. Nothing if the
 * status stays. The moment is a parameter, because a distributed database accepts no `now()` in an expression.
 */
export const doneBy = (status: Status | undefined) =>
  status === undefined
    ? {}
    : {
        done_at:
          status === 'done'
            ? sql<string>`case when status = 'done' then done_at else ${new Date().toISOString()}::timestamptz end`
            : null,
      }
