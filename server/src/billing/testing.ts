// For tests: sends the card provider's events, and reads their effects.
import assert from 'node:assert/strict'
import { secret } from '../kit/db/testing.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import type { testApp } from '../testing/world.ts'
import { tenants } from '../testing/world.ts'
import { metadataOf, type Order } from './order.ts'

type App = Awaited<ReturnType<typeof testApp>>
export type EventType = 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'
type Workspace = keyof typeof tenants

type Changes = { days?: number; ordered?: Partial<Order>; amount_total?: number; currency?: string; payment_status?: string }

const tokens = tokensFor(secret)
let count = 0

/** The session of a completed checkout as events contain it, paid as ordered unless `changes` differ. */
export function completed(at: Workspace, changes: Changes & { [field: string]: unknown } = {}) {
  const { days = 30, ordered, amount_total = 2900, currency = 'usd', ...others } = changes
  const { id } = tenants[at]
  return {
    id: `cs_test_${at}_${++count}`,
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total,
    currency,
    client_reference_id: String(id),
    metadata: metadataOf({ tokens }, { id, schema: at }, { amount: amount_total, currency, days, ...ordered }),
    ...others,
  }
}

/** The days that a session's order buys. */
export const daysOf = ({ metadata }: ReturnType<typeof completed>) => Number(metadata.order.split('.')[4])

export function cashier({ provider, send, config, query }: App) {
  assert.ok(provider)
  const { event } = provider
  const postEvent = (payload: string, signature?: string) =>
    send(
      config.domain,
      { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
      'POST /api/stripe/webhook/',
      payload,
    )

  return {
    postEvent,
    /** Signs and posts an event as the provider does. */
    async deliver(session: { id: string; payment_status?: string }, type: EventType = 'completed') {
      const { payload, signature } = await event(session, type)
      return postEvent(payload, signature)
    },

    /** Sets the trial's end and the paid time, in days from the workspace's today; null for none. */
    setTime: (at: Workspace, { ends = null, paid = null }: { ends?: number | null; paid?: number | null }) =>
      query(
        `update tenants set on_trial = $2::int is not null, trial_ends_on = (now() at time zone timezone)::date + $2::int,
           paid_until = (now() at time zone timezone)::date + $3::int where id = $1`,
        tenants[at].id,
        ends,
        paid,
      ),

    /** Whether a workspace is on trial, and the days from its today until its paid time ends. */
    async timeOf(at: Workspace) {
      const [row] = await query(
        'select on_trial, paid_until - (now() at time zone timezone)::date as paid from tenants where id = $1',
        tenants[at].id,
      )
      return { on_trial: row?.on_trial as boolean, paid: row?.paid as number | null }
    },

    ...recordsIn(query),
  }
}

/** Reads and clears what payments leave behind. */
function recordsIn(query: App['query']) {
  return {
    payments: async (at: Workspace) =>
      query(
        `select stripe_session_id, amount::text, currency, payment_status, paid_until - current_date as paid from payments
         where tenant_id = $1 order by created_at, stripe_session_id`,
        tenants[at].id,
      ),

    notifications: async (person_id: number) =>
      (await query('select message, link from notifications where person_id = $1 order by id', person_id)) as {
        message: string
        link: string
      }[],

    mails: async (template: string) =>
      (
        await query(
          `select data from pgboss.job where name = 'mail' and data->>'template' = $1 order by (data->>'person_id')::float8`,
          template,
        )
      ).map(({ data }) => data as { tenant_id: number; person_id: number }),

    clear: () =>
      query(`delete from payments; delete from ending_notices; delete from notifications; delete from limits;
      delete from pgboss.job where name = 'mail'; update tenants set timezone = 'UTC', is_blocked = (id = 4) where id > 0`),
  }
}
