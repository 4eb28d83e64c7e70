import type { Status } from 'contract'
import { sql } from '../kit/db/db.ts'

/** When new work was done. */
export const doneFrom = (status: Status) => ({ done_at: status === 'done' ? sql<string>`now()` : null })

/**
 * When work was done that gets this status; what already is done keeps its moment. Nothing if the status stays. The moment is a parameter,
 * because a distributed database accepts no `now()` in coalesce.
 */
export const doneBy = (status: Status | undefined) =>
  status === undefined ? {} : { done_at: status === 'done' ? sql<string>`coalesce(done_at, ${new Date().toISOString()})` : null }
