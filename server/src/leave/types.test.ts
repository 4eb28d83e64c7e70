import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type LeaveBalance, type LeaveEntry, type LeaveType, leaveTypeProblems } from 'contract'
import { type Name, okBody, outcome, people, testApp, today } from '../testing/world.ts'
import { continueLedgers } from './nightly.ts'

const { as, query, pools } = await testApp({ RATE_LIMIT: '0' })
const [ann, dev, dana, hana] = [as('ann'), as('dev'), as('dana'), as('hana')]
const log = { info: () => undefined, warn: () => undefined, error: (details: object) => assert.fail(JSON.stringify(details)) }
const year = Number(today().slice(0, 4))

const types = async (): Promise<LeaveType[]> => okBody(hana('GET /api/leave-types/'))
const holiday = async () => (await types()).find(({ name }) => name === 'Holiday')?.id ?? assert.fail('There is no type.')
const balanceOf = async (of: Name, inYear = year): Promise<LeaveBalance> => {
  const { balances } = await okBody(hana(`GET /api/people/${people[of].id}/leave/?year=${inYear}`))
  const type = await holiday()
  return balances.find((each: LeaveBalance) => each.type === type)
}
const ledgerOf = async (of: Name, reader = hana): Promise<LeaveEntry[]> =>
  (await okBody(reader(`GET /api/people/${people[of].id}/leave/ledger/`))).results
const policy = { allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31', overdraft: 0 }

/** Without the types of the world, as in a workspace that has never used leave. */
for (const table of ['leave_ledger', 'leave_days', 'leave_decisions', 'leave_requests', 'leave_policies', 'leave_types'])
  await query(`delete from ${table} where tenant_id = 1`)

test('setting up adds four types once, and grants everybody this year and the next', async () => {
  assert.deepEqual(await types(), [])
  const made: LeaveType[] = await okBody(hana('POST /api/leave-types/set-up/'))
  assert.deepEqual(
    made.map(({ name, needs_approval, policies }) => [name, needs_approval, policies.map((each) => [each.year, each.allowance])]),
    [
      ['Holiday', true, [[year, 50]]],
      ['Parental leave', true, [[year, null]]],
      ['Sickness', false, [[year, null]]],
      ['Unpaid leave', true, [[year, null]]],
    ],
  )
  assert.deepEqual(outcome(await hana('POST /api/leave-types/set-up/')), [400, { detail: leaveTypeProblems.isSetUp }])
  const type = await holiday()
  assert.deepEqual(await balanceOf('dev'), { type, entitled: 50, taken: 0, pending: 0, left: 50 })
  // Ten are carried over, and lost at the end of March.
  assert.deepEqual(await balanceOf('dev', year + 1), { type, entitled: 50, taken: 0, pending: 0, left: 50 })
  const rows = (await ledgerOf('dev')).map(({ day, kind, half_days, reason, by }) => [
    day,
    kind,
    half_days,
    reason,
    by?.full_name,
  ])
  assert.deepEqual(rows, [
    [`${year + 1}-04-01`, 'expiry', -10, `Carried over from ${year}, and not taken in time`, 'Hana'],
    [`${year + 1}-01-01`, 'expiry', -40, `Not carried over from ${year}`, 'Hana'],
    [`${year + 1}-01-01`, 'grant', 50, `Granted for ${year + 1}`, 'Hana'],
    [`${year}-01-01`, 'grant', 50, `Granted for ${year}`, 'Hana'],
  ])
})

test('other rules add rows that make up the difference; nothing in a ledger changes', async () => {
  const type = await holiday()
  const before = await ledgerOf('dana')
  await okBody(hana(`PUT /api/leave-types/${type}/policies/${year + 1}/`, { ...policy, allowance: 60 }))
  assert.equal((await balanceOf('dana', year + 1)).entitled, 60)
  const after = await ledgerOf('dana')
  const added = after.filter(({ id }) => !before.some((each) => each.id === id))
  assert.deepEqual(
    added.map(({ day, kind, half_days, reason }) => [day, kind, half_days, reason]),
    [[`${year + 1}-01-01`, 'grant', 10, 'The rules have changed']],
  )
  assert.deepEqual(
    after.filter(({ id }) => before.some((each) => each.id === id)),
    before,
  )
  await okBody(hana(`DELETE /api/leave-types/${type}/policies/${year + 1}/`))
  assert.equal((await balanceOf('dana', year + 1)).entitled, 50)
  assert.equal((await hana(`DELETE /api/leave-types/${type}/policies/${year + 1}/`)).status, 404)
  const last = await hana(`DELETE /api/leave-types/${type}/policies/${year}/`)
  assert.deepEqual(outcome(last), [400, { detail: leaveTypeProblems.lastPolicy }])
  // The database itself refuses to change or delete a row.
  for (const statement of ['update leave_ledger set half_days = 1', 'delete from leave_ledger'])
    await assert.rejects(pools.workspace.query(statement), /permission denied/)
})

test('those who join or leave within the year are granted their part; newcomers at once', async () => {
  const leap = (y: number) => (y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0) ? 366 : 365)
  await okBody(hana(`PATCH /api/people/${people.deb.id}/job/`, { starts_on: `${year}-09-01` }))
  // 122 days of the year, rounded to the nearest half day.
  assert.equal((await balanceOf('deb')).entitled, Math.round((50 * 122) / leap(year)))
  await okBody(hana(`PATCH /api/people/${people.deb.id}/job/`, { ends_on: `${year}-10-31` }))
  assert.equal((await balanceOf('deb')).entitled, Math.round((50 * 61) / leap(year)))
  await okBody(hana(`PATCH /api/people/${people.deb.id}/job/`, { starts_on: null, ends_on: null }))

  const form = { full_name: 'Nia', email: 'nia@acme.test', role: 'developer', job_title: 'Engineer', department: 'Engineering' }
  const nia = await okBody(ann('POST /api/employees/', form))
  const { balances } = await okBody(hana(`GET /api/people/${nia.id}/leave/`))
  assert.equal(balances[0].entitled, 50)
  const list = `full_name,email,role,job_title,department\nOle,ole@acme.test,developer,Engineer,Engineering`
  await okBody(ann('POST /api/employees/import/', { text: list }))
  const [{ granted } = {}] = await query(
    `select sum(half_days)::int as granted from leave_ledger where day <= $1 and person_id = (select id from people where email = 'ole@acme.test')`,
    `${year}-12-31`,
  )
  assert.equal(granted, 50)
})

