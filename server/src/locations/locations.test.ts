// @sampled
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Holiday, Location } from 'contract'
import { calendars, holidaysOf } from '../holidays/calendars.ts'
import { fillNextYear } from '../holidays/fill.ts'
import { sampled } from '../testing/sampling.ts'
import { hrRows, okBody, outcome, people, testApp, today } from '../testing/world.ts'

const { as, query, pools } = await testApp({ RATE_LIMIT: '0' })
const [hana, dev] = [as('hana'), as('dev')]
const year = Number(today().slice(0, 4))

let count = 0
const newLocation = (fields: object = {}): Promise<Location> =>
  okBody(hana('POST /api/locations/', { name: `Location ${++count}`, timezone: 'Europe/Berlin', ...fields }))
const change = (location: Location, fields: object) => hana(`PATCH /api/locations/${location.id}/`, fields)
const holidaysIn = (location: Location, in_year: number): Promise<Holiday[]> =>
  okBody(dev(`GET /api/locations/${location.id}/holidays/?year=${in_year}`))
const days = async (location: Location, in_year: number) =>
  (await holidaysIn(location, in_year)).map(({ day, name }) => `${day} ${name}`)

test('a location has the public holidays of its country and region, for this year and the next', async () => {
  const [berlin, augsburg] = [
    await newLocation({ country: 'DE', region: 'BE' }),
    await newLocation({ country: 'DE', region: 'BY-A' }),
  ]
  for (const each of [year, year + 1]) {
    const [inBerlin, inAugsburg] = [await days(berlin, each), await days(augsburg, each)]
    assert.ok(
      inBerlin.includes(`${each}-03-08 International Women's Day`) &&
        !inAugsburg.includes(`${each}-03-08 International Women's Day`),
    )
    assert.ok(
      inAugsburg.includes(`${each}-08-08 Augsburg Peace Festival`) && !inBerlin.includes(`${each}-08-08 Augsburg Peace Festival`),
    )
  }
  assert.deepEqual([await days(berlin, year - 1), await days(berlin, year + 2)], [[], []])
  assert.deepEqual(await okBody(dev(`GET /api/locations/${berlin.id}/holidays/`)), await holidaysIn(berlin, year))
})

test('a holiday that begins at noon is half a day, one of several days is on each of them, and a day has one', async () => {
  const iceland = await holidaysOf('IS', null, 2026)
  assert.deepEqual(
    iceland.filter(({ day }) => day.startsWith('2026-12')).map(({ day, is_half }) => [day, is_half]),
    [
      ['2026-12-24', true],
      ['2026-12-25', false],
      ['2026-12-26', false],
      ['2026-12-31', true],
    ],
  )
  const eid = (await holidaysOf('AE', null, 2026)).filter(({ name }) => name.includes('Eid al-Fitr'))
  assert.deepEqual(
    eid.map(({ day }) => day),
    ['2026-03-20', '2026-03-21', '2026-03-22'],
  )
  // Ascension Day was on the first of May.
  const may = (await holidaysOf('DE', null, 2008)).filter(({ day }) => day === '2008-05-01')
  assert.deepEqual(may, [{ day: '2008-05-01', name: 'Labour Day, Ascension Day', is_half: false }])
})

test('every country and region has a calendar, each day of a year once', async () => {
  const all = await calendars()
  assert.ok(all.length > 200 && all.every(({ timezones }) => timezones.length > 0))
  assert.deepEqual(await okBody(hana('GET /api/holiday-calendars/')), all)
  for (const { country, regions } of sampled(all, 12))
    for (const region of [null, ...regions.slice(0, 3).map((each) => each.region)]) {
      const found = await holidaysOf(country, region, 2027)
      assert.equal(new Set(found.map(({ day }) => day)).size, found.length, `${country} ${region}`)
      assert.ok(found.every(({ day, name }) => day.startsWith('2027-') && name !== ''))
    }
})

