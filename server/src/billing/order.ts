import type { Services } from '../kit/context.ts'
import { fromSmallest, priceInWords, toSmallest } from './money.ts'

/** What one checkout sells. `amount` is in the currency's smallest unit, as Stripe counts. */
export type Order = { amount: number; currency: string; days: number }
type Tenant = { id: number; schema: string }
type Options = Pick<Services, 'config' | 'tokens'>

const purpose = 'order'

export const currentOrder = ({ plan }: Services['config']): Order => ({
  amount: toSmallest(plan.amount, plan.currency),
  currency: plan.currency,
  days: plan.days,
})

/** The metadata of a checkout session. The order is signed, because others who share the Stripe account can write metadata, too. */
export const metadataOf = ({ tokens }: Pick<Services, 'tokens'>, { id, schema }: Tenant, { amount, currency, days }: Order) => ({
  tenant_id: String(id),
  schema,
  order: tokens.sign(purpose, id, schema, amount, currency, days),
})

/**
 * Returns the order that a session was opened for. A session without a valid one was opened by an older version or before
 * the secret changed; its payment buys what the configuration sells now.
 */
export function orderOf({ config, tokens }: Options, tenant: Tenant, signed: string | undefined): Order {
  const [id, schema, amount, currency, days] = (signed && tokens.read(purpose, signed)) || []
  const isOurs = id === String(tenant.id) && schema === tenant.schema && currency !== undefined
  return isOurs ? { amount: Number(amount), currency, days: Number(days) } : currentOrder(config)
}

type Paid = { amount_total: number; currency: string; payment_status: string }

/** Whether a payment has the ordered amount and currency. A coupon over the whole price leaves nothing to pay and also matches. */
export function matches({ amount_total, currency, payment_status }: Paid, order: Order) {
  const isFree = payment_status === 'no_payment_required' && amount_total === 0
  return currency === order.currency && (isFree || amount_total === order.amount)
}

export const orderInWords = ({ amount, currency }: Order) => priceInWords(fromSmallest(amount, currency), currency)
