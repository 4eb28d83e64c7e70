import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Config } from '../config.ts'
import type { Log, Services } from '../kit/context.ts'
import { Refusal } from '../kit/errors.ts'
import { currentOrder, metadataOf } from './order.ts'

const clients = new WeakMap<Config, Promise<Stripe>>()

/** Returns the official client for the configured account or stand-in. Loads the library lazily, because that takes 0.1 s. */
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
    // Retries also cover a double click: Stripe answers the second call with a conflict while the first is in flight.
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
 * Milliseconds. A click on Pay waits for two attempts; a third, after an early conflict, continues in the background. The
 * click needs its own timeout, because the library's only measures silence, which a server that trickles bytes never keeps.
 */
const timeouts = { request: 2000, click: 4600 }

/** Seconds within which a second click counts as the same click. */
export const doubleClickSeconds = 10

type Buyer = {
  tenant: { id: number; name: string; schema: string; subdomain: string; open_until: string | null }
  email: string
  /** Identifies the click. Calls with the same one get the same checkout, unless a payment arrived in between. */
  click: string
}

type Options = { services: Pick<Services, 'config' | 'tokens'>; log: Log }

/** Opens a checkout for one payment and returns the URL of its page. Throws a refusal with status 502 if the provider fails. */
export async function openCheckout({ services, log }: Options, { tenant, email, click }: Buyer) {
  const { config } = services
  const origin = config.workspaceUrl(tenant.subdomain)
  // The order is fixed now, because the configuration may change before the payment arrives.
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
    // Otherwise a setting in Stripe's dashboard could let payers abroad pay in another currency than the ordered one.
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
      stripe.checkout.sessions.create(params, { idempotencyKey, timeout: timeouts.request }),
      rejectAfter(timeouts.click),
    ])
    if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Error('The session has no page.')
    log.info({ stripe_session_id: id }, 'checkout opened')
    return url
  } catch (error) {
    log.error({ err: error }, 'no checkout')
    throw new Refusal(502, { detail: 'Error creating checkout session.' })
  }
}

async function rejectAfter(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false })
  throw new Error(`No answer within ${milliseconds} ms.`)
}

/** Seconds. `age` is Stripe's default. `clock` allows for a badly synchronised clock, which is off by a minute. */
const tolerance = { age: 300, clock: 60 }

/** Parses an event with a recent and valid signature of Stripe. Returns null for any other text. */
export async function signedEvent(config: Config, text: string, signature: string) {
  const stripe = await stripeOf(config)
  try {
    const event = stripe.webhooks.constructEvent(text, signature, config.stripe?.webhook_secret ?? '', tolerance.age)
    // The library only limits the age, so a signature dated in the future would stay valid until long after that date.
    return signedAt(signature) <= Date.now() / 1000 + tolerance.clock ? event : null
  } catch {
    return null
  }
}

/** The latest timestamp in the header, parsed as the library parses it. */
const signedAt = (signature: string) =>
  Math.max(...signature.split(',').map((part) => (part.startsWith('t=') ? Number.parseInt(part.slice(2), 10) : 0)))
