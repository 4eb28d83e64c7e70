import type { YearlyPolicy } from 'contract'
import { expect, test } from 'vitest'
import { exampleOf } from './example.ts'

const rules: YearlyPolicy = { year: 2025, allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31' }
const shown = (changes: Partial<YearlyPolicy>, year = 2026) =>
  exampleOf([{ ...rules, ...changes }], year)?.map(({ day, words, halves, balance }) => `${day} ${words}: ${halves} = ${balance}`)

test('the example shows the part of a year, its rounding, what is carried over, and what expires', () => {
  expect(shown({})).toEqual([
    '2026-09-01 Granted for 2026: 122 of 365 days of the year make 8.36 of 25 days, rounded to 8.5: 17 = 17',
    '2026-11-16 Takes 1 day: -2 = 15',
    '2027-01-01 Not carried over: at most 5 days are: -5 = 10',
    '2027-01-01 Granted for 2027, a whole year: 50 = 60',
    '2027-03-15 Takes 2 days: days that were carried over go first: -4 = 56',
    '2027-04-01 Expired: carried over, and not taken by 31 March: -6 = 50',
  ])
})

test('monthly grants add up without a loss by rounding', () => {
  const steps = shown({ granted: 'monthly' }) ?? []
  expect(steps.slice(0, 5)).toEqual([
    '2026-09-01 Granted for September: until its end, 30 of 365 days of the year make 2.05 of 25 days: 4 = 4',
    '2026-10-01 Granted for October: until its end, 61 of 365 days of the year make 4.18 of 25 days: 4 = 8',
    '2026-11-01 Granted for November: until its end, 91 of 365 days of the year make 6.23 of 25 days: 4 = 12',
    '2026-11-16 Takes 1 day: -2 = 10',
    '2026-12-01 Granted for December: until its end, 122 of 365 days of the year make 8.36 of 25 days: 5 = 15',
  ])
  expect(steps).toContain('2027-01-01 Granted for January to March, month by month: 12 = 22')
  expect(steps.at(-1)).toContain('2027-04-01')
})

test('without an end, the example ends with the turn of the year', () => {
  expect(shown({ carry_limit: null, carry_until: null })).toEqual([
    '2026-09-01 Granted for 2026: 122 of 365 days of the year make 8.36 of 25 days, rounded to 8.5: 17 = 17',
    '2026-11-16 Takes 1 day: -2 = 15',
    '2027-01-01 Granted for 2027, a whole year: 50 = 65',
  ])
  expect(shown({ carry_limit: 0, carry_until: null })).toContain('2027-01-01 Nothing is carried over: -15 = 0')
})

test('there is no example where nothing is granted', () => {
  expect(shown({ allowance: null })).toBeUndefined()
  expect(shown({}, 2024)).toBeUndefined()
})

test('rules of the next year count from there on', () => {
  const steps = exampleOf([rules, { ...rules, year: 2027, allowance: 60 }], 2026)
  expect(steps?.find(({ words }) => words.startsWith('Granted for 2027'))?.halves).toBe(60)
})
