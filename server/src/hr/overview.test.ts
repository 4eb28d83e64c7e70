import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type HrOverview } from 'contract'
import { hrRows, okBody, people, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const read = (): Promise<HrOverview> => okBody(as('hana')('GET /api/hr-overview/'))
const setDates = (who: { id: number }, starts_on: string | null, ends_on: string | null = null) =>
  query('update people set starts_on = $2, ends_on = $3 where id = $1', who.id, starts_on, ends_on)
const { dev, dana, pam, deb } = people
/** The same day, some years ago. */
const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

test('who joins and leaves is listed while it is near', async () => {
  await setDates(dev, addDays(today(), -14))
  await setDates(dana, addDays(today(), 60))
  await setDates(pam, addDays(today(), -15), addDays(today(), 90))
  await setDates(deb, addDays(today(), 61), addDays(today(), 91))
  const { joiners, leavers } = await read()
  assert.deepEqual(
    joiners.map(({ person }) => person.full_name),
    ['Dev', 'Dana'],
  )
  assert.deepEqual(leavers, [{ person: { id: pam.id, full_name: 'Pam' }, ends_on: addDays(today(), 90) }])
})

test('anniversaries are whole years, also across the turn of the year', async () => {
  const soon = addDays(today(), 30)
  await setDates(dev, yearsBefore(soon, 3))
  await setDates(dana, yearsBefore(addDays(today(), 31), 2))
  await setDates(pam, yearsBefore(today(), 10))
  // Today is the first day.
  await setDates(deb, today())
  const { anniversaries } = await read()
  assert.deepEqual(
    anniversaries.map(({ person, years }) => `${person.full_name} ${years}`),
    ['Pam 10', 'Dev 3'],
  )
  await setDates(pam, yearsBefore(today(), 10), addDays(today(), -1))
  assert.deepEqual(
    (await read()).anniversaries.map(({ person }) => person.full_name),
    ['Dev'],
  )
})

test('documents are listed when they expire, until they are replaced', async () => {
  const set = (expires_on: string) => query('update documents set expires_on = $2 where id = $1', hrRows.acme, expires_on)
  await set(addDays(today(), 61))
  assert.deepEqual((await read()).documents, [])
  await set(addDays(today(), -5))
  assert.deepEqual((await read()).documents, [
    { id: hrRows.acme, name: 'visa.pdf', person: { id: dev.id, full_name: 'Dev' }, expires_on: addDays(today(), -5) },
  ])
})

test('the figures count people by department, leave by month and type, and new applicants', async () => {
  await query(`update people set department = 'IT' where tenant_id = 1 and is_active and id <> $1`, dev.id)
  await query(`update people set department = 'R&D' where id = $1`, dev.id)
  const { headcount, leave, new_applications } = await read()
  assert.equal(headcount[0]?.department, 'IT')
  assert.deepEqual(headcount.at(-1), { department: 'R&D', people: 1 })
  assert.equal(new_applications, 1)
  assert.deepEqual(leave, [])
  const month = today().slice(0, 7)
  const [day, before] = [`${month}-01`, addDays(`${month}-01`, -400)]
  const takeFrom = async (from: string, to: string, days: readonly string[]) => {
    await query(
      `update leave_requests set status = 'approved', stage = null, from_day = $2, to_day = $3, half_days = $4 where id = $1`,
      ...[hrRows.acme, from, to, 2 * days.length],
    )
    await query(`delete from leave_days where tenant_id = 1`)
    for (const each of days)
      await query(
        `insert into leave_days (tenant_id, person_id, day, half, leave_id) values (1, $1, $2, 0, $3), (1, $1, $2, 1, $3)`,
        ...[dev.id, each, hrRows.acme],
      )
    return (await read()).leave
  }
  const type = hrRows.acme
  const lastMonth = addDays(day, -1)
  assert.deepEqual(await takeFrom(before, day, [before, day]), [{ month, type, half_days: 2 }], 'that began before the chart')
  assert.deepEqual(
    await takeFrom(addDays(lastMonth, -1), addDays(day, 1), [addDays(lastMonth, -1), lastMonth, day]),
    [
      { month: lastMonth.slice(0, 7), type, half_days: 4 },
      { month, type, half_days: 2 },
    ],
    'in two months',
  )
  assert.deepEqual(await takeFrom(day, addDays(day, 3), [day, addDays(day, 3)]), [{ month, type, half_days: 4 }], 'in one month')
  assert.deepEqual(await takeFrom(day, day, []), [], 'on days off')
  assert.deepEqual(await takeFrom(addDays(day, 40), addDays(day, 40), [addDays(day, 40)]), [], 'after this month')
})
