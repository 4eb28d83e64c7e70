import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Config } from '../config.ts'
import type { Log, Services } from '../kit/context.ts'
import { Refusal } from '../kit/errors.ts'
import { currentOrder, metadataOf } from './order.ts'

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

/**
 * In milliseconds. A click on Pay waits for two attempts; a third, which an early conflict allows, goes on in the background.
 * The library's own time-out counts silence, which a server that sends a byte now and then never keeps.
 */
const patience = { request: 2000, click: 4600 }

/** Seconds within which a second click is the same click. */
export const doubleClickSeconds = 10

type Buyer = {
  tenant: { id: number; name: string; schema: string; subdomain: string; open_until: string | null }
  email: string
  /** Two calls with the same one, and nothing paid for in between, are the same click. */
  click: string
}

type Options = { services: Pick<Services, 'config' | 'tokens'>; log: Log }

/** Opens a checkout for one payment. Answers the address of its page; 502 where the provider does not give one. */
export async function openCheckout({ services, log }: Options, { tenant, email, click }: Buyer) {
  const { config } = services
  const origin = config.workspaceUrl(tenant.subdomain)
  // The order is fixed here: the configuration may have changed when the payment arrives.
  const order = currentOrder(config)
  const { amount, currency, days } = order
  const metadata = metadataOf(services, tenant, order)
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    client_reference_id: String(tenant.id),
    customer_email: email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          unit_amount: amount,
          product_data: { name: `Atrium workspace, ${days === 1 ? '1 day' : `${days} days`}`, description: tenant.name },
        },
      },
    ],
    // Otherwise a payer abroad could pay in another currency than the one ordered, depending on a switch in Stripe's dashboard.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
    success_url: `${origin}/payment-success`,
    cancel_url: `${origin}/payment-cancel`,
  }
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([params, tenant.open_until, click]))
    .digest('hex')
  try {
    const stripe = await stripeOf(config)
    const { id, url } = await Promise.race([
      stripe.checkout.sessions.create(params, { idempotencyKey, timeout: patience.request }),
      givingUp(patience.click),
    ])
    if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Error('The session has no page.')
    log.info({ tenant_id: tenant.id, stripe_session_id: id }, 'checkout opened')
    return url
  } catch (error) {
    log.error({ err: error, tenant_id: tenant.id }, 'no checkout')
    throw new Refusal(502, { detail: 'Error creating checkout session.' })
  }
}

async function givingUp(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false })
  throw new Error(`No answer within ${milliseconds} ms.`)
}

/** In seconds. The age is Stripe's own measure. A synchronised clock is off by less than a second, a neglected one by a minute. */
const tolerance = { age: 300, clock: 60 }

/** An event that Stripe has signed just now, or null for any other text. */
export async function signedEvent(config: Config, text: string, signature: string) {
  const stripe = await stripeOf(config)
  try {
    const event = stripe.webhooks.constructEvent(text, signature, config.stripe?.webhook_secret ?? '', tolerance.age)
    // The library looks at the age only: a signature from the future would stay good until long after that date.
    return signedAt(signature) <= Date.now() / 1000 + tolerance.clock ? event : null
  } catch {
    return null
  }
}

/** The latest of the dates in the header, each read as the library reads it. */
const signedAt = (signature: string) =>
  Math.max(...signature.split(',').map((part) => (part.startsWith('t=') ? Number.parseInt(part.slice(2), 10) : 0)))
