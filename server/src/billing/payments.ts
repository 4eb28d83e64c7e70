import { idText, workspaceRoles } from 'contract'
import { z } from 'zod'
import type { Log, Services } from '../kit/context.ts'
import { type Db, pipelined, sql, switchTenant } from '../kit/db/db.ts'
import { lockWorkspace } from '../kit/db/locks.ts'
import { notifyAdministrators } from '../people/administrators.ts'
import { changed } from '../realtime/changed.ts'
import { record } from '../security-log/record.ts'
import { dayInWords } from '../tenants/dates.ts'
import { fromSmallest, priceInWords } from './money.ts'
import { matches, type Order, orderInWords, orderOf } from './order.ts'

/** The fields that matter of a checkout session that we opened: `openCheckout` wrote its metadata. */
const Checkout = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  mode: z.literal('payment').optional(),
  amount_total: z.number().int().min(0).max(999_999_999_999),
  currency: z.string().regex(/^[a-z]{3}$/),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  client_reference_id: z.string().nullish(),
  payment_intent: z
    .union([z.string(), z.object({ id: z.string() })])
    .nullish()
    .catch(null),
  metadata: z.object({
    tenant_id: idText,
    schema: z.string().regex(/^\w{1,63}$/),
    order: z.string().optional().catch(undefined),
  }),
})
type Checkout = z.output<typeof Checkout>

/** `paid_until` is the last day that the payment covers. `expected` is the price of the order, if another one was paid. */
export type RecordedCheckout =
  | { outcome: 'foreign' | 'known' | 'unpaid' }
  | { outcome: 'paid'; tenant_name: string; amount: string; paid_until: string }
  | { outcome: 'mismatch'; tenant_name: string; amount: string; expected: string }

type Options = { db: Db; services: Pick<Services, 'config' | 'tokens' | 'jobs' | 'channels'>; log: Log }

/**
 * Records a completed checkout, and extends the paid time on its first payment. Idempotent under any order, repetition and
 * concurrency: a paid checkout stays paid and counts once. A payment that does not match its order is recorded and extends
 * nothing. Must run as the platform; the transaction may end in the context of the tenant that paid.
 */
export async function recordCheckout(deps: Options, session: unknown): Promise<RecordedCheckout> {
  const { db, services, log } = deps
  const parsed = Checkout.safeParse(session)
  const tenant = parsed.success ? await lockPayer(db, parsed.data) : undefined
  if (!parsed.success || !tenant) {
    log.warn({ session_id: idOf(session) }, 'checkout of no workspace of ours')
    return { outcome: 'foreign' }
  }
  const { id: stripe_session_id, currency, payment_status, metadata } = parsed.data
  const key = { tenant_id: tenant.id, stripe_session_id }
  const before = await db
    .selectFrom('payments')
    .select(['payment_status', 'payment_intent'])
    .where('stripe_session_id', '=', stripe_session_id)
    .executeTakeFirst()
  const payment_intent = intentOf(parsed.data)
  // An older version did not store it.
  if (before && payment_intent !== null && before.payment_intent === null)
    await db.updateTable('payments').set({ payment_intent }).where('stripe_session_id', '=', stripe_session_id).execute()
  if (before && (before.payment_status !== 'unpaid' || payment_status === 'unpaid')) return { outcome: 'known' }

  const order = orderOf(services, { id: tenant.id, schema: metadata.schema }, metadata.order)
  const isAsOrdered = matches(parsed.data, order)
  const paid_until = isAsOrdered && payment_status !== 'unpaid' ? await extend(db, tenant.id, order.days) : null
  const amount = fromSmallest(parsed.data.amount_total, currency)
  const row = {
    amount,
    currency,
    payment_status,
    payment_intent,
    paid_until,
    ...(isAsOrdered ? nothingElseExpected : expectedColumns(order)),
  }
  await db
    .insertInto('payments')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'stripe_session_id']).doUpdateSet(row))
    .execute()
  log.info({ ...key, payment_status, paid_until, isAsOrdered }, 'payment recorded')
  if (payment_status === 'unpaid') return { outcome: 'unpaid' }

  const price = priceInWords(amount, currency)
  if (paid_until === null) {
    await mailPlatformOwners(deps, { template: 'payment_mismatch', ...key })
    return { outcome: 'mismatch', tenant_name: tenant.name, amount: price, expected: orderInWords(order) }
  }
  await record({ db, tenant: { is_public_demo: false } }, 'payment_received', {
    by: null,
    about: `${price}, paid until ${dayInWords(paid_until)}`,
  })
  changed({ db, tenant, services }, { roles: workspaceRoles, models: ['me'] })
  await confirmPayment(deps, key, `Payment received: ${price}. The workspace is paid until ${dayInWords(paid_until)}.`)
  return { outcome: 'paid', tenant_name: tenant.name, amount: price, paid_until }
}

const intentOf = ({ payment_intent: intent }: Checkout) => (typeof intent === 'object' ? (intent?.id ?? null) : (intent ?? null))

const nothingElseExpected = { expected_amount: null, expected_currency: null }
const expectedColumns = ({ amount, currency }: Order) => ({
  expected_amount: fromSmallest(amount, currency),
  expected_currency: currency,
})

/** Locks the workspace that a checkout was opened for, so that its payments count one after another. */
async function lockPayer(db: Db, { client_reference_id, metadata }: Checkout) {
  const { tenant_id } = metadata
  if (client_reference_id && client_reference_id !== String(tenant_id)) return undefined
  // The schema allows 16 digits, which may exceed the safe integers.
  if (!Number.isSafeInteger(tenant_id)) return undefined
  const [_switched, _locked, tenant] = await pipelined(
    switchTenant(db, tenant_id),
    lockWorkspace({ db, tenant: { id: tenant_id } }),
    db
      .selectFrom('tenants')
      .select(['id', 'name'])
      .where('id', '=', tenant_id)
      // Another installation may share the Stripe account, and its workspaces may have the same ids.
      .where('schema', '=', metadata.schema)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  return tenant
}

/** Adds paid days after the present end. The first payment ends the trial and keeps its remaining days. */
async function extend(db: Db, tenant_id: number, days: number) {
  const { rows } = await sql<{ paid_until: string }>`
    update tenants set on_trial = false, paid_until = ${days}::int + greatest(
      (now() at time zone timezone)::date, paid_until, case when on_trial then trial_ends_on end)
    where id = ${tenant_id}
    returning paid_until`.execute(db)
  if (!rows[0]) throw new Error('The workspace is gone, although it was held.')
  return rows[0].paid_until
}

type Key = { tenant_id: number; stripe_session_id: string }

/** Super admins have no notifications, only mail. They are visible in the platform's own context only. */
export async function mailPlatformOwners({ db, services }: Pick<Options, 'db' | 'services'>, mail: Key & { template: string }) {
  await switchTenant(db, 0)
  const owners = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'super_admin')
    .where('is_active', '=', true)
    .execute()
  for (const { id } of owners) await services.jobs.enqueue(db, 'mail', { person_id: id, ...mail })
}

async function confirmPayment({ db, services }: Options, key: Key, message: string) {
  const notified = await notifyAdministrators({ db, tenant: { id: key.tenant_id }, services }, { message, link: '/billing' })
  for (const person_id of notified) await services.jobs.enqueue(db, 'mail', { template: 'payment_receipt', person_id, ...key })
}

const idOf = (session: unknown) =>
  typeof session === 'object' && session !== null && 'id' in session ? String(session.id).slice(0, 255) : null
