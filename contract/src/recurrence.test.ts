import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDueDate, type Recurrence } from './recurrence.ts'

// 2027-02-26 is a Friday.
for (const [recurrence, due_date, today, next] of [
  ['daily', '2027-02-26', '2027-02-26', '2027-02-27'],
  ['daily', '2027-02-28', '2027-02-26', '2027-03-01'],
  ['daily', '2027-01-01', '2027-02-26', '2027-02-27'],
  ['daily', null, '2027-12-31', '2028-01-01'],
  ['weekdays', '2027-02-25', '2027-02-25', '2027-02-26'],
  ['weekdays', '2027-02-26', '2027-02-26', '2027-03-01'],
  ['weekdays', '2027-02-26', '2027-02-27', '2027-03-01'],
  ['weekdays', '2027-02-26', '2027-02-28', '2027-03-01'],
  ['weekly', '2027-02-26', '2027-02-26', '2027-03-05'],
  ['weekly', '2027-02-26', '2027-02-20', '2027-03-05'],
  ['weekly', '2027-02-26', '2027-03-04', '2027-03-05'],
  ['weekly', '2027-02-26', '2027-03-05', '2027-03-12'],
  ['weekly', null, '2027-02-26', '2027-03-05'],
  ['monthly', '2027-01-15', '2027-01-15', '2027-02-15'],
  ['monthly', '2027-01-15', '2027-03-20', '2027-04-15'],
  ['monthly', '2027-12-31', '2027-12-31', '2028-01-31'],
  ['monthly', '2027-01-31', '2027-01-31', '2027-02-28'],
  ['monthly', '2028-01-31', '2028-01-31', '2028-02-29'],
  ['monthly', '0001-01-31', '2027-01-31', '2027-02-28'],
  ['weekly', '0001-01-01', '2027-02-26', '2027-03-01'],
  ['daily', '9999-12-30', '2027-02-26', '9999-12-31'],
  ['daily', '9999-12-31', '2027-02-26', null],
  // A Friday.
  ['weekdays', '9999-12-31', '2027-02-26', null],
  ['weekly', '9999-12-25', '2027-02-26', null],
  ['monthly', '9999-11-30', '2027-02-26', '9999-12-30'],
  ['monthly', '9999-12-01', '2027-02-26', null],
  // In the zone of Los Angeles, summer time begins on 2027-03-14.
  ['daily', '2027-03-13', '2027-03-13', '2027-03-14'],
] as const satisfies [Recurrence, string | null, string, string | null][])
  test(`a ${recurrence} task due ${due_date ?? 'never'} and done ${today} is due again ${next ?? 'never'}`, () => {
    const day = Number((due_date ?? today).slice(8))
    assert.equal(nextDueDate(recurrence, { due_date, today, day }), next)
  })

test('a monthly task keeps to its day after a month that is too short for it', () => {
  let due_date = '2027-01-31'
  const dates = Array.from({ length: 4 }, () => {
    due_date = nextDueDate('monthly', { due_date, today: due_date, day: 31 }) ?? ''
    return due_date
  })
  assert.deepEqual(dates, ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
})
