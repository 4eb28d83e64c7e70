// Refunds and disputes of payments: docs/decisions/011-one-path-for-payments.md
import { z } from 'zod'
import type { Log, Services } from '../kit/context.ts'
import { type Db, sql, switchTenant } from '../kit/db/db.ts'
import { lockWorkspace } from '../kit/db/locks.ts'
import { notifyAdministrators } from '../people/administrators.ts'
import { record } from '../security-log/record.ts'
import { fromSmallest, priceInWords } from './money.ts'
import { mailPlatformOwners } from './payments.ts'
import { stripeOf } from './stripe.ts'

const name = z.string().regex(/^[\w-]{1,255}$/)
/** An id, or the object that Stripe was asked to put in its place. */
const reference = z.union([name, z.object({ id: name }).transform(({ id }) => id)])
const amount = z.number().int().min(0).max(999_999_999_999)
const common = { id: name, payment_intent: reference, currency: z.string().regex(/^[a-z]{3}$/) }

const Charge = z
  .object({ ...common, amount_refunded: amount })
  .transform(({ amount_refunded, ...rest }) => ({ ...rest, kind: 'charge' as const, amount: amount_refunded, status: '' }))
const Refund = z
  .object({ ...common, amount, status: z.string().max(100).nullish() })
  .transform(({ status, ...rest }) => ({ ...rest, kind: 'refund' as const, status: status ?? 'succeeded' }))
const Dispute = z
  .object({ ...common, amount, status: z.string().regex(/^\w{1,100}$/) })
  .transform((dispute) => ({ ...dispute, kind: 'dispute' as const }))

const kinds = [
  { type: /^charge\.refunded$/, schema: Charge },
  { type: /^(refund\.(created|updated|failed)|charge\.refund\.updated)$/, schema: Refund },
  { type: /^charge\.dispute\./, schema: Dispute },
]

const Event = z.object({
  type: z.string(),
  created: z.number().int().min(0).max(9_999_999_999),
  data: z.object({ object: z.unknown() }),
})

export type Reversal = z.output<(typeof kinds)[number]['schema']> & { event_at: string }

/** The refund or dispute that an event is about. Null for other events, and for those that name no payment. */
export function reversalIn(event: unknown): Reversal | null {
  const parsed = Event.safeParse(event)
  if (!parsed.success) return null
  const { type, created, data } = parsed.data
  const found = kinds.find((kind) => kind.type.test(type))?.schema.safeParse(data.object)
  return found?.success ? { ...found.data, event_at: new Date(created * 1000).toISOString() } : null
}

export async function findPayment(db: Db, payment_intent: string) {
  const { rows } = await sql<{ tenant_id: number; stripe_session_id: string }>`
    select tenant_id, stripe_session_id from payments where payment_intent = ${payment_intent} /* across tenants */`.execute(db)
  return rows[0]
}

/** The checkout of a payment that is not known by its intent: it was recorded by an older version, or its event is late. */
export async function findCheckout(config: Services['config'], payment_intent: string): Promise<unknown> {
  const stripe = await stripeOf(config)
  const { data } = await stripe.checkout.sessions.list({ payment_intent, limit: 1 })
  return data[0]
}

type Options = { db: Db; services: Pick<Services, 'config' | 'tokens' | 'jobs' | 'channels'>; log: Log }
type Totals = { refunded_amount: string; dispute_status: string | null }

/**
 * Records a refund or a dispute, in any order and repetition. The paid time stays as it is. Must run as the platform; the transaction may
 * end in the context of the tenant that paid.
 */
