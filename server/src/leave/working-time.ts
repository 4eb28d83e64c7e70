import { workspaceRoles } from 'contract'
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

/** Grants what the first and the last day of work make of the allowances. The caller has locked the person and written the change. */
export async function employmentChanged(ctx: Ctx, person_id: number) {
  await settle(ctx, { people: [person_id], cause: 'The first or the last day of work has changed' })
  changed(ctx, { people: [person_id], roles: ['hr'], models: ['leave'] })
}
