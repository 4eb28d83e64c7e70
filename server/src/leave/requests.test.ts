import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, type LeaveRequest, leaveProblems } from 'contract'
import { sendPart } from '../files/testing.ts'
import { hrRows, type Name, okBody, outcome, people, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev, dana, hana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana'), as('hana')]
const type = hrRows.acme

/** Mondays to come, a different one each time. */
let monday = addDays(today(), (8 - new Date(today()).getUTCDay()) % 7)
const nextMonday = () => {
  monday = addDays(monday, 7)
  return monday
}

type Period = { from: string; to: string; starts_at_noon?: boolean; ends_at_noon?: boolean; person?: number; type?: number }
const request = async (caller: typeof dev, period: Period): Promise<LeaveRequest> =>
  okBody(caller('POST /api/leave/', { type, ...period }))
const balance = async (of: Name, day: string) => {
  const { balances } = await okBody(hana(`GET /api/people/${people[of].id}/leave/?year=${day.slice(0, 4)}`))
  return balances.find((each: { type: number }) => each.type === type)
}
const told = async (who: Name) =>
  (await query('select message from notifications where person_id = $1 order by id desc limit 1', people[who].id))[0]?.message

await okBody(
  hana('PUT /api/leave-types/1/policies/2026/', {
    allowance: 50,
    granted: 'yearly',
    carry_limit: 0,
    carry_until: null,
    overdraft: 0,
  }),
)

test('a manager approves, and then HR; only then are the days taken', async () => {
  const from = nextMonday()
  const before = await balance('dev', from)
  const { id, ...made } = await request(dev, { from, to: addDays(from, 4) })
  assert.deepEqual(
    [made.half_days, made.status, made.stage, made.waits_for, made.may_decide, made.may_cancel, made.details?.type],
    [10, 'pending', 'manager', [{ id: people.pam.id, full_name: 'Pam' }], false, true, type],
  )
  assert.deepEqual(await balance('dev', from), { ...before, pending: before.pending + 10, left: before.left - 10 })
  assert.match(String(await told('pam')), /^Dev asks for leave: /)

  for (const [caller, status] of [
    [hana, 403],
    [dev, 403],
    [ann, 404],
    [max, 404],
    [dana, 404],
  ] as const)
    assert.equal((await caller(`POST /api/leave/${id}/approve/`, {})).status, status)
  const first: LeaveRequest = await okBody(pam(`POST /api/leave/${id}/approve/`, { reason: 'Fine.' }))
  assert.deepEqual([first.status, first.stage, first.may_decide, first.details], ['pending', 'hr', false, null])
  assert.deepEqual(await outcome(await pam(`POST /api/leave/${id}/approve/`, {})), [403, { detail: leaveProblems.notYours }])
  const second: LeaveRequest = await okBody(hana(`POST /api/leave/${id}/approve/`, {}))
  assert.deepEqual(
    [second.status, second.stage, second.decisions.map(({ stage, decided_by, reason }) => [stage, decided_by.full_name, reason])],
    [
      'approved',
      null,
      [
        ['manager', 'Pam', 'Fine.'],
        ['hr', 'Hana', ''],
      ],
    ],
  )
  assert.match(String(await told('dev')), /^Hana approved your leave: /)
  assert.match(String(await told('pam')), /^Dev is away: /)
  assert.deepEqual(await balance('dev', from), { ...before, taken: before.taken + 10, left: before.left - 10 })
  assert.deepEqual(await outcome(await hana(`POST /api/leave/${id}/approve/`, {})), [400, { detail: leaveProblems.decided }])

  // Cancelling before the first day returns the days.
  await okBody(dev(`POST /api/leave/${id}/cancel/`))
  assert.deepEqual(await balance('dev', from), before)
  const { results } = await okBody(dev(`GET /api/people/${people.dev.id}/leave/ledger/?type=${type}`))
  const own = results.filter((entry: { request: number }) => entry.request === id)
  assert.deepEqual(
    own.map((entry: { kind: string; half_days: number; by: { full_name: string } }) => [
      entry.kind,
      entry.half_days,
      entry.by.full_name,
    ]),
    [
      ['returned', 10, 'Dev'],
      ['taken', -10, 'Hana'],
    ],
  )
})

test('a request is declined with a reason, which the person reads', async () => {
  const from = nextMonday()
  const { id } = await request(dev, { from, to: from })
  const declined = await okBody(pam(`POST /api/leave/${id}/decline/`, { reason: 'The launch is on Tuesday.' }))
  assert.deepEqual([declined.status, declined.half_days, declined.may_cancel], ['declined', 2, false])
  const shown: LeaveRequest = await okBody(dev(`GET /api/leave/${id}/`))
  assert.equal(shown.decisions[0]?.reason, 'The launch is on Tuesday.')
  // The days are free again.
  const again = await request(dev, { from, to: from })
  await okBody(dev(`POST /api/leave/${again.id}/cancel/`))
})

test('two requests of one person may not meet, not even at noon; the other one is named', async () => {
  const from = nextMonday()
  const morning = await request(dev, { from, to: from, ends_at_noon: true })
  const afternoon = await request(dev, { from, to: from, starts_at_noon: true })
  assert.deepEqual([morning.half_days, afternoon.half_days], [1, 1])
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(from))
  assert.deepEqual(outcome(await dev('POST /api/leave/', { type, from: addDays(from, -3), to: from, ends_at_noon: true })), [
    400,
    { from: [leaveProblems.overlap(`${words} (morning)`)] },
  ])
  // Two at the same moment: one of them is made.
  const next = nextMonday()
  const both = await Promise.all([1, 2].map(() => dev('POST /api/leave/', { type, from: next, to: next })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400])
})

