import { expect, test } from 'vitest'
import { type ExampleFacts, ledgerOf, type YearlyRules } from './ledgerOf.ts'

const rules: YearlyRules = { year: 2025, allowance: 60, granted: 'yearly', carry_limit: 10, carry_until: '03-31' }
const facts = (fields: Partial<ExampleFacts> = {}): ExampleFacts => ({
  policies: [rules],
  starts_on: '2020-01-01',
  taken: [],
  through: 2026,
  ...fields,
})
const shown = (given: ExampleFacts) => ledgerOf(given).map(({ kind, of, day, halves }) => `${day} ${kind} ${of}: ${halves}`)
const sumOf = (given: ExampleFacts) => ledgerOf(given).reduce((sum, { halves }) => sum + halves, 0)

// The figures are those of the server's tests.
test('a year grants its allowance at once; what is above the limit is lost at its end, and the rest after the last day to take it', () => {
  expect(shown(facts())).toEqual([
    '2025-01-01 granted 2025: 60',
    '2026-01-01 not carried 2025: -50',
    '2026-01-01 granted 2026: 60',
    '2026-04-01 expired 2025: -10',
  ])
})

test('carried days are taken first', () => {
  const taken = ['2026-03-30', '2026-03-31', '2026-04-01'].map((day) => ({ day, halves: 2 }))
  expect(shown(facts({ taken })).slice(3)).toEqual([
    '2026-03-30 taken 2026-03-30: -2',
    '2026-03-31 taken 2026-03-31: -2',
    '2026-04-01 expired 2025: -6',
    '2026-04-01 taken 2026-04-01: -2',
  ])
})

test('who joins within a year is granted their part of it, to the nearest half day', () => {
  // 184 of 365 days.
  expect(shown(facts({ starts_on: '2025-07-01', through: 2025 }))).toEqual(['2025-07-01 granted 2025: 30'])
})

test('monthly grants come together to exactly what the year grants', () => {
  const monthly = facts({ policies: [{ ...rules, granted: 'monthly', allowance: 50 }], through: 2025 })
  expect(ledgerOf(monthly).map(({ halves }) => halves)).toEqual([4, 4, 4, 4, 5, 4, 4, 4, 4, 5, 4, 4])
  expect(sumOf(monthly)).toBe(50)
})

test('a negative balance is carried whole', () => {
  const taken = [
    { day: '2025-12-31', halves: 2 },
    { day: '2026-01-02', halves: 1 },
  ]
  const given = facts({ policies: [{ ...rules, allowance: 0 }], taken })
  expect(shown(given)).toEqual(['2025-12-31 taken 2025-12-31: -2', '2026-01-02 taken 2026-01-02: -1'])
  expect(sumOf(given)).toBe(-3)
})

test('days that are only counted are granted nowhere, and end with their year', () => {
  const taken = [{ day: '2025-02-03', halves: 2 }]
  expect(shown(facts({ policies: [{ ...rules, allowance: null }], taken }))).toEqual([
    '2025-02-03 taken 2025-02-03: -2',
    '2026-01-01 not carried 2025: 2',
  ])
})
