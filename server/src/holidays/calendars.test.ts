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
