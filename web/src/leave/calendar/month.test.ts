import type { DirectoryPerson } from 'contract'
import { expect, test } from 'vitest'
import { daysOfMonth, monthBeside, monthIn, monthName, placeOf, rowsFor, shadingOf } from './month.ts'

const whole = { starts_at_noon: false, ends_at_noon: false }

test('a month is taken from the address, or else it is this one', () => {
  expect(monthIn('2026-02', '2026-08-05')).toBe('2026-02')
  for (const text of [null, '', '2026-13', '1999-12', 'x']) expect(monthIn(text, '2026-08-05')).toBe('2026-08')
})

test('months follow each other over the years, as far as calendars go', () => {
  expect([monthBeside('2026-12', 1), monthBeside('2026-01', -1), monthBeside('2028-02', 1)]).toEqual([
    '2027-01',
    '2025-12',
    '2028-03',
  ])
  expect([monthBeside('2099-12', 1), monthBeside('2000-01', -1)]).toEqual([undefined, undefined])
  expect(monthName('2026-08')).toBe('August 2026')
  expect(daysOfMonth('2028-02')).toHaveLength(29)
})

test('an absence takes its half days of the month', () => {
  expect(placeOf({ ...whole, from: '2026-08-03', to: '2026-08-04' }, '2026-08')).toEqual({ start: 5, end: 9 })
  expect(placeOf({ from: '2026-08-03', starts_at_noon: true, to: '2026-08-04', ends_at_noon: true }, '2026-08')).toEqual({
    start: 6,
    end: 8,
  })
  expect(placeOf({ ...whole, from: '2026-07-20', to: '2026-09-04' }, '2026-08')).toEqual({ start: 1, end: 63 })
})

test('rows are the visible people, with their absences and the holidays of their location, oneself first', () => {
  const person = (id: number, full_name: string, location: number | null) => ({ id, full_name, location }) as DirectoryPerson
  const absence = { person: 2, ...whole, from: '2026-08-03', to: '2026-08-04', type: null }
  const rows = rowsFor(
    {
      people: [1, 2, 3],
      absences: [absence],
      holidays: [{ day: '2026-08-15', name: 'Assumption', is_half: false, location: 7 }],
    },
    [person(1, 'Ann', 7), person(2, 'Bo', null), person(3, 'Cy', 8), person(4, 'Hidden', 7)],
    3,
  )
  expect(rows.map(({ full_name, absences, holidays }) => [full_name, absences.length, holidays.length])).toEqual([
    ['Cy', 0, 0],
    ['Ann', 0, 1],
    ['Bo', 1, 0],
  ])
})

test('weekends and today are shaded', () => {
  const shading = shadingOf('2026-08', '2026-08-05')
  expect(shading.match(/--surface-well/g)).toHaveLength(10)
  expect(shading).toContain('var(--accent-paper) 12.903% 16.129%')
})
