import { z } from 'zod'
import { composeEnding, composeMismatch, composeReceipt, composeReversal } from './billing/mails.ts'
import type { Log, Pools, Services } from './kit/context.ts'
import { type Db, inTenant, sql } from './kit/db/db.ts'
import { type Compose, type Mailer, Undeliverable } from './kit/mail/mailer.ts'
import { observer } from './kit/observer.ts'
import { traced } from './kit/tracer.ts'
import { composeLeaveDecision, composeLeaveRequest } from './leave/mails.ts'
import { invitationRefused, mailToApplicantRefused } from './notifications/messages.ts'
import { notify } from './notifications/notify.ts'
import { composeFormerOwnership, composeOwnership, composePromotion } from './people/administrator-mails.ts'
import { staff } from './people/audiences.ts'
import { composeInvitation, composeNewBrowser, composeReset } from './people/mails.ts'
import { secondFactorChanges } from './people/second-factor.ts'
import { composeSecondFactor } from './people/second-factor-mails.ts'
import { changed } from './realtime/changed.ts'
import { composeInterview, composeReceived, composeRemovedInterview, composeToApplicant } from './recruiting/mails.ts'
import { recruitingChanged } from './recruiting/rules.ts'
import { composeSummary } from './summary/mail.ts'
import { composeCode, composeLoginLink } from './tenants/mails.ts'

const id = z.number().int()

/** Composers by the `template` of a job. The composer validates the rest of the job's data. */
const templates: Record<string, Compose<object>> = {
  code: template(z.object({ code_id: id }), composeCode),
  login_link: template(z.object({ tenant_id: id, person_id: id }), composeLoginLink),
  invitation: template(z.object({ tenant_id: id, link_id: id }), composeInvitation),
  reset: template(z.object({ tenant_id: id, link_id: id }), composeReset),
  new_browser: template(z.object({ tenant_id: id, person_id: id, session_id: id }), composeNewBrowser),
  second_factor: template(
    z.object({ tenant_id: id, person_id: id, change: z.enum(secondFactorChanges), name: z.string() }),
    composeSecondFactor,
  ),
  promotion: template(z.object({ tenant_id: id, person_id: id, by_id: id }), composePromotion),
  ownership: template(z.object({ tenant_id: id, owner_id: id, former_id: id }), composeOwnership),
  former_ownership: template(z.object({ tenant_id: id, owner_id: id, former_id: id }), composeFormerOwnership),
  payment_receipt: template(z.object({ tenant_id: id, person_id: id, stripe_session_id: z.string() }), composeReceipt),
  payment_mismatch: template(z.object({ tenant_id: id, person_id: id, stripe_session_id: z.string() }), composeMismatch),
  payment_reversal: template(z.object({ tenant_id: id, person_id: id, stripe_session_id: z.string() }), composeReversal),
  weekly_summary: template(z.object({ tenant_id: id, person_id: id, week: z.string() }), composeSummary),
  leave_request: template(z.object({ tenant_id: id, person_id: id, leave_id: id }), composeLeaveRequest),
  leave_decision: template(z.object({ tenant_id: id, person_id: id, leave_id: id }), composeLeaveDecision),
  application_received: template(z.object({ tenant_id: id, application_id: id }), composeReceived),
  to_applicant: template(z.object({ tenant_id: id, entry_id: id }), composeToApplicant),
  interview: template(
    z.object({ tenant_id: id, interview_id: id, person_id: id.nullable(), by_id: id.optional() }),
    composeInterview,
  ),
  removed_interview: template(z.object({ tenant_id: id, sealed: z.string() }), composeRemovedInterview),
  ending: template(z.object({ tenant_id: id, person_id: id, ends_on: z.string() }), composeEnding),
}

function template<Data>(schema: z.ZodType<Data>, compose: Compose<Data>): Compose<object> {
  return (options, data) => compose(options, schema.parse(data))
}

type Options = { pools: Pools; services: Services; mailer: Mailer; log: Pick<Log, 'info' | 'warn'> }
/** `by_id` is the person who caused the mail, if they are told that it could not be delivered. */
type Job = { template: string; tenant_id?: number; person_id?: number; by_id?: number }

