import { z } from 'zod'
import { composeEnding, composeMismatch, composeReceipt } from './billing/mails.ts'
import type { Log, Pools, Services } from './kit/context.ts'
import { inTenant } from './kit/db/db.ts'
import type { Compose, Mailer } from './kit/mail/mailer.ts'
import { observer } from './kit/observer.ts'
import { traced } from './kit/tracer.ts'
import { composeLeaveDecision, composeLeaveRequest } from './leave/mails.ts'
import { composeFormerOwnership, composeOwnership, composePromotion } from './people/administrator-mails.ts'
import { composeInvitation, composeNewBrowser, composeReset } from './people/mails.ts'
import { secondFactorChanges } from './people/second-factor.ts'
import { composeSecondFactor } from './people/second-factor-mails.ts'
import { composeInterview, composeReceived, composeToApplicant } from './recruiting/mails.ts'
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
  weekly_summary: template(z.object({ tenant_id: id, person_id: id, week: z.string() }), composeSummary),
  leave_request: template(z.object({ tenant_id: id, person_id: id, leave_id: id }), composeLeaveRequest),
  leave_decision: template(z.object({ tenant_id: id, person_id: id, leave_id: id }), composeLeaveDecision),
  application_received: template(z.object({ tenant_id: id, application_id: id }), composeReceived),
  to_applicant: template(z.object({ tenant_id: id, entry_id: id }), composeToApplicant),
  interview: template(z.object({ tenant_id: id, interview_id: id, person_id: id.nullable() }), composeInterview),
  ending: template(z.object({ tenant_id: id, person_id: id, ends_on: z.string() }), composeEnding),
}

function template<Data>(schema: z.ZodType<Data>, compose: Compose<Data>): Compose<object> {
  return (options, data) => compose(options, schema.parse(data))
}

type Options = { pools: Pools; services: Services; mailer: Mailer; log: Pick<Log, 'info' | 'warn'> }

/** Sends the queued mails, but none of the public demonstration. Retries each until it is accepted or no longer needed. */
export const sendMails = ({ pools, services, mailer, log }: Options) =>
  services.jobs.work<{ template: string; tenant_id?: number; person_id?: number }>('mail', async (data, id) => {
    const named = { mail: id, template: data.template, tenant_id: data.tenant_id, person_id: data.person_id }
    try {
      const compose = Object.hasOwn(templates, data.template) && templates[data.template]
      if (!compose) throw new Error(`There is no mail ${data.template}.`)
      if (await isOfPublicDemo(pools, data.tenant_id)) {
        log.info(named, 'mail of the public demonstration dropped')
        observer.mailEnded?.('dropped')
        return
      }
      const mail = await compose({ pools, services }, data)
      if (mail) await traced('mail', { 'atrium.mail.template': data.template }, () => mailer.send(mail, id))
      log.info(named, mail ? 'mail sent' : 'mail no longer needed')
      observer.mailEnded?.(mail ? 'sent' : 'not needed')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ ...named, reason }, 'mail not sent, will be tried again')
      observer.mailEnded?.('failed')
      throw error
    }
  })

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
