import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Absence, addDays, leaveProblems } from 'contract'
import { hrRows, type Name, okBody, outcome, people, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const type = hrRows.acme
const [from, to] = [today(), addDays(today(), 27)]

/** Enters leave that begins today. */
const enter = (who: Name, days: number, noon: object = {}) =>
  okBody(as('hana')('POST /api/leave/', { person: people[who].id, type, from, to: addDays(from, days), ...noon }))
for (const who of ['dev', 'deb', 'pam'] as const) await enter(who, 4)
await enter('dana', 7, { starts_at_noon: true, ends_at_noon: true })

type Answer = { people: number[]; absences: Absence[]; holidays: { location: number; day: string }[] }
const seenBy = async (who: Name): Promise<Answer> => okBody(as(who)(`GET /api/absences/?from=${from}&to=${to}`))
const idsOf = (...names: Name[]) => names.map((name) => people[name].id).sort((a, b) => a - b)

test('HR and administrators see everybody, managers their people, and developers the members of their projects', async () => {
  const members = await query(
    `select distinct m.person_id::int as id from members m join people p on p.id = m.person_id and p.is_active where m.tenant_id = 1 and m.project_id in
      (select project_id from members where person_id = $1)`,
    people.dev.id,
  )
  const sorted = ({ people: ids }: Answer) => [...ids].sort((a, b) => a - b)
  const everybody = (await okBody(as('ann')('GET /api/directory/')))
    .map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b)
  assert.deepEqual(sorted(await seenBy('hana')), everybody)
  assert.deepEqual(sorted(await seenBy('ann')), everybody)
  assert.deepEqual(
    sorted(await seenBy('dev')),
    members.map(({ id }) => Number(id)).sort((a, b) => a - b),
  )
  const ofMax = sorted(await seenBy('max'))
  assert.ok(idsOf('max', 'deb').every((id) => ofMax.includes(id)))
  assert.ok(!ofMax.includes(people.dev.id) && !ofMax.includes(people.dana.id))
})

test('others see “Away” with dates; HR and the person see the type', async () => {
  const of = ({ absences }: Answer, who: Name) => absences.find(({ person }) => person === people[who].id)
  const period = { from, starts_at_noon: false, to: addDays(from, 4), ends_at_noon: false }
  assert.deepEqual(of(await seenBy('pam'), 'dev'), { person: people.dev.id, ...period, type: null })
  assert.deepEqual(of(await seenBy('ann'), 'dev'), { person: people.dev.id, ...period, type: null })
  assert.deepEqual(of(await seenBy('hana'), 'dev'), { person: people.dev.id, ...period, type })
  assert.deepEqual(of(await seenBy('dev'), 'dev'), { person: people.dev.id, ...period, type })
  assert.equal(of(await seenBy('max'), 'dev'), undefined)
  const half = of(await seenBy('hana'), 'dana')
  assert.deepEqual([half?.starts_at_noon, half?.ends_at_noon], [true, true])
})

test('the directory says until when somebody is away', async () => {
  const list = await okBody(as('una')('GET /api/directory/'))
  const until = Object.fromEntries(list.map(({ id, away_until }: { id: number; away_until: string | null }) => [id, away_until]))
  assert.deepEqual(
    [until[people.dev.id], until[people.dana.id], until[people.max.id]],
    [addDays(from, 4), addDays(from, 7), null],
  )
})

test('at most two months are read at once, and holidays of all locations come with them', async () => {
  await okBody(as('hana')(`POST /api/locations/${hrRows.acme}/holidays/`, { day: addDays(from, 3), name: 'Fair' }))
  assert.deepEqual(
    (await seenBy('dev')).holidays.filter(({ day }) => day === addDays(from, 3)),
    [{ location: hrRows.acme, day: addDays(from, 3), name: 'Fair', is_half: false }],
  )
  const read = as('dev')
  assert.equal((await read(`GET /api/absences/?from=${from}&to=${addDays(from, 61)}`)).status, 200)
  for (const [end, message] of [
    [addDays(from, 62), leaveProblems.range],
    [addDays(from, -1), leaveProblems.endsTooEarly],
  ])
    assert.deepEqual(outcome(await read(`GET /api/absences/?from=${from}&to=${end}`)), [400, { to: [message] }])
})

