import { z } from 'zod'
import { date, id, idText, listOf, page, timestamp } from './common.ts'
import { platform, workspace } from './endpoint.ts'
import { workspaceRoles } from './roles.ts'

/** An amount of money with two decimals. */
const amount = z.string().regex(/^\d+\.\d\d$/)
/** ISO 4217, in lower case, as Stripe writes it. */
const currency = z.string().length(3)

/**
 * Until when this workspace is open, and what a payment costs. `days` is what one payment buys, `can_pay` whether the caller
 * may pay, and `administrators` whom the others can ask.
 */
export const PaymentInfo = z.object({
  tenant_name: z.string(),
  on_trial: z.boolean(),
  trial_ends_on: date.nullable(),
  paid_until: date.nullable(),
  is_open: z.boolean(),
  amount,
  currency,
  days: z.number().int(),
  can_pay: z.boolean(),
  administrators: z.array(z.object({ full_name: z.string(), email: z.string() })),
})
export type PaymentInfo = z.output<typeof PaymentInfo>

/**
 * A Stripe checkout and its result. `payment_status` is Stripe's value, `paid_until` the last day that this payment covers.
 * `expected_…` is the order if the payment does not match it; such a payment extends nothing.
 */
export const PaymentRecord = z.object({
  stripe_session_id: z.string(),
  tenant_id: id,
  created_at: timestamp,
  amount,
  currency,
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  paid_until: date.nullable(),
  expected_amount: amount.nullable(),
  expected_currency: currency.nullable(),
  /** All that went back to the payer, who keeps the paid time. */
  refunded_amount: amount,
  /** Stripe's state of the latest dispute, such as `needs_response`, `won` or `lost`. */
  dispute_status: z.string().nullable(),
})
export type PaymentRecord = z.output<typeof PaymentRecord>

/** How many days before the end of the trial or the paid time the administrators are notified. */
export const noticeDays = [7, 3, 1] as const

export const billing = {
  auditLog: platform({
    route: 'GET /api/billing/audit-log/',
    access: ['super_admin'],
    query: z.object({ tenant_id: idText.optional(), ...page(100) }),
    returns: listOf(PaymentRecord),
  }),
  paymentInfo: workspace({
    route: 'GET /api/payment-info/',
    access: workspaceRoles,
    even_unpaid: true,
    returns: PaymentInfo,
  }),
  createCheckoutSession: workspace({
    route: 'POST /api/stripe/create-checkout-session/',
    access: ['tenant_admin'],
    refusal: 'Only the workspace administrator can pay.',
    not_in_demo: true,
    even_unpaid: true,
    returns: z.object({ checkout_url: z.url() }),
  }),
  webhook: platform({
    route: 'POST /api/stripe/webhook/',
    access: 'public',
    // The raw text, because the signature covers its exact bytes.
    headers: z.object({ 'stripe-signature': z.string().max(2000).catch('') }),
    body: z.string(),
    is_raw: true,
    returns: z.object({ received: z.boolean() }),
  }),
}
