import { expect, test } from 'vitest'
import { daysInWords, daysOfPeriod, plainDays, shareOf, signedDays, waitInWords } from './words.ts'

const period = (from: string, to = from, noon: { starts_at_noon?: boolean; ends_at_noon?: boolean } = {}) => ({
  ...{ from, to, starts_at_noon: false, ends_at_noon: false },
  ...noon,
})

test('half days are told as days', () => {
  expect([0, 1, 2, 3, 25, -4].map(daysInWords)).toEqual(['0 days', 'half a day', '1 day', '1.5 days', '12.5 days', '−2 days'])
  expect([0, 1, -3, 50].map(plainDays)).toEqual(['0', '0.5', '−1.5', '25'])
  expect([0, 1, -3, 50].map(signedDays)).toEqual(['0', '+0.5', '−1.5', '+25'])
})

test('a request waits for named people, and for a number of others', () => {
  const people = (...names: string[]) => names.map((full_name, id) => ({ id, full_name }))
  const waits = (...names: string[]) => waitInWords({ stage: 'hr', waits_for: people(...names) })
  expect(waits('Pam Porter')).toBe('Waits for Pam Porter')
  expect(waits('Pam', 'Hana')).toBe('Waits for Pam or Hana')
  expect(waits('Pam', 'Hana', 'Ann')).toBe('Waits for Pam, Hana or 1 other')
  expect(waits('Pam', 'Hana', 'Ann', 'Bo')).toBe('Waits for Pam, Hana or 2 others')
  expect(waits()).toBe('Waits for HR')
  expect(waitInWords({ stage: null, waits_for: people('Pam') })).toBeUndefined()
})

test('a day of a period is free as a whole, or from or until noon', () => {
  const days = period('2026-08-03', '2026-08-05', { starts_at_noon: true, ends_at_noon: true })
  expect(daysOfPeriod(days)).toEqual(['2026-08-03', '2026-08-04', '2026-08-05'])
  expect(['2026-08-02', ...daysOfPeriod(days)].map((day) => shareOf(days, day))).toEqual([
    undefined,
    'afternoon',
    'day',
    'morning',
  ])
})
