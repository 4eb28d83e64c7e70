// Checked against what governments publish: see `checked` in calendars.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidaysOf } from './calendars.ts'

/** The days of a year as `03-19½ 03-20`. */
const daysOf = async (country: string, year: number, region: string | null = null) =>
  (await holidaysOf(country, region, year)).map(({ day, is_half }) => day.slice(5) + (is_half ? '½' : '')).join(' ')

test('the feasts of Turkey begin with the afternoon of their eve, and last three and four days', async () => {
  assert.equal(
    await daysOf('TR', 2026),
    '01-01 03-19½ 03-20 03-21 03-22 04-23 05-01 05-19 05-26½ 05-27 05-28 05-29 05-30 07-15 08-30 10-28½ 10-29',
  )
  assert.equal(
    await daysOf('TR', 2027),
    '01-01 03-08½ 03-09 03-10 03-11 04-23 05-01 05-15½ 05-16 05-17 05-18 05-19 07-15 08-30 10-28½ 10-29',
  )
})

test('holidays are those that the governments of large countries publish', async () => {
  for (const [country, year, days] of [
    ['BR', 2026, '01-01 04-03 04-21 05-01 09-07 10-04 10-12 10-25 11-02 11-15 11-20 12-25'],
    [
      ...(['CN', 2026] as const),
      '01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-05 04-06 05-01 05-02 05-04 05-05 06-19 09-25 10-01 10-02 10-03 10-05 10-06 10-07',
    ],
    ['CN', 2027, '01-01 02-05 02-06 02-07 02-08 04-05 05-01 05-02 06-09 09-15 10-01 10-02 10-03'],
    ['DE', 2027, '01-01 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26'],
    ['GB', 2026, '01-01 04-03 04-06 05-04 05-25 12-25 12-26 12-28'],
    ['GB', 2027, '01-01 03-26 03-29 05-03 05-31 12-25 12-26 12-27 12-28'],
    [
      ...(['ID', 2026] as const),
      '01-01 01-16 02-17 03-19 03-21 03-22 04-03 04-05 05-01 05-14 05-27 05-31 06-01 06-16 08-17 08-25 12-25',
    ],
    [
      ...(['IN', 2026] as const),
      '01-26 03-04 03-21 03-26 03-31 04-03 05-01 05-27 06-26 08-15 08-26 09-04 10-02 10-20 11-08 11-24 12-25',
    ],
    [
      ...(['JP', 2026] as const),
      '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23',
    ],
    ['JP', 2027, '01-01 01-11 02-11 02-23 03-21 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23'],
    ['MX', 2027, '01-01 02-01 03-15 05-01 09-16 11-15 12-25'],
    [
      ...(['PH', 2026] as const),
      '01-01 02-17 03-20 04-02 04-03 04-04 04-09 05-01 05-27 06-12 08-21 08-31 11-01 11-02 11-30 12-08 12-24 12-25 12-30 12-31',
    ],
    [
      ...(['RU', 2026] as const),
      '01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08 01-09 02-23 03-08 03-09 05-01 05-09 05-11 06-12 11-04 12-31',
    ],
    [
      ...(['TH', 2026] as const),
      '01-01 01-02 03-03 04-06 04-13 04-14 04-15 05-01 05-04 05-31 06-01 06-03 07-28 07-29 07-30 08-12 10-13 10-23 12-05 12-07 12-10 12-31',
    ],
    ['US', 2026, '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25'],
    ['VN', 2026, '01-01 02-16 02-17 02-18 02-19 02-20 04-26 04-27 04-30 05-01 09-01 09-02'],
  ] as const)
    assert.equal(await daysOf(country, year), days, `${country} ${year}`)
  // The list of a country is not that of its states.
  assert.ok(!(await daysOf('IN', 2026, 'KA')).includes('03-04'))
  const ethiopia = await daysOf('ET', 2026)
  assert.ok(ethiopia.includes('01-07') && !ethiopia.includes('01-06'))
  assert.ok(!(await daysOf('NG', 2026)).includes('11-01'))
})
