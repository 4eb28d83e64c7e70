// The mails about applications: to applicants, and to those who interview them.
import { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Publisher, Services } from '../kit/context.ts'
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import { nameInMail, renderLetter, textInMail } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'
import { isToCome } from './read.ts'

/** The mail that HR has written to an applicant. It is not needed once the applicant's data has been removed. */
export const composeToApplicant: Compose<{ tenant_id: number; entry_id: number }> = async (
  { pools },
  { tenant_id, entry_id },
) => {
  const found = await inTenant(pools.workspace, tenant_id, 'read only', async (db) => {
    const { rows } = await sql<{ subject: string; text: string; to: string; sender: string; address: string; workspace: string }>`
      select e.subject, e.text, a.email as "to", p.full_name as sender, p.email as address, t.name as workspace
      from application_entries e
      join applications a on a.tenant_id = ${tenant_id} and a.id = e.application_id and a.removed_at is null
      join people p on p.tenant_id = ${tenant_id} and p.id = e.person_id
      join tenants t on t.id = ${tenant_id}
      where e.tenant_id = ${tenant_id} and e.id = ${entry_id} and e.event = 'mail'`.execute(db)
    return rows[0]
  })
  if (!found) return null
  const { subject, text, to, sender, address, workspace } = found
  const letter = await renderLetter({
    preview: subject,
    heading: subject,
    paragraphs: [text],
    footer: `${nameInMail(sender)} of ${nameInMail(workspace)} has sent you this mail because you have applied there. Your answer goes to them.`,
  })
  return { to, subject, ...letter, reply_to: { name: sender, address } }
}

/** Confirms an application. Anybody can enter anybody's address, so it holds nothing that the sender has written. */
export const composeReceived: Compose<{ tenant_id: number; application_id: number }> = async (
  { pools },
  { tenant_id, application_id },
) => {
  const found = await inTenant(pools.workspace, tenant_id, 'read only', async (db) => {
    const { rows } = await sql<{ to: string; opening: string; workspace: string; days: number }>`
      select a.email as "to", o.title as opening, t.name as workspace, t.retention_days as days
      from applications a
      join openings o on o.tenant_id = ${tenant_id} and o.id = a.opening_id
      join tenants t on t.id = ${tenant_id}
      where a.tenant_id = ${tenant_id} and a.id = ${application_id} and a.removed_at is null`.execute(db)
    return rows[0]
  })
  if (!found) return null
  const company = nameInMail(found.workspace)
  const opening = nameInMail(found.opening)
  const letter = await renderLetter({
    preview: `${company} has received it.`,
    heading: 'Your application has arrived',
    paragraphs: [
      `We have received your application for ${opening} at ${company}. The people there will read it, and write to you at this address.`,
      `${company} stores what you have sent to decide about your application, and removes it ${found.days === 1 ? '1 day' : `${found.days} days`} after a rejection.`,
    ],
    footer: `You get this mail because somebody has applied at ${company} with this address. If it was not you, you can ignore it. Nobody reads answers to it.`,
  })
  return { to: found.to, subject: `Your application at ${company}`, ...letter }
}

/** `by_id` is the person who plans, moves or cancels it: answers go to them. */
type InterviewData = { tenant_id: number; interview_id: number; person_id: number | null; by_id?: number | undefined }

/** The mail about an interview as it is now: to the applicant, or to somebody who leads it or no longer does. */
export const composeInterview: Compose<InterviewData> = async ({ pools, services: { config } }, data) => {
  const found = await inTenant(pools.workspace, data.tenant_id, 'read only', (db) => findInterview(db, data))
  return found ? letterAbout(found, config.workspaceUrl(found.subdomain)) : null
}

/** The cancellation of an interview that has been removed with its applicant's data. Only the job still has it, sealed. */
export const composeRemovedInterview: Compose<{ tenant_id: number; sealed: string }> = async (
  { services: { config, tokens } },
  { sealed },
) => {
  const opened = tokens.unseal('interview', sealed)
  if (!opened) return null
  const row = JSON.parse(opened.text) as InterviewRow
  return letterAbout(row, config.workspaceUrl(row.subdomain))
}

/** Mails cancellations of the interviews to come of these applications, which are about to be removed. */
export async function cancelRemoved(
  { db, tenant, services }: Publisher & { services: Pick<Services, 'jobs' | 'tokens'> },
  ids: readonly number[],
) {
  const { rows } = await sql<{ interview_id: number; person_id: number | null }>`
    with i as materialized (select i.id from interviews i
      where i.tenant_id = ${tenant.id} and i.application_id = any(${ids}) and ${isToCome})
    select i.id as interview_id, null::bigint as person_id from i union all
    select v.interview_id, v.person_id from interviewers v
    where v.tenant_id = ${tenant.id} and v.interview_id = any(array(select i.id from i))`.execute(db)
  const mails: object[] = []
  for (const recipient of rows) {
    const row = await findInterview(db, { tenant_id: tenant.id, ...recipient })
    if (!row) continue
    // Those who led it are not told the name again.
    const applicant = row.is_applicant ? row.applicant : ''
    const cancelled = { ...row, applicant, place: '', agenda: '', is_planned: false, sequence: row.sequence + 1 }
    mails.push({
      template: 'removed_interview',
      tenant_id: tenant.id,
      sealed: services.tokens.seal('interview', JSON.stringify(cancelled)),
    })
  }
  if (mails.length) await services.jobs.enqueueAll(db, 'mail', mails)
  return rows.flatMap(({ person_id }) => person_id ?? [])
}

