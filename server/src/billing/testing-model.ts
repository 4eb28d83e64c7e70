// For tests: generates schedules of payment events, and computes their expected result.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type cashier, completed, daysOf, type EventType } from './testing.ts'

type Session = ReturnType<typeof completed>
export type Delivery = { session: Session; type: EventType; at: 'acme' | 'globex' | 'broke' }
type Workspace = { at: Delivery['at']; ends: number | null; paid: number | null }

/** The courses that a checkout can take: its events with their payment status, in the provider's order. */
const courses = {
  paid: [['completed', 'paid']],
  free: [['completed', 'no_payment_required']],
  late: [
    ['completed', 'unpaid'],
    ['async_payment_succeeded', 'paid'],
  ],
  failed: [
    ['completed', 'unpaid'],
    ['async_payment_failed', 'unpaid'],
  ],
  pending: [['completed', 'unpaid']],
  abandoned: [['expired', 'unpaid']],
} as const satisfies Record<string, readonly (readonly [EventType, string])[]>

const workspaces = fc.tuple(
  fc.record({ at: fc.constant('acme' as const), ends: fc.constantFrom(20, 0), paid: fc.constant(null) }),
  fc.record({ at: fc.constant('globex' as const), ends: fc.constant(null), paid: fc.constantFrom(5, -40) }),
  fc.record({ at: fc.constant('broke' as const), ends: fc.constant(-3), paid: fc.constant(null) }),
)

const checkouts = fc.array(
  fc.record({
    at: fc.constantFrom('acme' as const, 'globex' as const, 'broke' as const),
    course: fc.constantFrom(...(Object.keys(courses) as (keyof typeof courses)[])),
    days: fc.constantFrom(1, 30, 365),
    repeats: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Checkouts of several workspaces: each event delivered up to three times, shuffled, `atOnce` deliveries concurrently. */
export const schedules = fc
  .record({
    workspaces,
    checkouts,
    order: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
    atOnce: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ order, ...rest }) => {
    const deliveries = rest.checkouts.flatMap(({ at, course, days, repeats }): Delivery[] => {
      const session = completed(at, { days })
      const once = courses[course].map(
        ([type, payment_status]): Delivery => ({ at, type, session: { ...session, payment_status } }),
      )
      return Array.from({ length: repeats }, () => once).flat()
    })
    const shuffled = deliveries.map((delivery, i) => ({ delivery, place: order[i % order.length] ?? 0 }))
    shuffled.sort((a, b) => a.place - b.place)
    return { workspaces: rest.workspaces, atOnce: rest.atOnce, deliveries: shuffled.map(({ delivery }) => delivery) }
  })

/** The status of each completed checkout, and the workspace's time in days from today, once all events have arrived. */
function expected({ at, ends, paid }: Workspace, deliveries: Delivery[]) {
  const own = deliveries.filter((delivery) => delivery.at === at && delivery.type !== 'expired')
  const statuses: Record<string, string> = {}
  let days = 0
  for (const id of new Set(own.map(({ session }) => session.id))) {
    const settled = own.find(({ session }) => session.id === id && session.payment_status !== 'unpaid')
    statuses[id] = settled?.session.payment_status ?? 'unpaid'
    if (settled) days += daysOf(settled.session)
  }
  const time = days ? { on_trial: false, paid: Math.max(0, ends ?? 0, paid ?? 0) + days } : { on_trial: ends !== null, paid }
  return { statuses, time }
}

/** Asserts that a workspace's payments and time are as expected, and returns them. */
export async function mustHaveCounted(
  { payments, timeOf }: Pick<ReturnType<typeof cashier>, 'payments' | 'timeOf'>,
  workspace: Workspace,
  deliveries: Delivery[],
) {
  const { statuses, time } = expected(workspace, deliveries)
  const rows = await payments(workspace.at)
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.stripe_session_id, row.payment_status])), statuses)
  assert.deepEqual(await timeOf(workspace.at), time)
  return { rows, statuses, time }
}