export async function recordReversal(deps: Options, reversal: Reversal) {
  const { db, log } = deps
  await switchTenant(db, 0)
  const key = await findPayment(db, reversal.payment_intent)
  if (!key) return log.warn({ kind: reversal.kind, id: reversal.id }, 'reversal of no payment of ours')
  await switchTenant(db, key.tenant_id)
  // Takes turns with payments of the same workspace, in their order.
  await lockWorkspace({ db, tenant: { id: key.tenant_id } })
  const before = await readPayment(db, key)
  await store(db, key, reversal)
  const totals = await totalsOf(db, key)
  if (!before || (before.refunded_amount === totals.refunded_amount && before.dispute_status === totals.dispute_status)) return
  const columns = { ...totals, refunded_amount: Number(totals.refunded_amount) }
  await db.updateTable('payments').set(columns).where('stripe_session_id', '=', key.stripe_session_id).execute()
  log.info({ ...key, ...totals }, 'reversal recorded')
  const message = inWords({ ...before, ...totals })
  await record({ db, tenant: { is_public_demo: false } }, 'payment_reversed', { by: null, about: message })
  await notifyAdministrators({ ...deps, tenant: { id: key.tenant_id } }, { message, link: '/billing' })
  await mailPlatformOwners(deps, { template: 'payment_reversal', ...key })
}

type Key = { tenant_id: number; stripe_session_id: string }

const readPayment = (db: Db, { stripe_session_id }: Key) =>
  db
    .selectFrom('payments')
    .select(['amount', 'currency', 'dispute_status', sql<string>`refunded_amount::text`.as('refunded_amount')])
    .where('stripe_session_id', '=', stripe_session_id)
    .executeTakeFirst()

/** States that a dispute does not leave. Of events of the same second, they are the later ones. */
const final = sql`('won', 'lost', 'warning_closed')`

/** Keeps the latest event of each object. */
async function store(db: Db, { tenant_id, stripe_session_id }: Key, { id, kind, amount, currency, status, event_at }: Reversal) {
  const money = fromSmallest(amount, currency)
  await sql`
    insert into payment_reversals as r (tenant_id, stripe_id, stripe_session_id, kind, amount, status, event_at)
    values (${tenant_id}, ${id}, ${stripe_session_id}, ${kind}, ${money}, ${status}, ${event_at})
    on conflict (tenant_id, stripe_id) do update set amount = excluded.amount, status = excluded.status, event_at = excluded.event_at
    where r.event_at < excluded.event_at or (r.event_at = excluded.event_at and case r.kind
      when 'charge' then excluded.amount > r.amount
      when 'refund' then excluded.status in ('failed', 'canceled')
      else r.status not in ${final} end)`.execute(db)
}

/** A refund that fails later is missing from what its charge said before. */
async function totalsOf(db: Db, { tenant_id, stripe_session_id }: Key): Promise<Totals> {
  const { rows } = await sql<Totals>`
    with r as materialized (
      select r.kind, r.amount, r.status, r.event_at, r.stripe_id from payment_reversals r
      where r.tenant_id = ${tenant_id} and r.stripe_session_id = ${stripe_session_id}),
    charge as materialized (select coalesce(sum(amount), 0) as amount, coalesce(max(event_at), '-infinity') as at from r where kind = 'charge')
    select greatest(
        charge.amount - (select coalesce(sum(amount), 0) from r
          where kind = 'refund' and status in ('failed', 'canceled') and event_at >= charge.at),
        (select coalesce(sum(amount), 0) from r where kind = 'refund' and status not in ('failed', 'canceled')), 0)::numeric(14, 2)::text
        as refunded_amount,
      (select status from r where kind = 'dispute' order by event_at desc, stripe_id desc limit 1) as dispute_status
    from charge`.execute(db)
  return rows[0] ?? { refunded_amount: '0.00', dispute_status: null }
}

const disputeWords: Record<string, string> = {
  won: 'The dispute has been won',
  lost: 'The dispute has been lost',
  warning_closed: 'The inquiry of the bank has been closed',
}

/** Describes a payment's refunds and disputes in one or two sentences. */
export function inWords({ amount, currency, refunded_amount, dispute_status }: Totals & { amount: number; currency: string }) {
  const price = priceInWords(amount, currency)
  const refund =
    Number(refunded_amount) > 0 && `${priceInWords(refunded_amount, currency)} of the payment of ${price} have been refunded.`
  const dispute = dispute_status !== null && `${disputeWords[dispute_status] ?? 'The bank disputes it'}: the payment of ${price}.`
  return [refund, dispute].filter(Boolean).join(' ') || `The payment of ${price} is whole again: its refund has failed.`
}
