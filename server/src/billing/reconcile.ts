import type { Log, Pools, Services } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'
import { type RecordedCheckout, recordCheckout } from './payments.ts'
import { stripeOf } from './stripe.ts'

type Options = { pools: Pools; services: Pick<Services, 'config' | 'tokens' | 'jobs' | 'channels'>; log: Log }

const secondsOfDay = 24 * 60 * 60

/**
 * Asks Stripe for the checkouts completed in the last `days` days, all pages, and records those that no webhook has told of,
 * by the same function. Yields each with what came of it.
 */
export async function* reconcile(
  { pools, services, log }: Options,
  days: number,
): AsyncGenerator<RecordedCheckout & { id: string }> {
  const stripe = await stripeOf(services.config)
  // A checkout is open for a day: it may have been completed a day after it was made.
  const gte = Math.floor(Date.now() / 1000) - (days + 1) * secondsOfDay
  for await (const session of stripe.checkout.sessions.list({ status: 'complete', created: { gte }, limit: 100 })) {
    const recorded = await inTenant(pools.platform, 0, 'read write', (db) => recordCheckout({ db, services, log }, session))
    yield { ...recorded, id: session.id }
  }
}