test('no more than what is left is granted, unless the rules let the balance fall below zero', async () => {
  const from = nextMonday()
  const { left } = await balance('dana', from)
  await okBody(
    hana(`POST /api/people/${people.dana.id}/leave/corrections/`, {
      type,
      day: from,
      half_days: 1 - left,
      reason: 'Taken before',
    }),
  )
  const refused = await dana('POST /api/leave/', { type, from, to: from })
  assert.deepEqual(outcome(refused), [400, { to: [leaveProblems.tooMuch('0.5 days')] }])
  const rules = { allowance: 50, granted: 'yearly', carry_limit: 0, carry_until: null }
  await okBody(hana(`PUT /api/leave-types/${type}/policies/2026/`, { ...rules, overdraft: 1 }))
  await request(dana, { from, to: from })
  await okBody(hana(`PUT /api/leave-types/${type}/policies/2026/`, { ...rules, overdraft: 0 }))
})

test('days off of the schedule and holidays cost nothing; of half a holiday, the morning is worked', async () => {
  const from = nextMonday()
  await okBody(hana(`PATCH /api/people/${people.deb.id}/job/`, { location: hrRows.acme }))
  await okBody(hana(`POST /api/locations/${hrRows.acme}/holidays/`, { day: addDays(from, 1), name: 'Fair' }))
  await okBody(hana(`POST /api/locations/${hrRows.acme}/holidays/`, { day: addDays(from, 2), name: 'Eve', is_half: true }))
  await okBody(hana(`PUT /api/people/${people.deb.id}/schedules/${from}/`, { minutes: [480, 480, 480, 480, 0, 0, 0] }))
  const deb = as('deb')
  const period = { from, to: addDays(from, 6) }
  const preview = await okBody(deb(`GET /api/leave/preview/?type=${type}&from=${period.from}&to=${period.to}`))
  assert.deepEqual(
    [preview.half_days, preview.holidays, preview.problems],
    [
      5,
      [
        { day: addDays(from, 1), name: 'Fair', is_half: false },
        { day: addDays(from, 2), name: 'Eve', is_half: true },
      ],
      [],
    ],
  )
  const { id, half_days } = await request(deb, period)
  assert.equal(half_days, 5)
  const cost = async () => (await okBody(deb(`GET /api/leave/${id}/`))).half_days
  // Changes of holidays and schedules are counted again, also of what is approved already.
  await okBody(max(`POST /api/leave/${id}/approve/`, {}))
  await okBody(hana(`POST /api/leave/${id}/approve/`, {}))
  const [{ id: fair } = {}] = await query(`select id::float8 from holidays where name = 'Fair'`)
  await okBody(hana(`DELETE /api/holidays/${fair}/`))
  assert.equal(await cost(), 7)
  await okBody(hana(`PUT /api/people/${people.deb.id}/schedules/${addDays(from, 1)}/`, { minutes: [0, 0, 0, 480, 480, 0, 0] }))
  assert.equal(await cost(), 6)
  assert.equal((await balance('deb', from)).taken, 6)
})

