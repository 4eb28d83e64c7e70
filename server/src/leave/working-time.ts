import { addDays, type Employment, workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { lockPeople, settle } from '../ledger/settle.ts'
import { changed } from '../realtime/changed.ts'
import { costAgain } from './days.ts'

type Change = {
  /** All who work here, if absent. */
  people?: readonly number[]
  from: string
  /** The last day that has changed. Without it, all days to come have. */
  to?: string
  /** The change in words, for the ledgers. */
  cause: string
}

/** Computes leave again after a change of schedules, holidays or locations. The caller has written the change. */
export async function workingTimeChanged(ctx: Ctx, { people, from, to = '9999-12-31', cause }: Change) {
  const locked = await lockPeople(ctx.db, people)
  const concerned = await costAgain(
    ctx,
    locked.map(({ id }) => id),
    { from, to },
  )
  if (!concerned.length) return
  await settle(ctx, { people: concerned, cause })
  changed(ctx, { roles: workspaceRoles, models: ['leave'] })
}

/**
 * Computes leave again after a change of the first or the last day of work. Days that are worked after it as before it keep their cost. The
 * caller has locked the person and written the change.
 */
export async function employmentChanged(ctx: Ctx, person_id: number, before: Employment, after: Employment) {
  const [always, never] = ['0001-01-01', '9999-12-31']
  const first = between(before.starts_on ?? always, after.starts_on ?? always)
  const last = between(before.ends_on ?? never, after.ends_on ?? never)
  if (first) await costAgain(ctx, [person_id], { from: first.from, to: addDays(first.to, -1) })
  if (last) await costAgain(ctx, [person_id], { from: addDays(last.from, 1), to: last.to })
  await settle(ctx, { people: [person_id], cause: 'The first or the last day of work has changed' })
  changed(ctx, { roles: workspaceRoles, models: ['leave', 'health', 'projects'] })
}

const between = (a: string, b: string) => (a === b ? null : { from: a < b ? a : b, to: a < b ? b : a })