test('calendar programs are shown all leave that can be asked for, each change of it as a newer one', async () => {
  const hana = as('hana')
  const year = Number(today().slice(0, 4)) + 1
  // The last days for which leave can be asked.
  const [first, last] = [`${year}-12-25`, `${year}-12-31`]
  const { address } = await okBody(hana('POST /api/leave-feed/'))
  const eventOf = async (day: string) => {
    const text = String((await as(null)(`GET ${new URL(address).pathname}`)).body).replaceAll('\r\n ', '')
    const events = text.split('BEGIN:VEVENT').filter((part) => part.includes(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`))
    assert.ok(events.length <= 1, text)
    return Object.fromEntries((events[0] ?? '').split('\r\n').map((line) => line.split(':', 2)))
  }
  const enterDays = (period: object) => okBody(hana('POST /api/leave/', { person: people.una.id, type, ...period }))
  const { id } = await enterDays({ from: first, to: last, ends_at_noon: true })
  const before = await eventOf(first)
  assert.equal(before.SUMMARY, 'Una – Away (until noon of the last day)')
  // The same days again, whole: the same event, newer.
  await okBody(hana(`POST /api/leave/${id}/cancel/`))
  assert.deepEqual((await eventOf(first)).UID, undefined)
  await query(`update leave_requests set created_at = created_at - interval '2 days' where id = $1`, id)
  await enterDays({ from: first, to: last })
  const after = await eventOf(first)
  assert.deepEqual([after.UID, after.SUMMARY], [before.UID, 'Una – Away'])
  assert.ok(Number(after.SEQUENCE) >= Number(before.SEQUENCE) && after.DTSTAMP >= before.DTSTAMP, JSON.stringify([before, after]))
  assert.match(after['LAST-MODIFIED'], /^\d{8}T\d{6}Z$/)
  // Its last day changes with the employment: the same event, and a later stamp.
  await okBody(hana(`PATCH /api/people/${people.una.id}/job/`, { ends_on: `${year}-12-30` }))
  const cut = await eventOf(first)
  assert.deepEqual([cut.UID, cut['DTEND;VALUE=DATE'], cut.SEQUENCE], [after.UID, `${year}1231`, after.SEQUENCE])
  assert.ok(cut.DTSTAMP >= after.DTSTAMP)
  await okBody(hana(`PATCH /api/people/${people.una.id}/job/`, { ends_on: null }))
})

test('a calendar has a secret address, which ends when it is renewed or given up, and with its owner', async () => {
  const path = (address: string) => `GET ${new URL(address).pathname}`
  const read = async (address: string, at: 'acme' | 'globex' = 'acme') => (await as(null, { at })(path(address))).status
  const pam = as('pam')
  assert.deepEqual(await okBody(pam('GET /api/leave-feed/')), { address: null })
  const { address } = await okBody(pam('POST /api/leave-feed/'))
  assert.deepEqual(await okBody(pam('GET /api/leave-feed/')), { address })
  const { status, headers, body } = await as(null)(path(address))
  assert.deepEqual(
    [status, headers['content-type'], headers['cache-control']],
    [200, 'text/calendar; charset=utf-8', 'private, no-store'],
  )
  const text = String(body).replaceAll('\r\n ', '')
  assert.match(text, /^BEGIN:VCALENDAR\r\n/)
  const compact = (day: string) => day.replaceAll('-', '')
  assert.ok(text.includes(`DTSTART;VALUE=DATE:${compact(from)}\r\nDTEND;VALUE=DATE:${compact(addDays(from, 5))}`), text)
  assert.match(text, /SUMMARY:Dev – Away\r\n/)
  assert.match(text, /SUMMARY:Dana – Away \(from noon of the first day\\, until noon of the last day\)\r\n/)
  assert.doesNotMatch(text, /Deb|Holiday/)

  assert.equal(await read(address, 'globex'), 404)
  // Not the last character, some of whose bits say nothing.
  const changed = address.replace(/.(?=.{9}\/$)/, (character: string) => (character === 'x' ? 'y' : 'x'))
  assert.equal(await read(changed), 404)
  const renewed = (await okBody(pam('POST /api/leave-feed/'))).address
  assert.deepEqual([await read(address), await read(renewed)], [404, 200])
  await query('update people set is_active = false where id = $1', people.pam.id)
  assert.equal(await read(renewed), 404)
  await query('update people set is_active = true where id = $1', people.pam.id)
  assert.equal(await read(renewed), 200)
  await okBody(pam('DELETE /api/leave-feed/'))
  assert.equal(await read(renewed), 404)
})