test('leave that needs no approval counts at once; the manager and HR are told that the person is away', async () => {
  const sickness = await okBody(
    hana('POST /api/leave-types/', {
      ...{ name: 'Sickness', color: 'rose', needs_approval: false, allows_half_days: true, proof: 'none' },
      policy: { allowance: null, granted: 'yearly', carry_limit: null, carry_until: null, overdraft: 0 },
    }),
  )
  const from = nextMonday()
  const made = await request(dev, { type: sickness.id, from, to: from })
  assert.deepEqual([made.status, made.decisions], ['approved', []])
  for (const who of ['pam', 'hana'] as const) assert.match(String(await told(who)), /^Dev is away: /)
  // HR enters it for others, who are told.
  const entered = await request(hana, { type: sickness.id, person: people.dana.id, from, to: from })
  assert.deepEqual(
    [entered.status, entered.created_by.full_name, entered.decisions[0]?.decided_by.full_name],
    ['approved', 'Hana', 'Hana'],
  )
  assert.match(String(await told('dana')), /^Hana entered leave for you: /)
  assert.match(String(await told('pam')), /^Dana is away: /)
  assert.deepEqual(outcome(await pam('POST /api/leave/', { type, person: people.dana.id, from, to: from })), [
    400,
    { person: [leaveProblems.onlyOwn] },
  ])
  // Of an archived type, nothing is requested any more.
  await okBody(hana(`PATCH /api/leave-types/${sickness.id}/`, { is_archived: true }))
  assert.deepEqual(outcome(await dev('POST /api/leave/', { type: sickness.id, from: nextMonday(), to: monday })), [
    400,
    { type: [leaveProblems.type] },
  ])
})

test('a document that a type needs is uploaded before, and belongs to the request then', async () => {
  const parental = await okBody(
    hana('POST /api/leave-types/', {
      ...{ name: 'Parental', color: 'iris', needs_approval: true, allows_half_days: false, proof: 'document' },
      policy: { allowance: null, granted: 'yearly', carry_limit: null, carry_until: null, overdraft: 0 },
    }),
  )
  const from = nextMonday()
  const wish = { type: parental.id, from, to: from }
  assert.deepEqual(outcome(await dev('POST /api/leave/', { ...wish, ends_at_noon: true })), [
    400,
    { ends_at_noon: [leaveProblems.wholeDays], documents: [leaveProblems.document] },
  ])
  const bytes = Buffer.from('A certificate')
  const upload = await okBody(dev('POST /api/leave/uploads/', { name: 'Certificate.txt', size: bytes.length }))
  const { file } = await okBody(sendPart(dev, upload.id, bytes, 0))
  const content = `GET /api/documents/${file.id}/content/`
  assert.deepEqual([(await dev(content)).status, (await hana(content)).status], [200, 404])
  const others = await dana('POST /api/leave/', { ...wish, documents: [file.id] })
  assert.deepEqual(outcome(others), [400, { documents: [leaveProblems.unknownDocument] }])
  const made: LeaveRequest = await okBody(dev('POST /api/leave/', { ...wish, documents: [file.id] }))
  assert.deepEqual(
    made.details?.documents.map(({ name }) => name),
    ['Certificate.txt'],
  )
  const statuses = await Promise.all([dev, hana, pam, ann].map(async (caller) => (await caller(content)).status))
  assert.deepEqual(statuses, [200, 200, 404, 404])
  assert.equal((await okBody(pam(`GET /api/leave/${made.id}/`))).details, null)
  // It is none of the documents that HR keeps about the person.
  const { documents } = await okBody(hana(`GET /api/people/${people.dev.id}/`))
  assert.ok(documents.every(({ name }: { name: string }) => name !== 'Certificate.txt'))
  const again = await dev('POST /api/leave/', { ...wish, from: nextMonday(), to: monday, documents: [file.id] })
  assert.deepEqual(outcome(again), [400, { documents: [leaveProblems.unknownDocument] }])
})

test('while those who decide are away, the next ones do; nobody decides about their own leave', async () => {
  const away = async (who: Name) => {
    const { id } = people[who]
    await query(
      `insert into leave_requests (tenant_id, person_id, type_id, from_day, to_day, status, created_by)
       values (1, $1, 1, current_date - 1, current_date + 1, 'approved', $1)`,
      id,
    )
  }
  const waitsFor = async (id: number, reader = dev) =>
    (await okBody(reader(`GET /api/leave/${id}/`))).waits_for.map(({ full_name }: { full_name: string }) => full_name)
  const from = nextMonday()
  const { id } = await request(dev, { from, to: from })
  assert.deepEqual(await waitsFor(id), ['Pam'])
  await away('pam')
  assert.deepEqual(await waitsFor(id), ['Hana'])
  assert.equal((await pam(`POST /api/leave/${id}/approve/`, {})).status, 404)
  await away('hana')
  assert.deepEqual(await waitsFor(id), ['Ann'])
  const mine: { results: LeaveRequest[] } = await okBody(ann('GET /api/leave/?show=to_decide'))
  assert.ok(mine.results.some((each) => each.id === id))
  const decided: LeaveRequest = await okBody(ann(`POST /api/leave/${id}/approve/`, {}))
  assert.deepEqual([decided.status, decided.decisions[0]?.stage, decided.details], ['approved', 'hr', null])
  // Everybody is away: it waits for HR.
  await away('ann')
  const later = await request(dev, { from: nextMonday(), to: monday })
  assert.deepEqual(await waitsFor(later.id), ['Hana'])
  await query(`delete from leave_requests where from_day < current_date and tenant_id = 1 and note = ''`)
  // HR has been asked: it stays with HR also when Pam is back.
  assert.deepEqual(await waitsFor(later.id), ['Hana'])

  // Of HR's own leave, an administrator decides where there is nobody else in HR.
  const own = await request(hana, { from, to: from })
  assert.deepEqual(await waitsFor(own.id, hana), ['Ann'])
  assert.equal((await hana(`POST /api/leave/${own.id}/approve/`, {})).status, 403)
  await okBody(ann(`POST /api/leave/${own.id}/approve/`, {}))
  // A setting leaves everything to HR.
  await okBody(hana('PATCH /api/leave-settings/', { approval: 'hr' }))
  assert.deepEqual(await waitsFor(later.id), ['Hana'])
  await okBody(hana('PATCH /api/leave-settings/', { approval: 'manager_then_hr' }))
})