test('another country replaces the holidays to come, but not what HR has entered or changed, and not the past', async () => {
  const location = await newLocation({ country: 'DE' })
  const coming = (await holidaysIn(location, year + 1)).filter(({ name }) => /New Year|Labour/.test(name))
  const [renamed, removed] = coming
  await okBody(hana(`PATCH /api/holidays/${renamed?.id}/`, { name: 'First of all', is_half: true }))
  await okBody(hana(`DELETE /api/holidays/${removed?.id}/`))
  await okBody(hana(`POST /api/locations/${location.id}/holidays/`, { day: `${year + 1}-07-07`, name: 'Founding Day' }))
  const over = (await days(location, year)).filter((each) => each < today())
  assert.equal((await okBody(change(location, { country: 'SE' }))).region, null)
  const after = await days(location, year + 1)
  // Germany has no Midsummer, and Sweden no National Holiday.
  assert.ok(after.some((each) => each.includes('Midsummer')))
  assert.deepEqual(
    after.filter((each) => /First of all|Founding Day|New Year's Day/.test(each)),
    [`${year + 1}-01-01 First of all`, `${year + 1}-07-07 Founding Day`],
  )
  assert.ok(!after.some((each) => each.includes('National Holiday')))
  assert.deepEqual(
    (await days(location, year)).filter((each) => each < today() && over.includes(each)),
    over,
  )
  await okBody(change(location, { country: null }))
  assert.deepEqual(
    (await holidaysIn(location, year + 1)).map(({ name }) => name),
    ['First of all', 'Founding Day'],
  )
})

test('at night every location gets the holidays of next year, once, and what HR has done to the years before stays', async () => {
  const location = await newLocation({ country: 'DE' })
  const elsewhere = await newLocation()
  const [first] = await holidaysIn(location, year + 1)
  await okBody(hana(`DELETE /api/holidays/${first?.id}/`))
  const before = await holidaysIn(location, year + 1)
  const now = new Date(Date.UTC(year + 2, 0, 2))
  const lines: object[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (details: object) => void lines.push(details) }
  assert.ok((await fillNextYear({ pools, log, now })) >= 1)
  assert.equal(await fillNextYear({ pools, log, now }), 0)
  assert.deepEqual(lines, [])
  assert.deepEqual(await holidaysIn(location, year + 1), before)
  assert.ok((await holidaysIn(location, year + 2)).length > 8 && (await holidaysIn(location, year + 3)).length > 8)
  assert.deepEqual(await holidaysIn(elsewhere, year + 3), [])
})

test('one location is the default, however many changes at once make one', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => newLocation({ is_default: true })))
  const defaults = async () => (await okBody(dev('GET /api/locations/'))).filter((each: Location) => each.is_default)
  assert.equal((await defaults()).length, 1)
  const answers = await Promise.all(made.map((location) => change(location, { is_default: true })))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await defaults()).length, 1)
  await okBody(change((await defaults())[0], { is_default: false }))
  assert.deepEqual(await defaults(), [])
})

test('a location has one name, and a day one holiday', async () => {
  const location = await newLocation({ name: 'Hamburg' })
  const taken = [400, { name: ['There is a location with this name already.'] }]
  assert.deepEqual(outcome(await hana('POST /api/locations/', { name: 'HAMBURG', timezone: 'Europe/Berlin' })), taken)
  await okBody(change(location, { name: 'HAMBURG' }))
  const fair = { day: '2026-07-07', name: 'Fair' }
  const holidays = `/api/locations/${location.id}/holidays/`
  await okBody(hana(`POST ${holidays}`, fair))
  assert.deepEqual(outcome(await hana(`POST ${holidays}`, fair)), [400, { day: ['There is a holiday on this day already.'] }])
  const other = await okBody(hana(`POST ${holidays}`, { day: '2026-07-08', name: 'Fair' }))
  assert.equal((await hana(`PATCH /api/holidays/${other.id}/`, { day: '2026-07-07' })).status, 400)
})

test('a region belongs to its country, and needs one', async () => {
  const form = { name: 'Nowhere', timezone: 'Europe/Berlin' }
  const region = [400, { region: ['Choose a region of the list.'] }]
  assert.deepEqual(outcome(await hana('POST /api/locations/', { ...form, region: 'BE' })), region)
  assert.deepEqual(outcome(await hana('POST /api/locations/', { ...form, country: 'SE', region: 'BE' })), region)
  assert.deepEqual(outcome(await hana('POST /api/locations/', { ...form, country: 'XX' })), [
    400,
    { country: ['Choose a country of the list.'] },
  ])
})

test('who is at a location that is deleted is nowhere, or at the default one', async () => {
  const location = await newLocation({ country: 'DE' })
  await okBody(hana(`PATCH /api/people/${people.una.id}/job/`, { location: location.id }))
  await okBody(hana(`DELETE /api/locations/${location.id}/`))
  const [row] = await query('select location_id from people where id = $1', people.una.id)
  assert.equal(row?.location_id, null)
  assert.deepEqual(await query('select id from holidays where location_id = $1', location.id), [])
  assert.equal((await dev(`GET /api/locations/${hrRows.globex}/holidays/`)).status, 404)
})
