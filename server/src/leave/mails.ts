// The mails about leave. None of them tells its type, note or documents.
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import { nameInMail, renderLetter, textInMail } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'
import { decidersOf, turnOf } from './deciders.ts'
import { inDays, periodInWords, periodOf } from './periods.ts'

type Data = { tenant_id: number; person_id: number; leave_id: number }

/** The mail to somebody who has to decide. It is not needed once the request waits for somebody else. */
export const composeLeaveRequest: Compose<Data> = async ({ pools, services }, data) => {
  const found = await inTenant(pools.workspace, data.tenant_id, 'read only', async (db) => {
    const row = await findRow(db, data)
    if (row?.status !== 'pending' || row.stage === null) return null
    const deciders = (await decidersOf({ db, tenant: { id: data.tenant_id } }, [row.requester_id])).get(row.requester_id)
    const isNext = deciders && turnOf(row.stage, deciders).people.some(({ id }) => id === data.person_id)
    return isNext ? row : null
  })
  if (!found) return null
  const [person, period] = [nameInMail(found.requester), periodInWords(periodOf(found))]
  const page = `${services.config.workspaceUrl(found.subdomain)}/leave/${data.leave_id}`
  const letter = await renderLetter({
    preview: period,
    heading: `${person} asks for leave`,
    paragraphs: [
      `Hello ${nameInMail(found.full_name)}, ${person} asks for leave: ${period}. That is ${inDays(found.half_days)} of work.`,
      'You see what is due meanwhile before you decide, and can give a reason.',
    ],
    button: { label: 'Approve', url: `${page}?decide=approve` },
    secondButton: { label: 'Decline', url: `${page}?decide=decline` },
    footer: `You get this mail because you decide about leave in ${nameInMail(found.workspace)}.`,
  })
  return { to: found.email, subject: `${person} asks for leave`, ...letter }
}

/** The mail to the person whose leave it is. */
export const composeLeaveDecision: Compose<Data> = async ({ pools, services }, data) => {
  const found = await inTenant(pools.workspace, data.tenant_id, 'read only', (db) => findRow(db, data))
  if (!found || (found.status !== 'approved' && found.status !== 'declined')) return null
  const period = periodInWords(periodOf(found))
  const isApproved = found.status === 'approved'
  const words = isApproved ? 'is approved' : 'is declined'
  const letter = await renderLetter({
    preview: period,
    heading: `Your leave ${words}`,
    paragraphs: [
      `Hello ${nameInMail(found.full_name)}, your leave ${words}: ${period}.`,
      ...(found.reason ? [`The reason: ${textInMail(found.reason, 500)}`] : []),
    ],
    button: { label: 'See your leave', url: `${services.config.workspaceUrl(found.subdomain)}/leave/${data.leave_id}` },
    footer: `You get this mail because you asked for leave in ${nameInMail(found.workspace)}.`,
  })
  return { to: found.email, subject: `Your leave ${words}`, ...letter }
}

type Row = {
  requester_id: number
  requester: string
  from_day: string
  starts_at_noon: boolean
  to_day: string
  ends_at_noon: boolean
  status: 'pending' | 'approved' | 'declined' | 'cancelled'
  stage: 'manager' | 'hr' | null
  half_days: number
  /** The reason of the last decision. */
  reason: string | null
  full_name: string
  email: string
  workspace: string
  subdomain: string
}

async function findRow(db: Db, { tenant_id, person_id, leave_id }: Data) {
  const { rows } = await sql<Row>`
    select r.person_id as requester_id, o.full_name as requester, r.from_day, r.starts_at_noon, r.to_day, r.ends_at_noon, r.status, r.stage,
      r.half_days, (select d.reason from leave_decisions d where d.tenant_id = ${tenant_id} and d.leave_id = r.id
        order by d.id desc limit 1) as reason,
      p.full_name, p.email, t.name as workspace, t.subdomain
    from leave_requests r
    join people o on o.tenant_id = ${tenant_id} and o.id = r.person_id
    join people p on p.tenant_id = ${tenant_id} and p.id = ${person_id} and p.is_active
    join tenants t on t.id = ${tenant_id} and not t.is_blocked
    where r.tenant_id = ${tenant_id} and r.id = ${leave_id}`.execute(db)
  return rows[0]
}
