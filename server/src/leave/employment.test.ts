import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Absence,
  addDays,
  hoursIn,
  isAssignable,
  type LeaveBalance,
  type LeaveRequest,
  leaveProblems,
  type PersonCapacity,
} from 'contract'
import { endOfWeek } from '../capacity/hours.ts'
import { dayInWords } from '../tenants/dates.ts'
import { hrRows, okBody, outcome, people, projects, tasks, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev, hana] = [as('ann'), as('pam'), as('dev'), as('hana')]
const type = hrRows.acme
const year = Number(today().slice(0, 4)) + 1
/** The first Monday of a month of next year. */
const mondayIn = (month: string) => {
  const first = `${year}-${month}-01`
  return addDays(first, (8 - new Date(first).getUTCDay()) % 7)
}
const monday = mondayIn('06')
const wednesday = addDays(monday, 2)

await query('delete from leave_policies where tenant_id = 1')
await okBody(
  hana(`PUT /api/leave-types/${type}/policies/${year}/`, {
    ...{ allowance: 100, granted: 'yearly', carry_limit: 0, carry_until: null, overdraft: 0 },
  }),
)

const changeJob = (change: object) => okBody(hana(`PATCH /api/people/${people.dev.id}/job/`, change))
const balance = async (): Promise<LeaveBalance | undefined> => {
  const { balances } = await okBody(hana(`GET /api/people/${people.dev.id}/leave/?year=${year}`))
  return balances.find((each: LeaveBalance) => each.type === type)
}
const taken = async () => (await balance())?.taken
const request = async (from: string, to: string, rest: object = {}): Promise<LeaveRequest> =>
  okBody(dev('POST /api/leave/', { type, from, to, ...rest }))
const enter = async (from: string, to: string, rest: object = {}): Promise<LeaveRequest> =>
  okBody(hana('POST /api/leave/', { person: people.dev.id, type, from, to, ...rest }))
const absences = async (from: string, to: string): Promise<Absence[]> => {
  const found: { absences: Absence[] } = await okBody(hana(`GET /api/absences/?from=${from}&to=${to}`))
  return found.absences.filter(({ person }) => person === people.dev.id)
}

test('leave is asked for within the time of employment only, by the person as by HR', async () => {
  await changeJob({ starts_on: wednesday, ends_on: addDays(wednesday, 14) })
  const [first, last] = [wednesday, addDays(wednesday, 14)]
  const tooEarly = leaveProblems.beforeFirstDay(dayInWords(first))
  const tooLate = leaveProblems.afterLastDay(dayInWords(last))
  for (const [from, to, problems] of [
    [monday, wednesday, { from: [tooEarly] }],
    [monday, addDays(monday, 1), { from: [tooEarly] }],
    [last, addDays(last, 1), { to: [tooLate] }],
    [addDays(last, 5), addDays(last, 6), { to: [tooLate] }],
    [monday, addDays(last, 1), { from: [tooEarly], to: [tooLate] }],
  ] as const) {
    for (const who of [dev, hana]) {
      const body = { type, from, to, ...(who === hana && { person: people.dev.id }) }
      assert.deepEqual(outcome(await who('POST /api/leave/', body)), [400, problems], `${from} ${to}`)
    }
    const preview = await okBody(dev(`GET /api/leave/preview/?type=${type}&from=${from}&to=${to}`))
    assert.deepEqual(preview.problems, Object.values(problems).flat())
  }
  const { id, half_days } = await request(first, first)
  assert.equal(half_days, 2)
  await okBody(dev(`POST /api/leave/${id}/cancel/`))
  await changeJob({ starts_on: null, ends_on: null })
})

test('a first or last day that is set, moved or removed computes again what leave costs', async () => {
  // Monday to Friday of one week, the last day only until noon.
  const { id } = await enter(monday, addDays(monday, 4), { ends_at_noon: true })
  const cost = async () => (await okBody(hana(`GET /api/leave/${id}/`))).half_days
  for (const [change, half_days] of [
    [{}, 9],
    [{ ends_on: wednesday }, 6],
    [{ ends_on: addDays(monday, 4) }, 9],
    [{ ends_on: addDays(monday, -1) }, 0],
    [{ ends_on: monday }, 2],
    [{ ends_on: null }, 9],
    [{ starts_on: wednesday }, 5],
    [{ starts_on: addDays(monday, 7) }, 0],
    [{ starts_on: addDays(monday, 1), ends_on: wednesday }, 4],
    [{ starts_on: addDays(monday, -700) }, 6],
    [{ starts_on: null, ends_on: null }, 9],
  ] as const) {
    await changeJob(change)
    assert.deepEqual([await cost(), await taken()], [half_days, half_days], JSON.stringify(change))
  }
  await okBody(hana(`POST /api/leave/${id}/cancel/`))
})

test('a schedule that begins after the last day of work, and a holiday then, change nothing', async () => {
  const { id } = await enter(monday, addDays(monday, 4))
  await changeJob({ ends_on: wednesday })
  await okBody(hana(`PUT /api/people/${people.dev.id}/schedules/${monday}/`, { minutes: [240, 240, 240, 240, 240, 240, 240] }))
  assert.equal(await taken(), 6)
  await okBody(hana(`DELETE /api/people/${people.dev.id}/schedules/${monday}/`))
  await okBody(hana(`POST /api/leave/${id}/cancel/`))
  await changeJob({ ends_on: null })
})

