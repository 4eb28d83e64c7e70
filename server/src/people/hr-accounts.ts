// HR reads what nobody else does, private data among it. So HR is told when others give or change access to it.
import type { Ctx } from '../kit/context.ts'
import { type HrAccountChange, hrAccountAdded, hrAccountChanged } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'

type Person = { id: number; full_name: string; role: string }

/** Tells HR of new colleagues. `hasPassword`: whoever added them chose their passwords. */
export async function tellOfNewHr(ctx: Ctx, people: readonly Person[], { hasPassword = false } = {}) {
  const added = people.filter(({ role }) => role === 'hr')
  if (!added.length) return
  const to = await others(ctx, added)
  for (const { id, full_name } of added) await notify(ctx, { to, ...hrAccountAdded(ctx.me.name, { id, full_name, hasPassword }) })
}

/** Tells a person in HR and the colleagues what somebody else has changed about their access. */
export async function tellOfChangedHr(ctx: Ctx, person: Person, change: HrAccountChange) {
  if (person.role !== 'hr') return
  await notify(ctx, { to: await others(ctx, [person]), ...hrAccountChanged(ctx.me.name, { ...person, change }) })
  await notify(ctx, { to: [person.id], ...hrAccountChanged(ctx.me.name, { ...person, full_name: null, change }) })
}

async function others({ db }: Ctx, people: readonly Person[]) {
  const hr = await db.selectFrom('people').select('id').where('role', '=', 'hr').where('is_active', '=', true).execute()
  return hr.map(({ id }) => id).filter((id) => !people.some((person) => person.id === id))
}