test('HR corrects a balance with a reason, which the person reads', async () => {
  const type = await holiday()
  const { left } = await balanceOf('dana')
  const entry: LeaveEntry = await okBody(
    hana(`POST /api/people/${people.dana.id}/leave/corrections/`, {
      type,
      day: today(),
      half_days: -3,
      reason: 'Taken before Atrium',
    }),
  )
  assert.deepEqual(
    [entry.kind, entry.half_days, entry.by?.full_name, entry.reason],
    ['correction', -3, 'Hana', 'Taken before Atrium'],
  )
  assert.equal((await balanceOf('dana')).left, (left ?? 0) - 3)
  const read = (await ledgerOf('dana', dana)).find(({ id }) => id === entry.id)
  assert.deepEqual(read, entry)
  // Less is left to be lost at the end of the year.
  assert.ok(
    (await ledgerOf('dana')).some(({ reason, half_days }) => reason === 'Corrected: Taken before Atrium' && half_days === 3),
  )
  assert.equal((await dev(`GET /api/people/${people.dana.id}/leave/`)).status, 403)
})

test('the balances of all are those of each', async () => {
  const all: { year: number; people: { person: number; balances: LeaveBalance[] }[] } = await okBody(
    hana('GET /api/leave-balances/'),
  )
  assert.equal(all.year, year)
  assert.equal(all.people.length, (await okBody(hana('GET /api/directory/'))).length)
  for (const { person, balances } of all.people) {
    const own = await okBody(hana(`GET /api/people/${person}/leave/`))
    assert.deepEqual(own.balances, balances)
  }
})

test('each night, ledgers go on to the end of next year, and its days cost what its holidays leave', async () => {
  const type = await holiday()
  const monday = addDays(`${year + 1}-06-01`, (8 - new Date(`${year + 1}-06-01`).getUTCDay()) % 7)
  const made = await okBody(dev('POST /api/leave/', { type, from: monday, to: monday }))
  assert.equal(made.half_days, 2)
  const { location } = (await okBody(hana('GET /api/directory/'))).find(({ id }: { id: number }) => id === people.dev.id)
  const place = location ?? (await okBody(hana('POST /api/locations/', { name: 'Home', timezone: 'UTC', is_default: true }))).id
  // As the nightly job that fills in holidays does it, without telling anybody.
  await query(`insert into holidays (tenant_id, location_id, day, name) values (1, $1, $2, 'Fair')`, place, monday)
  await query(`delete from leave_ledger where tenant_id = 1 and day >= $1`, `${year + 1}-01-01`)
  assert.ok((await continueLedgers({ pools, log })) >= 1)
  assert.equal((await okBody(dev(`GET /api/leave/${made.id}/`))).half_days, 0)
  assert.equal((await balanceOf('dev', year + 1)).entitled, 50)
  const grant = (await ledgerOf('dev')).find(({ day, kind }) => day === `${year + 1}-01-01` && kind === 'grant')
  assert.equal(grant?.by, null)
  const count = async () => (await query('select count(*)::int as n from leave_ledger'))[0]?.n
  const before = await count()
  await continueLedgers({ pools, log })
  assert.equal(await count(), before)
})