async function letterAbout(row: InterviewRow, base: string) {
  const { is_planned, is_moved, is_applicant, applicant, opening, workspace, timezone, starts_at, minutes, place, agenda } = row
  const company = nameInMail(workspace)
  const subject = `${is_planned ? (is_moved ? 'Changed: interview' : 'Interview') : 'Cancelled: interview'} at ${workspace}`
  const what = is_applicant
    ? `your interview for ${nameInMail(opening)}`
    : `the interview ${applicant && `of ${nameInMail(applicant)} `}for ${nameInMail(opening)}`
  const when = `${momentInWords(starts_at, timezone)}, ${minutes} minutes`
  const letter = await renderLetter({
    preview: when,
    heading: is_planned ? `Interview at ${company}` : 'The interview is cancelled',
    paragraphs: [
      `Hello ${nameInMail(row.name)}, ${what} ${is_planned ? 'is' : 'will not take place. It was planned for'} ${is_planned ? `on ${when}.` : `${when}.`}`,
      ...(is_planned && place ? [`Where: ${is_applicant ? place : textInMail(place, 300)}`] : []),
      ...(is_planned && agenda ? [textInMail(agenda, 2000)] : []),
    ],
    ...(is_planned &&
      !is_applicant && { button: { label: 'See the applicant', url: `${base}/recruiting/applications/${row.application_id}` } }),
    footer: is_applicant
      ? `You get this mail because you have applied at ${company}. Your answer goes to ${nameInMail(row.sender)}.`
      : `You get this mail because you lead interviews in ${company}.`,
  })
  const reply_to = { name: row.sender, address: row.sender_email }
  const method = is_planned ? ('REQUEST' as const) : ('CANCEL' as const)
  return { to: row.email, subject, ...letter, reply_to, calendar: { method, text: invitation(row, new URL(base).hostname) } }
}

type InterviewRow = {
  interview_id: number
  application_id: number
  starts_at: string
  minutes: number
  place: string
  agenda: string
  sequence: number
  changed_at: string
  /** It takes place, with this person. */
  is_planned: boolean
  is_moved: boolean
  applicant: string
  opening: string
  organizer: string
  organizer_email: string
  /** Who answers go to. */
  sender: string
  sender_email: string
  /** The recipient. */
  name: string
  email: string
  is_applicant: boolean
  workspace: string
  subdomain: string
  timezone: string
}

async function findInterview(db: Db, { tenant_id, interview_id, person_id, by_id = 0 }: InterviewData) {
  const { rows } = await sql<InterviewRow>`
    select i.id as interview_id, i.application_id, i.starts_at, i.minutes, i.place, i.agenda, i.sequence, i.changed_at,
      i.sequence > 0 as is_moved,
      i.cancelled_at is null and (${person_id}::bigint is null or (
        select v.person_id from interviewers v
        where v.tenant_id = ${tenant_id} and v.interview_id = i.id and v.person_id = ${person_id}::bigint) is not null) as is_planned,
      a.full_name as applicant, o.title as opening, h.full_name as organizer, h.email as organizer_email,
      coalesce(s.full_name, h.full_name) as sender, coalesce(s.email, h.email) as sender_email,
      coalesce(p.full_name, a.full_name) as name, coalesce(p.email, a.email) as email, ${person_id}::bigint is null as is_applicant,
      t.name as workspace, t.subdomain, t.timezone
    from interviews i
    join applications a on a.tenant_id = ${tenant_id} and a.id = i.application_id and a.removed_at is null
    join openings o on o.tenant_id = ${tenant_id} and o.id = a.opening_id
    join people h on h.tenant_id = ${tenant_id} and h.id = i.person_id
    join tenants t on t.id = ${tenant_id}
    left join people s on s.tenant_id = ${tenant_id} and s.id = ${by_id} and s.is_active
    left join people p on p.tenant_id = ${tenant_id} and p.id = ${person_id}::bigint and p.is_active
    where i.tenant_id = ${tenant_id} and i.id = ${interview_id} and (${person_id}::bigint is null or p.id is not null)`.execute(
    db,
  )
  return rows[0]
}

/** An iCalendar for one recipient, so that nobody learns the addresses of the others. */
function invitation(row: InterviewRow, host: string) {
  const { is_planned, starts_at, minutes, place, agenda, sequence, organizer, organizer_email, name, email } = row
  const start = new Date(starts_at)
  const calendar = new ICalCalendar({ method: is_planned ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL })
  calendar.createEvent({
    id: `interview-${row.interview_id}@${host}`,
    sequence,
    start,
    end: new Date(start.getTime() + minutes * 60_000),
    stamp: new Date(),
    lastModified: new Date(row.changed_at),
    summary: `Interview: ${row.opening}, ${row.workspace}`,
    location: place,
    description: agenda,
    status: is_planned ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    organizer: { name: organizer, email: organizer_email },
    attendees: [{ name, email, rsvp: is_planned, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION }],
  })
  return calendar.toString()
}

const momentInWords = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(moment))
