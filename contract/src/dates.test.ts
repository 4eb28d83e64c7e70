import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween, daysFromTo, lastDayOf } from './dates.ts'

test('days are counted across a change of the clocks and the end of a year', () => {
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2)
  assert.equal(daysBetween('2026-03-01', '2026-02-28'), -1)
  assert.equal(addDays('2026-03-28', 2), '2026-03-30')
  assert.equal(addDays('2026-12-31', 30), '2027-01-30')
  assert.equal(addDays('2027-01-01', -1), '2026-12-31')
})

test('dates stay within the calendar, whose years have four digits', () => {
  assert.equal(addDays('9999-12-31', 1), '9999-12-31')
  assert.equal(addDays('9999-12-30', 1), '9999-12-31')
  assert.equal(addDays('0001-01-01', -1), '0001-01-01')
  assert.equal(addDays('0099-12-31', 1), '0100-01-01')
})

test('the days of a period are listed, and a month ends on its last day', () => {
  assert.deepEqual(daysFromTo('9999-12-30', '9999-12-31'), ['9999-12-30', '9999-12-31'])
  assert.deepEqual(daysFromTo('2027-01-02', '2027-01-01'), [])
  assert.deepEqual(['9999-12', '2028-02', '2027-02', '0004-02'].map(lastDayOf), [
    '9999-12-31',
    '2028-02-29',
    '2027-02-28',
    '0004-02-29',
  ])
})
