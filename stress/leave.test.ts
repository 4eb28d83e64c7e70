// @long @alone: Random sequences of changes of a person's leave by the API, some of them at once: afterwards the ledger equals a fresh computation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, defaultSchedule, type LeavePeriod } from 'contract'
import { balances, halvesOf } from '../server/src/leave/testing-oracle.ts'
import { hrRows, people, testApp, today } from '../server/src/testing/world.ts'
import { figure, startRounds } from './size.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [dev, pam, hana] = [as('dev'), as('pam'), as('hana')]
const [type, person] = [hrRows.acme, people.dev.id]
const year = Number(today().slice(0, 4))
const first = `${year}-01-01`
const length = 729

const any = (from: number, to: number) => from + Math.floor(Math.random() * (to - from + 1))
const isTrue = () => Math.random() < 0.5
const anyDay = () => addDays(first, any(0, length))
const oneOf = <T>(all: readonly T[]) => all[any(0, all.length - 1)] as T

function anyPeriod(): LeavePeriod {
  const from = anyDay()
  return { from, to: addDays(from, any(0, 9)), starts_at_noon: isTrue(), ends_at_noon: isTrue() }
}

const ids = async (table: string) =>
  (await query(`select id::float8 from ${table} where tenant_id = 1`)).map(({ id }) => Number(id))

/** Calls that change leave. Many are refused, as they would be for people. */
const acts = [
  () => dev('POST /api/leave/', { type, ...anyPeriod() }),
  () => dev('POST /api/leave/', { type, ...anyPeriod() }),
  () => hana('POST /api/leave/', { type, person, ...anyPeriod() }),
  async () => pam(`POST /api/leave/${oneOf(await ids('leave_requests'))}/approve/`, {}),
  async () => hana(`POST /api/leave/${oneOf(await ids('leave_requests'))}/approve/`, {}),
  async () => hana(`POST /api/leave/${oneOf(await ids('leave_requests'))}/decline/`, { reason: 'No' }),
  async () => hana(`POST /api/leave/${oneOf(await ids('leave_requests'))}/cancel/`),
  () => hana(`POST /api/people/${person}/leave/corrections/`, { type, day: anyDay(), half_days: any(1, 9), reason: 'Because' }),
  () =>
    hana(`PUT /api/people/${person}/schedules/${anyDay()}/`, {
      minutes: [480, ...defaultSchedule.slice(1).map(() => any(0, 1) * 480)],
    }),
  () => hana(`POST /api/locations/${hrRows.acme}/holidays/`, { day: anyDay(), name: 'Fair', is_half: isTrue() }),
  async () => hana(`DELETE /api/holidays/${oneOf(await ids('holidays'))}/`),
  async () => hana(`PATCH /api/holidays/${oneOf(await ids('holidays'))}/`, { day: anyDay(), is_half: isTrue() }),
  () => hana(`PATCH /api/people/${person}/job/`, { starts_on: isTrue() ? anyDay() : null }),
  () =>
    hana(`PUT /api/leave-types/${type}/policies/${any(year - 1, year + 1)}/`, {
      ...{ allowance: oneOf([50, 61, null]), granted: oneOf(['yearly', 'monthly']), overdraft: 10 },
      ...{ carry_limit: oneOf([10, 0, null]), carry_until: oneOf(['03-31', null]) },
    }),
]

async function reset() {
  for (const table of [
    'leave_ledger',
    'leave_days',
    'leave_decisions',
    'leave_requests',
    'schedules',
    'holidays',
    'leave_policies',
  ])
    await query(`delete from ${table} where tenant_id = 1`)
  await query('update people set starts_on = null, location_id = $2 where id = $1', person, hrRows.acme)
  const rules = { allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31', overdraft: 0 }
  assert.equal((await hana(`PUT /api/leave-types/${type}/policies/${year}/`, rules)).status, 200)
  // Something to decide and to move.
  await query(
    `insert into holidays (tenant_id, location_id, day, name) values (1, $1, $2, 'Fair')`,
    hrRows.acme,
    addDays(first, 40),
  )
  const answer = await dev('POST /api/leave/', { type, from: addDays(first, 20), to: addDays(first, 26) })
  assert.equal(answer.status, 201)
}

async function compare() {
  const requests = (await query(
    `select id::float8, from_day::text as from, to_day::text as to, starts_at_noon, ends_at_noon, status from leave_requests
     where tenant_id = 1 and status in ('pending', 'approved')`,
  )) as unknown as (LeavePeriod & { id: number; status: string })[]
  const schedules = (await query(
    'select from_day::text as from, minutes from schedules where tenant_id = 1 order by from_day desc',
  )) as unknown as { from: string; minutes: number[] }[]
  const holidays = new Map(
    (await query('select day::text, is_half from holidays where tenant_id = 1')).map((row) => [
      String(row.day),
      row.is_half === true,
    ]),
  )
  const [{ starts_on = null } = {}] = (await query('select starts_on::text from people where id = $1', person)) as {
    starts_on?: string | null
  }[]
  const worked = (day: string): [boolean, boolean] => {
    if (starts_on !== null && day < starts_on) return [false, false]
    const minutes = schedules.find(({ from }) => from <= day)?.minutes ?? defaultSchedule
    const isWorked = (minutes[(new Date(day).getUTCDay() + 6) % 7] ?? 0) > 0 && holidays.get(day) !== false
    return [isWorked, isWorked && !holidays.has(day)]
  }
  const days = await query(`select day || ' ' || half as half from leave_days where tenant_id = 1`)
  const halves = requests.flatMap((period) => halvesOf(period, worked))
  assert.deepEqual(days.map(({ half }) => half).sort(), halves.sort())
  assert.equal(new Set(halves).size, halves.length)

  const approved = requests.filter(({ status }) => status === 'approved')
  const policies = (await query(
    'select year, allowance, granted, carry_limit, carry_until from leave_policies where tenant_id = 1',
  )) as unknown as Parameters<typeof balances>[0]['policies']
  const ledger = await query(
    'select day::text, half_days, key from leave_ledger where tenant_id = 1 and person_id = $1 and type_id = $2',
    ...[person, type],
  )
  const corrections = ledger
    .filter(({ key }) => key === null)
    .map((row) => ({ day: String(row.day), halves: Number(row.half_days) }))
  const fresh = balances(
    { policies, starts_on, ends_on: null, approved, corrections, worked },
    { first: year - 1, last: year + 1 },
  )
  // A request is in the ledger on its first day of a year.
  const isWithin = (day: string) => approved.some(({ from, to }) => from <= day && day < to)
  for (const [day, balance] of fresh) {
    if (isWithin(day) || day.slice(8) > '02') continue
    const sum = ledger.reduce((total, row) => (String(row.day) <= day ? total + Number(row.half_days) : total), 0)
    assert.equal(sum, balance, day)
  }
}

test('after any sequence of changes the ledger equals a fresh computation', async (t) => {
  const { left, done } = startRounds({ short: 25, whole: 10_000 })
  const statuses = new Map<number, number>()
  while (left()) {
    await reset()
    for (let n = any(1, 6); n > 0; n--) {
      const answers = await Promise.all(Array.from({ length: any(1, 3) }, () => oneOf(acts)()))
      for (const { status, body } of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        assert.ok([200, 201, 204, 400, 403, 404].includes(status), JSON.stringify(body))
      }
    }
    await compare()
  }
  figure(t, 'sequences', done())
  figure(t, 'answers', [...statuses].map(([status, times]) => `${status} × ${times}`).join(', '))
})