test('a request that waits, and is outside now, costs nothing, waits for no decision, and is not approved', async () => {
  const { id } = await request(addDays(monday, 7), addDays(monday, 8))
  const waiting = async () =>
    (await okBody(pam('GET /api/leave/?show=to_decide'))).results.some((each: LeaveRequest) => each.id === id)
  assert.ok(await waiting())
  assert.equal((await balance())?.pending, 4)
  await changeJob({ ends_on: wednesday })
  assert.ok(!(await waiting()))
  assert.equal((await balance())?.pending, 0)
  assert.deepEqual(outcome(await pam(`POST /api/leave/${id}/approve/`, {})), [400, { detail: leaveProblems.outsideEmployment }])
  await changeJob({ ends_on: null })
  assert.ok(await waiting())
  await okBody(pam(`POST /api/leave/${id}/decline/`, { reason: 'No.' }))
})

test('calendars and the directory show nobody as away before the first day of work or after the last one', async () => {
  const { id } = await enter(monday, addDays(monday, 4), { starts_at_noon: true, ends_at_noon: true })
  const period = { starts_at_noon: true, ends_at_noon: true, type }
  const shown = { person: people.dev.id, ...period, from: monday, to: addDays(monday, 4) }
  const all = [monday, addDays(monday, 6)] as const
  assert.deepEqual(await absences(...all), [shown])
  await changeJob({ ends_on: wednesday })
  assert.deepEqual(await absences(...all), [{ ...shown, to: wednesday, ends_at_noon: false }])
  assert.deepEqual(await absences(addDays(wednesday, 1), addDays(wednesday, 3)), [])
  await changeJob({ starts_on: addDays(monday, 1) })
  assert.deepEqual(await absences(...all), [
    { ...shown, from: addDays(monday, 1), starts_at_noon: false, to: wednesday, ends_at_noon: false },
  ])
  await changeJob({ starts_on: null, ends_on: addDays(monday, -1) })
  assert.deepEqual(await absences(...all), [])
  await changeJob({ ends_on: null })
  await okBody(hana(`POST /api/leave/${id}/cancel/`))

  const leave = await enter(addDays(today(), -3), addDays(today(), 3))
  const awayUntil = async () =>
    (await okBody(ann('GET /api/directory/'))).find((each: { id: number }) => each.id === people.dev.id).away_until
  assert.equal(await awayUntil(), addDays(today(), 3))
  await changeJob({ ends_on: addDays(today(), 1) })
  assert.equal(await awayUntil(), addDays(today(), 1))
  await changeJob({ ends_on: addDays(today(), -2) })
  assert.equal(await awayUntil(), null)
  await changeJob({ ends_on: null })
  await okBody(hana(`POST /api/leave/${leave.id}/cancel/`))
})

test('capacity is that of the days of employment', async () => {
  const nextMonday = addDays(endOfWeek(today(), 1), 1)
  await query('update tenants set first_day = 1 where id = 1')
  const hours = async () => {
    const found: PersonCapacity[] = await okBody(pam(`GET /api/projects/${projects.website}/capacity/`))
    const week = found.find(({ person }) => person === people.dev.id)?.weeks.at(1)
    return week && hoursIn(week)
  }
  assert.equal(await hours(), 36)
  await changeJob({ ends_on: addDays(nextMonday, 1) })
  assert.equal(await hours(), 16)
  await changeJob({ ends_on: addDays(nextMonday, -1) })
  assert.equal(await hours(), 0)
  await changeJob({ starts_on: addDays(nextMonday, 4), ends_on: null })
  assert.equal(await hours(), 4)
  await changeJob({ starts_on: null })
})

test('work is assigned to those who are employed', async () => {
  const isOffered = async () => {
    const { members } = await okBody(pam(`GET /api/projects/${projects.website}/`))
    return isAssignable(members.find(({ employee }: { employee: { id: number } }) => employee.id === people.dev.id))
  }
  const assign = () => pam('POST /api/subtasks/', { task: tasks.home_page, title: 'Slide', assigned_to: people.dev.id })
  const isIdle = async () =>
    (await okBody(ann('GET /api/attention/'))).idle.some(({ id }: { id: number }) => id === people.dev.id)
  await query('update subtasks set assigned_to_id = null where tenant_id = 1 and assigned_to_id = $1', people.dev.id)
  assert.deepEqual([await isOffered(), await isIdle()], [true, true])
  for (const [change, isEmployed, status] of [
    [{ ends_on: today() }, true, 201],
    [{ ends_on: addDays(today(), -1) }, false, 400],
    [{ starts_on: addDays(today(), 1), ends_on: null }, false, 400],
    [{ starts_on: today() }, true, 201],
  ] as const) {
    await changeJob(change)
    assert.deepEqual([await isOffered(), (await assign()).status], [isEmployed, status], JSON.stringify(change))
  }
  await query('update subtasks set assigned_to_id = null where tenant_id = 1 and assigned_to_id = $1', people.dev.id)
  await changeJob({ starts_on: addDays(today(), 1) })
  assert.equal(await isIdle(), false)
  await changeJob({ starts_on: null })
})
