// The people who decide about leave: the manager and then HR, or HR alone; of those who are away, the next ones.
import type { LeaveApproval, LeaveStage } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { byName, sql } from '../kit/db/db.ts'
import { awayUntil, isEmployedOn, reportsTo, todayOf, withAway } from '../reads/people.ts'

type Reader = { db: Ctx['db']; tenant: { id: number } }
type Candidate = { id: number; full_name: string; role: string; is_away: boolean }
type Named = { id: number; full_name: string }
/** `manager` is null where HR decides at once: nobody is entered, the manager is away, or is HR themself. */
export type Deciders = { manager: Named | null; hr: Named[] }

/** The people who can decide now about the leave of these, by their ids. Nobody decides about their own. */
export async function decidersOf({ db, tenant }: Reader, people: readonly number[]): Promise<Map<number, Deciders>> {
  const { rows: persons } = await sql<{ id: number; manager: number | null }>`
    select p.id, ${reportsTo(tenant.id)} as manager from people p
    where p.tenant_id = ${tenant.id} and p.id = any(${people})`.execute(db)
  const managers = persons.flatMap(({ manager }) => manager ?? [])
  const { rows: candidates } = await sql<Candidate>`
    ${withAway(tenant.id)}
    select p.id, p.full_name, p.role, ${awayUntil(tenant.id)} is not null or not ${isEmployedOn(todayOf(tenant.id))} as is_away
    from people p
    where p.tenant_id = ${tenant.id} and p.is_active and (p.role in ('hr', 'tenant_admin') or p.id = any(${managers}))
    order by ${byName('p.full_name')}, p.id`.execute(db)
  const approval = await approvalOf({ db, tenant })
  return new Map(persons.map(({ id, manager }) => [id, decidersAmong(candidates, { id, manager, approval })]))
}

function decidersAmong(
  all: readonly Candidate[],
  { id, manager, approval }: { id: number; manager: number | null; approval: LeaveApproval },
): Deciders {
  const others = all.filter((each) => each.id !== id)
  const present = others.filter(({ is_away }) => !is_away)
  const named = (candidates: readonly Candidate[]) =>
    candidates.map((each): Named => ({ id: each.id, full_name: each.full_name }))
  const ofRole = (candidates: readonly Candidate[], role: string) => candidates.filter((each) => each.role === role)
  // While all of HR is away, an administrator decides; if all of these are, too, it waits for HR.
  const groups = [ofRole(present, 'hr'), ofRole(present, 'tenant_admin'), ofRole(others, 'hr'), ofRole(others, 'tenant_admin')]
  const first = approval === 'hr' ? undefined : present.find((each) => each.id === manager && each.role !== 'hr')
  return {
    manager: first ? { id: first.id, full_name: first.full_name } : null,
    hr: named(groups.find((group) => group.length) ?? []),
  }
}

export async function approvalOf({ db, tenant }: Reader): Promise<LeaveApproval> {
  const row = await db.selectFrom('tenants').select('leave_approval').where('id', '=', tenant.id).executeTakeFirstOrThrow()
  return row.leave_approval
}

/** The step that is to be decided now, and by whom. The manager's falls to HR while there is none. */
export function turnOf(stage: LeaveStage, { manager, hr }: Deciders): { stage: LeaveStage; people: Named[] } {
  return stage === 'manager' && manager ? { stage, people: [manager] } : { stage: 'hr', people: hr }
}
