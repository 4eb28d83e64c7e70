import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LeaveFacts, targetOf, type YearlyPolicy } from './target.ts'

const policy: YearlyPolicy = { year: 2025, allowance: 60, granted: 'yearly', carry_limit: 10, carry_until: '03-31' }
const facts = (fields: Partial<LeaveFacts> = {}): LeaveFacts => ({
  policies: [policy],
  employment: { starts_on: '2020-01-01', ends_on: null },
  taken: [],
  corrections: [],
  through: 2026,
  ...fields,
})
const shown = (given: LeaveFacts) => targetOf(given).map(({ key, day, halves }) => `${day} ${key}: ${halves}`)
const balanceOn = (given: LeaveFacts, day: string) =>
  [...targetOf(given), ...given.corrections].reduce((sum, entry) => (entry.day <= day ? sum + entry.halves : sum), 0)

test('a year grants its allowance at once; what is above the limit is lost at its end, and the rest on the day after the last one to take it', () => {
  assert.deepEqual(shown(facts()), [
    '2025-01-01 grant 2025: 60',
    '2026-01-01 grant 2026: 60',
    '2026-01-01 not carried 2025: -50',
    '2026-04-01 carried 2025: -10',
  ])
})

test('carried days are taken first', () => {
  const taken = [
    {
      leave_id: 7,
      days: [
        { day: '2026-03-30', halves: 2 },
        { day: '2026-03-31', halves: 2 },
        { day: '2026-04-01', halves: 2 },
      ],
    },
  ]
  assert.deepEqual(shown(facts({ taken })).slice(3), ['2026-03-30 request 7: -6', '2026-04-01 carried 2025: -6'])
})

test('who joins or leaves within a year is granted their part of it, to the nearest half day', () => {
  const employment = { starts_on: '2025-07-01', ends_on: '2026-02-10' }
  // 184 of 365 days, and 41 of 365.
  assert.deepEqual(
    shown(facts({ employment })).filter((line) => line.includes('grant')),
    ['2025-07-01 grant 2025: 30', '2026-01-01 grant 2026: 7'],
  )
})

test('monthly grants come together to exactly what the year grants', () => {
  const monthly = { ...policy, granted: 'monthly' as const, allowance: 50 }
  const grants = targetOf(facts({ policies: [monthly], through: 2025 }))
  assert.deepEqual(
    grants.map(({ halves }) => halves),
    [4, 4, 4, 4, 5, 4, 4, 4, 4, 5, 4, 4],
  )
  assert.equal(balanceOn(facts({ policies: [monthly], through: 2025 }), '2025-12-31'), 50)
})

test('a request over the turn of a year takes from both, and a negative balance is carried whole', () => {
  const taken = [
    {
      leave_id: 1,
      days: [
        { day: '2025-12-31', halves: 2 },
        { day: '2026-01-02', halves: 1 },
      ],
    },
  ]
  const policies = [{ ...policy, allowance: 0 }]
  assert.deepEqual(shown(facts({ policies, taken })), ['2025-12-31 request 1: -2', '2026-01-02 request 1: -1'])
  assert.equal(balanceOn(facts({ policies, taken }), '2026-12-31'), -3)
})

test('days that are only counted are granted and lost nowhere', () => {
  const taken = [{ leave_id: 1, days: [{ day: '2025-02-03', halves: 2 }] }]
  assert.deepEqual(shown(facts({ policies: [{ ...policy, allowance: null }], taken })), [
    '2025-02-03 request 1: -2',
    '2026-01-01 not carried 2025: 2',
  ])
})
