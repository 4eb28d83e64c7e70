import type { DirectoryPerson, LeaveType } from 'contract'
import { expect, test } from 'vitest'
import { columnKey, found, rowsWith, typesIn } from './balances.ts'

const person = (id: number, full_name: string): DirectoryPerson => ({
  ...{ id, full_name, email: '', role: 'developer', job_title: 'Engineer', department: '', phone: '', away_until: null },
  ...{ reports_to: null, location: null },
})
const type = (id: number, name: string): LeaveType => ({
  ...{ id, name, color: 'teal', needs_approval: true, allows_half_days: true, proof: 'none', is_archived: false },
  policies: [],
})
const holiday = (left: number) => ({ type: 1, entitled: 50, taken: 50 - left, pending: 0, left })
const sickness = (taken: number) => ({ type: 2, entitled: 0, taken, pending: 0, left: null })

const people = [person(1, 'Pam Porter'), person(2, 'José Díaz'), person(3, 'Bo Carver')]
const rows = rowsWith(people, [
  { person: 1, balances: [holiday(20), sickness(2)] },
  { person: 2, balances: [holiday(-3), sickness(0)] },
  { person: 3, balances: [holiday(50), sickness(7)] },
  { person: 4, balances: [holiday(1), sickness(1)] },
])
const names = (search: string, key: string, isDescending = false) =>
  found(rows, search, { key, isDescending }).map(({ full_name }) => full_name.split(' ')[0])

test('people are found by name and job, and ordered by name, by what is left, or by what is taken', () => {
  expect(names('', 'name')).toEqual(['Bo', 'José', 'Pam'])
  expect(names('jose ENGINEER', 'name')).toEqual(['José'])
  expect(names('', columnKey({ id: 1 }))).toEqual(['José', 'Pam', 'Bo'])
  expect(names('', columnKey({ id: 2 }), true)).toEqual(['Bo', 'Pam', 'José'])
  const some = rowsWith(people, [
    { person: 1, balances: [] },
    { person: 2, balances: [holiday(-3)] },
    { person: 3, balances: [holiday(50)] },
  ])
  for (const [isDescending, order] of [
    [false, ['José', 'Bo', 'Pam']],
    [true, ['Bo', 'José', 'Pam']],
  ] as const)
    expect(found(some, '', { key: columnKey({ id: 1 }), isDescending }).map(({ full_name }) => full_name.split(' ')[0])).toEqual(
      order,
    )
})

test('types with a balance come before those that are only counted, and archived ones are not there', () => {
  const types = [type(3, 'Old'), type(2, 'Sickness'), type(1, 'Holiday')]
  expect(typesIn(types, rows).map(({ name }) => name)).toEqual(['Holiday', 'Sickness'])
  expect(typesIn(types, [])).toEqual([])
})
