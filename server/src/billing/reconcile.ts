import type { Log, Pools, Services } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'
import { type RecordedCheckout, recordCheckout } from './payments.ts'
import { stripeOf } from './stripe.ts'

type Options = { pools: Pools; services: Pick<Services, 'config' | 'tokens' | 'jobs' | 'channels'>; log: Log }

const secondsOfDay = 24 * 60 * 60

/**
 * Lists all checkouts that Stripe completed in the last `days` days, and records those whose webhook never arrived. Yields
 * each checkout with its outcome.
 */
export async function* reconcile(
  { pools, services, log }: Options,
  days: number,
): AsyncGenerator<RecordedCheckout & { id: string }> {
  const stripe = await stripeOf(services.config)
  // A checkout stays open for a day, so it may be completed a day after its creation.
  const gte = Math.floor(Date.now() / 1000) - (days + 1) * secondsOfDay
  for await (const session of stripe.checkout.sessions.list({ status: 'complete', created: { gte }, limit: 100 })) {
    const recorded = await inTenant(pools.platform, 0, 'read write', (db) => recordCheckout({ db, services, log }, session))
    yield { ...recorded, id: session.id }
  }
}
