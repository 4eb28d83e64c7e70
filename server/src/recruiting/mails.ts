// The mails about applications: to applicants, and to those who interview them.
import { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { type Db, inTenant, sql } from '../kit/db/db.ts'
import { nameInMail, renderLetter } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'

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
  const lines = text.split('\n').filter((line) => line.trim())
  const letter = await renderLetter({
    preview: subject,
    heading: subject,
    paragraphs: lines,
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

type InterviewData = { tenant_id: number; interview_id: number; person_id: number | null }

/** The mail about an interview as it is now: to the applicant, or to somebody who leads it or no longer does. */
export const composeInterview: Compose<InterviewData> = async ({ pools, services: { config } }, data) => {
  const found = await inTenant(pools.workspace, data.tenant_id, 'read only', (db) => findInterview(db, data))
  if (!found) return null
  const { is_planned, is_moved, applicant, opening, workspace, timezone, starts_at, minutes, place, agenda } = found
  const isApplicant = data.person_id === null
  const company = nameInMail(workspace)
  const subject = `${is_planned ? (is_moved ? 'Changed: interview' : 'Interview') : 'Cancelled: interview'} at ${workspace}`
  const what = isApplicant
    ? `your interview for ${nameInMail(opening)}`
    : `the interview of ${nameInMail(applicant)} for ${nameInMail(opening)}`
  const when = `${momentInWords(starts_at, timezone)}, ${minutes} minutes`
  const base = config.workspaceUrl(found.subdomain)
  const letter = await renderLetter({
    preview: when,
    heading: is_planned ? `Interview at ${company}` : 'The interview is cancelled',
    paragraphs: [
      `Hello ${nameInMail(found.name)}, ${what} ${is_planned ? 'is' : 'will not take place. It was planned for'} ${is_planned ? `on ${when}.` : `${when}.`}`,
      ...(is_planned && place ? [`Where: ${isApplicant ? place : nameInMail(place, 300)}`] : []),
      ...(is_planned && agenda ? [nameInMail(agenda, 2000)] : []),
    ],
    ...(is_planned &&
      !isApplicant && { button: { label: 'See the applicant', url: `${base}/recruiting/applications/${found.application_id}` } }),
    footer: isApplicant
      ? `You get this mail because you have applied at ${company}. Your answer goes to ${nameInMail(found.organizer)}.`
      : `You get this mail because you lead interviews in ${company}.`,
  })
  const reply_to = { name: found.organizer, address: found.organizer_email }
  const method = is_planned ? 'REQUEST' : 'CANCEL'
  return { to: found.email, subject, ...letter, reply_to, calendar: { method, text: invitation(found, new URL(base).hostname) } }
}

type Row = {
  interview_id: number
  application_id: number
  starts_at: string
  minutes: number
  place: string
  agenda: string
  sequence: number
  /** It takes place, with this person. */
  is_planned: boolean
  is_moved: boolean
  applicant: string
  opening: string
  organizer: string
  organizer_email: string
  /** The recipient. */
  name: string
  email: string
  workspace: string
  subdomain: string
  timezone: string
}

async function findInterview(db: Db, { tenant_id, interview_id, person_id }: InterviewData) {
  const { rows } = await sql<Row>`
    select i.id as interview_id, i.application_id, i.starts_at, i.minutes, i.place, i.agenda, i.sequence, i.sequence > 0 as is_moved,
      i.cancelled_at is null and (${person_id}::bigint is null or (
        select v.person_id from interviewers v
        where v.tenant_id = ${tenant_id} and v.interview_id = i.id and v.person_id = ${person_id}::bigint) is not null) as is_planned,
      a.full_name as applicant, o.title as opening, h.full_name as organizer, h.email as organizer_email,
      coalesce(p.full_name, a.full_name) as name, coalesce(p.email, a.email) as email, t.name as workspace, t.subdomain, t.timezone
    from interviews i
    join applications a on a.tenant_id = ${tenant_id} and a.id = i.application_id and a.removed_at is null
    join openings o on o.tenant_id = ${tenant_id} and o.id = a.opening_id
    join people h on h.tenant_id = ${tenant_id} and h.id = i.person_id
    join tenants t on t.id = ${tenant_id}
    left join people p on p.tenant_id = ${tenant_id} and p.id = ${person_id}::bigint and p.is_active
    where i.tenant_id = ${tenant_id} and i.id = ${interview_id} and (${person_id}::bigint is null or p.id is not null)`.execute(
    db,
  )
  return rows[0]
}

/** An iCalendar for one recipient, so that nobody learns the addresses of the others. */
function invitation(row: Row, host: string) {
  const { is_planned, starts_at, minutes, place, agenda, sequence, organizer, organizer_email, name, email } = row
  const start = new Date(starts_at)
  const calendar = new ICalCalendar({ method: is_planned ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL })
  calendar.createEvent({
    id: `interview-${row.interview_id}@${host}`,
    sequence,
    start,
    end: new Date(start.getTime() + minutes * 60_000),
    stamp: new Date(),
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
