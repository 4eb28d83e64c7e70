import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysBetween } from './dates.ts'

test('days are counted across a change of the clocks and the end of a year', () => {
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2)
  assert.equal(daysBetween('2026-03-01', '2026-02-28'), -1)
  assert.equal(addDays('2026-03-28', 2), '2026-03-30')
  assert.equal(addDays('2026-12-31', 30), '2027-01-30')
  assert.equal(addDays('2027-01-01', -1), '2026-12-31')
})
