import type { TenantSummary } from 'contract'
import { describe, expect, test } from 'vitest'
import { matching, type SortKey, sorted } from './tenants.ts'

const tenant = (id: number, name: string, rest: Partial<TenantSummary> = {}): TenantSummary => ({
  id,
  name,
  schema: `key_${id}`,
  subdomain: `t-${id}`,
  on_trial: true,
  trial_ends_on: null,
  paid_until: null,
  is_blocked: false,
  user_count: 0,
  created_at: '2026-01-01T00:00:00Z',
  ...rest,
})
const ete = tenant(1, 'Été Studio', { user_count: 9, is_blocked: true })
const acme10 = tenant(2, 'acme 10', { user_count: 10, paid_until: '2026-03-01', on_trial: false })
const acme9 = tenant(3, 'Acme 9', { user_count: 10, paid_until: '2025-12-31', on_trial: false })
const all = [ete, acme10, acme9]
const ids = (tenants: readonly TenantSummary[]) => tenants.map(({ id }) => id)

describe('who is found', () => {
  test('by every word, in name, subdomain or storage key, whatever the case and accents', () => {
    expect(ids(matching(all, { search: ' ETE studio', show: '' }))).toEqual([1])
    expect(ids(matching(all, { search: 'acme t-3', show: '' }))).toEqual([3])
    expect(ids(matching(all, { search: 'key_2', show: '' }))).toEqual([2])
    expect(ids(matching(all, { search: 'acme studio', show: '' }))).toEqual([])
  })
  test('only in the state that is asked for', () => {
    expect(ids(matching(all, { search: '', show: 'is_blocked' }))).toEqual([1])
    expect(ids(matching(all, { search: 'acme', show: 'on_trial' }))).toEqual([])
    expect(ids(matching(all, { search: '', show: '' }))).toEqual([1, 2, 3])
  })
})

describe('the order', () => {
  const by = (key: SortKey, isDescending = false) => ids(sorted(all, { key, isDescending }))
  test('of names goes by letters and numbers, not by capitals', () => {
    expect(by('name')).toEqual([3, 2, 1])
    expect(by('name', true)).toEqual([1, 2, 3])
  })
  test('of paid times has those who never paid last, either way', () => {
    expect(by('paid_until')).toEqual([3, 2, 1])
    expect(by('paid_until', true)).toEqual([2, 3, 1])
  })
  test('of states and counts goes by name within one', () => {
    expect(by('is_blocked', true)).toEqual([1, 3, 2])
    expect(by('user_count')).toEqual([1, 3, 2])
    expect(by('user_count', true)).toEqual([3, 2, 1])
  })
})
