import { expect, test } from 'vitest'
import { type DirectoryEntry, type DirectoryFilters, managersIn, matching, sorted } from './read.ts'

const entry = (id: number, full_name: string, more: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  ...{
    id,
    full_name,
    email: `${id}@acme.test`,
    role: 'developer',
    job_title: 'Engineer',
    department: 'IT',
    phone: '',
    away_until: null,
  },
  ...{ reports_to: null, location: null, manager: undefined, place: undefined },
  ...more,
})

const berlin = { id: 20, name: 'Berlin', country: 'DE', region: null, timezone: 'Europe/Berlin', is_default: true }
const pam = entry(1, 'Pam Porter', { role: 'project_manager', job_title: 'Manager', department: 'Product' })
const jose = entry(2, 'José Díaz', { manager: pam, place: berlin })
const bo = entry(3, 'Bo Carver', { manager: pam, phone: '+49 30 1234' })
const everybody = [pam, jose, bo]
const none: DirectoryFilters = { search: '', role: '', department: '', location: '', manager: '', away: '' }
const found = (filters: Partial<DirectoryFilters>) => matching(everybody, { ...none, ...filters })

test('a search finds every word in name, job, place and contact, whatever its case and accents', () => {
  expect(found({})).toEqual(everybody)
  expect(found({ search: 'DIAZ jose' })).toEqual([jose])
  expect(found({ search: 'berlin' })).toEqual([jose])
  expect(found({ search: '1234' })).toEqual([bo])
  expect(found({ search: 'engineer it' })).toEqual([jose, bo])
})

test('filters narrow the list together', () => {
  expect(found({ role: 'project_manager' })).toEqual([pam])
  expect(found({ manager: '1' })).toEqual([jose, bo])
  expect(found({ manager: '1', location: '20' })).toEqual([jose])
  expect(found({ department: 'Product', manager: '1' })).toEqual([])
  const away = { ...bo, away_until: '2026-11-30' }
  expect(matching([pam, away], { ...none, away: 'true' })).toEqual([away])
})

test('those who have no value come last in both directions', () => {
  expect(sorted(everybody, { key: 'name', isDescending: true })).toEqual([pam, jose, bo])
  expect(sorted(everybody, { key: 'location', isDescending: false })).toEqual([jose, bo, pam])
  expect(sorted(everybody, { key: 'location', isDescending: true })).toEqual([jose, bo, pam])
})

test('the filter by manager offers those to whom somebody reports', () => {
  expect(managersIn(everybody)).toEqual([pam])
})
