import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type LeaveBalance, type LeavePreview } from 'contract'
import { hrRows, okBody, people, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [pam, dev, hana] = [as('pam'), as('dev'), as('hana')]
const type = hrRows.acme
const [year, next] = [Number(today().slice(0, 4)), Number(today().slice(0, 4)) + 1]
/** The first Monday of a month. */
const mondayIn = (of: number, month: string) => {
  const first = `${of}-${month}-01`
  return addDays(first, (8 - new Date(first).getUTCDay()) % 7)
}
const [february, may] = [mondayIn(next, '02'), mondayIn(next, '05')]
const day = (of: string, days: number) => ({ from: of, to: addDays(of, days - 1) })

const setRules = (rules: object = {}) =>
  okBody(
    hana(`PUT /api/leave-types/${type}/policies/${year}/`, {
      ...{ allowance: 100, granted: 'yearly', carry_limit: 20, carry_until: '03-31', overdraft: 0, ...rules },
    }),
  )
await query('delete from leave_policies where tenant_id = 1')
await query('delete from schedules where tenant_id = 1')
await query('delete from leave_days where tenant_id = 1')
await query(`update leave_requests set status = 'cancelled', stage = null where tenant_id = 1`)

const balance = async (of: number): Promise<LeaveBalance> => {
  const { balances } = await okBody(hana(`GET /api/people/${people.dev.id}/leave/?year=${of}`))
  return balances.find((each: LeaveBalance) => each.type === type)
}
const left = async () => [(await balance(year)).left, (await balance(next)).left]

test('what is left while requests are pending is what they are judged by, and what is left once they are approved', async () => {
  const correct = async (half_days: number) =>
    okBody(
      hana(`POST /api/people/${people.dev.id}/leave/corrections/`, { type, day: `${year}-01-01`, half_days, reason: 'Test' }),
    )
  for (const { periods, rules, corrected = 0, expected } of [
    // Carried days, which would expire, are taken first.
    { periods: [day(february, 2)], expected: [100, 100] },
    { periods: [day(february, 2), day(addDays(february, 7), 3)], expected: [100, 100] },
    // More than was carried.
    { periods: [day(february, 5), day(addDays(february, 7), 5), day(addDays(february, 14), 2)], expected: [100, 96] },
    // After the last day to take what was carried.
    { periods: [day(may, 2)], expected: [100, 96] },
    { periods: [day(february, 2), day(may, 2)], expected: [100, 96] },
    { periods: [day(mondayIn(next, '04'), 1)], rules: { carry_until: null }, expected: [100, 118] },
    { periods: [day(february, 1)], rules: { carry_limit: 0 }, expected: [100, 98] },
    { periods: [day(february, 1)], rules: { carry_limit: 2 }, expected: [100, 100] },
    // Below zero: nothing is carried that could be taken first.
    { periods: [day(february, 1)], rules: { allowance: 0, overdraft: 20 }, expected: [0, -2] },
    { periods: [day(february, 1)], rules: { allowance: 0, overdraft: 20 }, corrected: -4, expected: [-4, -6] },
    { periods: [day(february, 1)], rules: { allowance: 0, overdraft: 20 }, corrected: 4, expected: [4, 0] },
    { periods: [day(february, 1)], rules: { granted: 'monthly' }, expected: [100, 100] },
  ]) {
    await setRules(rules)
    if (corrected) await correct(corrected)
    const ids: number[] = []
    const context = JSON.stringify({ periods, rules, corrected })
    for (const period of periods) {
      const preview: LeavePreview = await okBody(dev(`GET /api/leave/preview/?type=${type}&from=${period.from}&to=${period.to}`))
      ids.push((await okBody(dev('POST /api/leave/', { type, ...period }))).id)
      assert.deepEqual(preview.years, [{ ...preview.years[0], year: next, left: (await balance(next)).left }], context)
    }
    assert.deepEqual(await left(), expected, context)
    const pending = await balance(next)
    assert.equal(pending.entitled - pending.taken - pending.pending, pending.left)
    for (const id of ids) {
      await okBody(pam(`POST /api/leave/${id}/approve/`, {}))
      await okBody(hana(`POST /api/leave/${id}/approve/`, {}))
      assert.deepEqual(await left(), expected, context)
    }
    const { entitled, taken } = await balance(next)
    assert.deepEqual([entitled, taken], [pending.entitled, pending.pending], context)
    for (const id of ids) await okBody(hana(`POST /api/leave/${id}/cancel/`))
    if (corrected) await correct(-corrected)
  }
})

test('the balances of all are those that each person reads', async () => {
  await setRules()
  const { id } = await okBody(dev('POST /api/leave/', { type, ...day(february, 2) }))
  const all = await okBody(hana('GET /api/leave-balances/'))
  const own = all.people.find((each: { person: number }) => each.person === people.dev.id)
  assert.deepEqual(own.balances, (await okBody(dev(`GET /api/people/${people.dev.id}/leave/`))).balances)
  await okBody(dev(`POST /api/leave/${id}/cancel/`))
})

test('a request over the turn of the year, and one in this year, change what is carried into the next', async () => {
  await setRules({ carry_until: null })
  const turn = { from: `${year}-12-28`, to: `${next}-01-08` }
  const { id } = await okBody(dev('POST /api/leave/', { type, ...turn }))
  const [before, after] = await left()
  const { pending } = await balance(year)
  assert.deepEqual([before, after], [100 - pending, 120 - (await balance(next)).pending])
  await setRules({ allowance: 4, overdraft: 30, carry_until: null })
  const whilePending = await left()
  await okBody(pam(`POST /api/leave/${id}/approve/`, {}))
  await okBody(hana(`POST /api/leave/${id}/approve/`, {}))
  assert.deepEqual(await left(), whilePending)
})