/** Sends the queued mails, but none of the public demonstration. Retries each until it is accepted, refused for good or no longer needed. */
export const sendMails = (options: Options) =>
  options.services.jobs.work<Job>('mail', async (job, id) => {
    const named = { mail: id, template: job.template, tenant_id: job.tenant_id, person_id: job.person_id }
    try {
      const outcome = await sendMail(options, job, id)
      options.log.info(named, lines[outcome])
      observer.mailEnded?.(outcome)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      options.log.warn({ ...named, reason }, 'mail not sent, will be tried again')
      observer.mailEnded?.('failed')
      // The job keeps this. A mail server's own words may have the address, which goes with an applicant's data.
      throw new Error('The mail was not sent.')
    }
  })

const lines = {
  sent: 'mail sent',
  refused: 'mail refused for good',
  'not needed': 'mail no longer needed',
  dropped: 'mail of the public demonstration dropped',
}

async function sendMail(options: Options, job: Job, id: string): Promise<keyof typeof lines> {
  const { pools, services, mailer, log } = options
  const compose = Object.hasOwn(templates, job.template) && templates[job.template]
  if (!compose) throw new Error(`There is no mail ${job.template}.`)
  if (await isOfPublicDemo(pools, job.tenant_id)) return 'dropped'
  const mail = await compose({ pools, services }, job)
  if (!mail) return 'not needed'
  try {
    await traced('mail', { 'atrium.mail.template': job.template }, () => mailer.send(mail, id))
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    log.warn({ mail: id, template: job.template, tenant_id: job.tenant_id, reason: error.message }, 'mail server refuses a mail')
    await noteRefusal(options, job, mail.to)
    return 'refused'
  }
  await noteDelivery(options, job, mail.to)
  return 'sent'
}

const ofPeople = (db: Db, email: string) =>
  db.updateTable('people').where('email', '=', email).where('is_active', '=', sql.lit(true))
const ofApplicants = (db: Db, email: string) =>
  db.updateTable('applications').where('email', '=', email).where('removed_at', 'is', null)

/** Marks the people and applicants with this address, and tells those who work with them. */
async function noteRefusal({ pools, services }: Options, { tenant_id, by_id, template }: Job, email: string) {
  if (!tenant_id) return
  await inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    const now = { undeliverable_at: sql<string>`now()` }
    const people = await ofPeople(db, email).set(now).returning(['full_name', 'role']).execute()
    const applicants = await ofApplicants(db, email).set(now).returning('id').execute()
    const publisher = { db, tenant: { id: tenant_id }, services }
    if (people.length) changed(publisher, staff)
    if (applicants.length) recruitingChanged(publisher)
    const [person] = template === 'invitation' ? people : []
    const [applicant] = applicants
    if (by_id === undefined) return
    if (person) await notify(publisher, { to: [by_id], ...invitationRefused(person) })
    else if (applicant && !people.length) await notify(publisher, { to: [by_id], ...mailToApplicantRefused(applicant.id) })
  })
}

async function noteDelivery({ pools, services }: Options, { tenant_id }: Job, email: string) {
  if (!tenant_id) return
  await inTenant(pools.workspace, tenant_id, 'read write', async (db) => {
    const none = { undeliverable_at: null }
    const people = await ofPeople(db, email).set(none).where('undeliverable_at', 'is not', null).returning('id').execute()
    const applicants = await ofApplicants(db, email).set(none).where('undeliverable_at', 'is not', null).returning('id').execute()
    const publisher = { db, tenant: { id: tenant_id }, services }
    if (people.length) changed(publisher, staff)
    if (applicants.length) recruitingChanged(publisher)
  })
}

/** Strangers could otherwise send mails to anybody in our name. */
async function isOfPublicDemo(pools: Pools, tenant_id: number | undefined) {
  if (!Number.isSafeInteger(tenant_id)) return false
  const isPublicDemo = await inTenant(pools.platform, 0, 'read only', (db) =>
    db
      .selectFrom('tenants')
      .select('is_public_demo')
      .where('id', '=', tenant_id ?? 0)
      .executeTakeFirst(),
  )
  return isPublicDemo?.is_public_demo === true
}