test('the person cancels before the first day, HR also later', async () => {
  const { id } = await request(dev, { from: nextMonday(), to: monday })
  await okBody(pam(`POST /api/leave/${id}/approve/`, {}))
  await okBody(hana(`POST /api/leave/${id}/approve/`, {}))
  await query('update leave_requests set from_day = current_date - 30, to_day = current_date - 29 where id = $1', id)
  assert.deepEqual(outcome(await dev(`POST /api/leave/${id}/cancel/`)), [400, { detail: leaveProblems.begun }])
  assert.equal((await pam(`POST /api/leave/${id}/cancel/`)).status, 403)
  assert.equal((await okBody(hana(`POST /api/leave/${id}/cancel/`))).status, 'cancelled')
  assert.match(String(await told('dev')), /^Hana cancelled your leave: /)
  assert.deepEqual(outcome(await hana(`POST /api/leave/${id}/cancel/`)), [400, { detail: leaveProblems.ended }])

  // Nobody in HR returns days to themself that they have had.
  const own = await request(hana, { from: nextMonday(), to: monday })
  await okBody(ann(`POST /api/leave/${own.id}/approve/`, {}))
  await query('update leave_requests set from_day = current_date - 30, to_day = current_date - 29 where id = $1', own.id)
  assert.deepEqual(outcome(await hana(`POST /api/leave/${own.id}/cancel/`)), [400, { detail: leaveProblems.begun }])
})

test('requests of those who have left wait for nobody', async () => {
  const { id } = await request(as('una'), { from: nextMonday(), to: monday })
  const waiting = async () =>
    (await okBody(hana('GET /api/leave/?show=to_decide'))).results.some((each: LeaveRequest) => each.id === id)
  assert.equal(await waiting(), true)
  await query('update people set is_active = false where id = $1', people.una.id)
  assert.equal(await waiting(), false)
  await query('update people set is_active = true where id = $1', people.una.id)
})

test('today is the day where the person is, from Auckland to Los Angeles', async () => {
  const day = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
  const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
  for (const zone of zones) {
    const location = await okBody(hana('POST /api/locations/', { name: zone, timezone: zone }))
    await okBody(hana(`PATCH /api/people/${people.una.id}/job/`, { location: location.id }))
    for (const table of ['leave_ledger', 'leave_days', 'leave_requests'])
      await query(`delete from ${table} where person_id = $1`, people.una.id)
    for (const from of [day(zone), addDays(day(zone), 1)])
      await query(
        `insert into leave_requests (tenant_id, person_id, type_id, from_day, to_day, ends_at_noon, status, created_by)
         values (1, $1, 1, $2, $2, true, 'approved', $1)`,
        people.una.id,
        from,
      )
    const directory = await okBody(dev('GET /api/directory/'))
    const una = directory.find(({ id }: { id: number }) => id === people.una.id)
    const { results } = await okBody(hana(`GET /api/leave/?show=all&person=${people.una.id}`))
    const shown = { away_until: una.away_until, open: results.map(({ from }: { from: string }) => from).sort() }
    assert.deepEqual(shown, { away_until: day(zone), open: [day(zone), addDays(day(zone), 1)] }, zone)
    const [ofTomorrow, ofToday] = await okBody(as('una')('GET /api/leave/?show=own')).then(({ results: own }) => own)
    assert.deepEqual([ofToday.may_cancel, ofTomorrow.may_cancel], [false, true], zone)
  }
})
