import type { LeavePolicy, LeaveType } from 'contract'
import { expect, test } from 'vitest'
import { dayOfYear, laterRules, policyInWords, typeInWords } from './policyWords.ts'
import { freeColor, grantsDays, inOrder } from './types.ts'

const policy: LeavePolicy = { allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31', overdraft: 0 }
const type: LeaveType = {
  ...{ id: 1, name: 'Holiday', color: 'teal', needs_approval: true, allows_half_days: true, proof: 'none', is_archived: false },
  policies: [{ year: 2026, ...policy }],
}

test('rules are told in a sentence', () => {
  expect(typeInWords(type, 2026)).toBe(
    '25 days a year, granted at once; at most 5 days carried over until 31 March; approval needed',
  )
  expect(policyInWords({ ...policy, granted: 'monthly', carry_limit: null, carry_until: null, overdraft: 5 })).toBe(
    '25 days a year, granted month by month; everything carried over; up to 2.5 days below zero',
  )
  expect(policyInWords({ ...policy, allowance: 1, carry_limit: 0 })).toBe(
    'Half a day a year, granted at once; nothing is carried over',
  )
  const strict = { ...type, needs_approval: false, allows_half_days: false, proof: 'document' as const }
  expect(typeInWords({ ...strict, policies: [{ year: 2026, ...policy, allowance: null }] }, 2026)).toBe(
    'Days are only counted; no approval needed; whole days only; needs a document',
  )
})

test('rules that begin later are told as well', () => {
  expect(typeInWords(type, 2025)).toContain('No rules before 2026')
  expect(laterRules(type, 2025)).toHaveLength(1)
  expect(laterRules(type, 2026)).toEqual([])
  const changed = { ...type, policies: [...type.policies, { year: 2027, ...policy, allowance: 60 }] }
  expect(laterRules(changed, 2026)).toEqual([
    'From 2027: 30 days a year, granted at once; at most 5 days carried over until 31 March',
  ])
})

test('a day of the year is told without a year', () => {
  expect([dayOfYear('03-31'), dayOfYear('12-01')]).toEqual(['31 March', '1 December'])
})

test('a new type begins with a colour that no other has', () => {
  expect(freeColor([])).toBe('teal')
  expect(freeColor([type])).toBe('blue')
  expect(freeColor([{ ...type, is_archived: true }])).toBe('teal')
})

test('types are by name, archived ones last', () => {
  const named = (name: string, is_archived = false) => ({ ...type, name, is_archived })
  const names = inOrder([named('b'), named('Old', true), named('A')]).map(({ name }) => name)
  expect(names).toEqual(['A', 'b', 'Old'])
})

test('only types with an allowance have a balance', () => {
  expect(grantsDays(type)).toBe(true)
  expect(grantsDays({ policies: [{ year: 2026, ...policy, allowance: null }] })).toBe(false)
})
