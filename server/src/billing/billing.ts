import { type Api, api, may, type PaymentRecord } from 'contract'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { sql } from '../kit/db/db.ts'
import { notFound, refused, unavailable } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { administratorsOf } from '../people/administrators.ts'
import { recordCheckout } from './payments.ts'
import { findCheckout, findPayment, type Reversal, recordReversal, reversalIn } from './reversals.ts'
import { doubleClickSeconds, openCheckout, signedEvent } from './stripe.ts'

const checkoutsOfTenant = { max: 30, seconds: 60 * 60 }

export const billing: Handlers<Api['billing']> = {
  async auditLog({ db }, { query }) {
    const ofTenant = query.tenant_id === undefined ? sql`true` : sql`p.tenant_id = ${query.tenant_id}`
    const { rows } = await sql<{ count: number; json: string }>`
      /* across tenants */
      with found as (select * from payments p where ${ofTenant}),
      page as (select * from found order by created_at desc, stripe_session_id limit ${query.limit} offset ${query.offset})
      select (select count(*) from found) as count, coalesce(json_agg(json_build_object(
        'stripe_session_id', stripe_session_id, 'tenant_id', tenant_id, 'created_at', iso(created_at), 'amount', amount::text,
        'currency', currency, 'payment_status', payment_status, 'paid_until', paid_until,
        'expected_amount', expected_amount::text, 'expected_currency', expected_currency,
        'refunded_amount', refunded_amount::text, 'dispute_status', dispute_status)
        order by created_at desc, stripe_session_id), '[]') as json
      from page`.execute(db)
    return assembledPage<PaymentRecord[]>('/api/billing/audit-log/', query, rows[0] ?? { count: 0, json: '[]' })
  },

  async paymentInfo({ db, tenant, me, services }) {
    const state = await db
      .selectFrom('tenants')
      .select(['trial_ends_on', 'paid_until'])
      .where('id', '=', tenant.id)
      .executeTakeFirst()
    if (!state) throw notFound()
    const administrators = await administratorsOf(db)
    return {
      tenant_name: tenant.name,
      on_trial: tenant.on_trial,
      ...state,
      is_open: tenant.is_open,
      ...services.config.plan,
      can_pay: may(me.role, api.billing.createCheckoutSession),
      administrators: administrators.map(({ full_name, email }) => ({ full_name, email })),
    }
  },

  createCheckoutSession: slow({
    async before({ db, tenant, me, services, log }) {
      const { schema } = await db.selectFrom('tenants').select('schema').where('id', '=', tenant.id).executeTakeFirstOrThrow()
      return async () => {
        await services.limits.mustTake(`checkout ${tenant.id}`, checkoutsOfTenant)
        const click = await services.limits.stretch(`checkout click ${tenant.id} ${me.id}`, doubleClickSeconds)
        return openCheckout({ services, log }, { tenant: { ...tenant, schema }, email: me.email, click })
      }
    },
    handle: async (_ctx, _input, checkout_url) => ({ checkout_url }),
  }),

  webhook: slow({
    async before({ db, services }, { headers, body }) {
      const event = await signedEvent(services.config, body, headers['stripe-signature'])
      if (!event) throw refused('The signature is missing, wrong or too old.')
      const reversal = reversalIn(event)
      const isKnown = reversal === null || (await findPayment(db, reversal.payment_intent)) !== undefined
      return async () => ({ event, reversal, checkout: isKnown ? null : await checkoutOf(services.config, reversal) })
    },

    async handle({ db, services, log }, _input, { event, reversal, checkout }) {
      const completed = completedCheckout(event) ?? checkout
      if (completed) await recordCheckout({ db, services, log }, completed)
      if (reversal) await recordReversal({ db, services, log }, reversal)
      else if (!completed) log.info({ type: String(event.type) }, 'event ignored')
      return { received: true }
    },
  }),
}

/** Stripe sends the event again if it can't be asked now. */
const checkoutOf = (config: Config, { payment_intent }: Reversal) =>
  findCheckout(config, payment_intent).catch(() => Promise.reject(unavailable()))

const CheckoutEvent = z.object({
  type: z.string().startsWith('checkout.session.'),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** Returns the session of a completed checkout with the payment status that this event reports, or null for other events. */
function completedCheckout(event: unknown) {
  const parsed = CheckoutEvent.safeParse(event)
  if (!parsed.success) return null
  const session = parsed.data.data.object
  switch (parsed.data.type) {
    case 'checkout.session.completed':
      return session
    case 'checkout.session.async_payment_succeeded':
      return { ...session, payment_status: 'paid' }
    case 'checkout.session.async_payment_failed':
      return { ...session, payment_status: 'unpaid' }
    default:
      return null
  }
}
