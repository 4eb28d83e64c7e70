// Requests for leave as each person sees them: only HR and the person see the type, the note and the documents.
import type { LeaveDecision, LeaveRequest, LeaveStage, LeaveStatus } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import { documentsOfRequests } from '../reads/documents.ts'
import { todayOf } from '../reads/people.ts'
import { type Deciders, decidersOf, turnOf } from './deciders.ts'
import { periodOf } from './periods.ts'

export type RequestRow = {
  id: number
  person_id: number
  full_name: string
  type_id: number
  from_day: string
  starts_at_noon: boolean
  to_day: string
  ends_at_noon: boolean
  status: LeaveStatus
  stage: LeaveStage | null
  note: string
  half_days: number
  has_begun: boolean
  created_by: number
  created_by_name: string
  created_at: string
}

const latestFirst = sql`order by r.from_day desc, r.id desc`

/** The requests `r` under a condition, the latest period first. */
export async function requestsWhere({ db, tenant }: Viewer, condition: RawBuilder<unknown>, page = sql``): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    with r as materialized (
      select r.* from leave_requests r where r.tenant_id = ${tenant.id} and ${condition} ${latestFirst} ${page})
    select r.id, r.person_id, p.full_name, r.type_id, r.from_day, r.starts_at_noon, r.to_day, r.ends_at_noon, r.status, r.stage, r.note, r.half_days,
      r.from_day <= ${todayOf(tenant.id)} as has_begun,
      r.created_by, (select c.full_name from people c where c.tenant_id = ${tenant.id} and c.id = r.created_by) as created_by_name, r.created_at
    from r join people p on p.tenant_id = ${tenant.id} and p.id = r.person_id
    ${latestFirst}`.execute(db)
  return rows
}

/** The requests as the viewer sees them. */
export async function shownRequests(viewer: Viewer, rows: readonly RequestRow[]): Promise<LeaveRequest[]> {
  const ids = rows.map(({ id }) => id)
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ person_id }) => person_id)
  const deciders = waiting.length ? await decidersOf(viewer, waiting) : new Map<number, Deciders>()
  const decisions = await decisionsOf(viewer, ids)
  const documents = await documentsOfRequests(viewer, ids)
  return rows.map((row) => {
    const { id, person_id, full_name, status, created_by, created_by_name, created_at, half_days, type_id: type, note } = row
    const turn = turnNow(row, deciders.get(person_id))
    return {
      ...{ id, ...periodOf(row), half_days, status, created_at },
      person: { id: person_id, full_name },
      stage: turn?.stage ?? null,
      waits_for: turn?.people ?? [],
      may_decide: turn?.people.some((each) => each.id === viewer.me.id) ?? false,
      may_cancel: mayCancel(viewer, row) === null,
      created_by: { id: created_by, full_name: created_by_name },
      decisions: decisions.get(id)?.map(({ leave_id: _, ...decision }) => decision) ?? [],
      details: seesDetails(viewer, row) ? { type, note, documents: documents.get(id) ?? [] } : null,
    }
  })
}

/** The step that is to be decided now, of a request that is pending. */
export const turnNow = ({ stage }: Pick<RequestRow, 'stage'>, deciders: Deciders | undefined) =>
  stage && deciders ? turnOf(stage, deciders) : null

export const seesDetails = ({ me }: Viewer, { person_id }: Pick<RequestRow, 'person_id'>) =>
  me.role === 'hr' || me.id === person_id

type Obstacle = 'forbidden' | 'begun' | 'decided'

/** The reason for which the viewer may not cancel a request, or null. */
export function mayCancel({ me }: Viewer, row: Pick<RequestRow, 'person_id' | 'status' | 'has_begun'>): Obstacle | null {
  if (row.person_id !== me.id && me.role !== 'hr') return 'forbidden'
  if (row.status === 'declined' || row.status === 'cancelled') return 'decided'
  const mayLater = me.role === 'hr' && row.person_id !== me.id
  return row.has_begun && row.status === 'approved' && !mayLater ? 'begun' : null
}

type DecisionRow = LeaveDecision & { leave_id: number }

async function decisionsOf({ db, tenant }: Viewer, ids: readonly number[]): Promise<Map<number, DecisionRow[]>> {
  const { rows } = await sql<Omit<DecisionRow, 'decided_by'> & { decided_by: number; full_name: string }>`
    select d.leave_id, d.stage, d.is_approved, d.decided_at, d.reason, d.decided_by,
      (select e.full_name from people e where e.tenant_id = ${tenant.id} and e.id = d.decided_by) as full_name
    from leave_decisions d where d.tenant_id = ${tenant.id} and d.leave_id = any(${ids}) order by d.id`.execute(db)
  const named = rows.map(({ decided_by, full_name, ...row }) => ({ ...row, decided_by: { id: decided_by, full_name } }))
  return Map.groupBy(named, ({ leave_id }) => leave_id)
}
