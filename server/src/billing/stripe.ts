import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Config } from '../config.ts'
import { Refusal } from '../kit/errors.ts'
import type { Log } from '../kit/serve.ts'
import { toSmallest } from './money.ts'

const clients = new WeakMap<Config, Promise<Stripe>>()

/** The official library, for the account or the stand-in of the configuration. It takes a tenth of a second to load, which most starts need not spend. */
export function stripeOf(config: Config) {
  const known = clients.get(config) ?? connect(config)
  clients.set(config, known)
  return known
}

async function connect({ stripe }: Config) {
  if (!stripe) throw new Error('There is neither a Stripe account nor a test checkout.')
  const { default: Library } = await import('stripe')
  const base = stripe.api_base ? new URL(stripe.api_base) : null
  return new Library(stripe.secret_key, {
    timeout: 4000,
    // For a double click, too: while the first call is under way, Stripe refuses the second with a conflict.
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'https:' ? 'https' : 'http',
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
    }),
  })
}

/** Seconds within which a second click is the same click. */
export const doubleClickSeconds = 10

type Buyer = {
  tenant: { id: number; name: string; schema: string; subdomain: string; open_until: string | null }
  email: string
  /** Two calls with the same one, and nothing paid for in between, are the same click. */
  click: string
}

/** Opens a checkout for one payment. Answers the address of its page; 502 where the provider does not give one. */
export async function openCheckout({ config, log }: { config: Config; log: Log }, { tenant, email, click }: Buyer) {
  const { amount, currency, days } = config.plan
  const origin = config.workspaceUrl(tenant.subdomain)
  // What a payment has bought is settled here: the configuration may be another when it arrives.
  const metadata = { tenant_id: String(tenant.id), schema: tenant.schema, days: String(days) }
  const order: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    client_reference_id: String(tenant.id),
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          unit_amount: toSmallest(amount, currency),
          product_data: { name: `Atrium workspace, ${days === 1 ? '1 day' : `${days} days`}`, description: tenant.name },
        },
      },
    ],
    metadata,
    payment_intent_data: { metadata },
    success_url: `${origin}/payment-success`,
    cancel_url: `${origin}/payment-cancel`,
  }
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([order, tenant.open_until, click]))
    .digest('hex')
  try {
    const stripe = await stripeOf(config)
    const { id, url } = await stripe.checkout.sessions.create(order, { idempotencyKey })
    if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Error('The session has no page.')
    log.info({ tenant_id: tenant.id, stripe_session_id: id }, 'checkout opened')
    return url
  } catch (error) {
    log.error({ err: error, tenant_id: tenant.id }, 'no checkout')
    throw new Refusal(502, { detail: 'Error creating checkout session.' })
  }
}

/** How old a signature may be, in seconds: Stripe's own measure. */
const tolerance = 300

/** An event that Stripe has signed just now, or null for any other text. */
export async function signedEvent(config: Config, text: string, signature: string) {
  const stripe = await stripeOf(config)
  try {
    return stripe.webhooks.constructEvent(text, signature, config.stripe?.webhook_secret ?? '', tolerance)
  } catch {
    return null
  }
}
