import type { Absence, LeaveRequest } from 'contract'
import { expect, test } from 'vitest'
import { awayIn, byWait, leaveByMonth, monthsUntil, waitedFor } from './overview.ts'

const absence = (person: number, from: string, to: string): Absence => ({
  ...{ person, from, to, starts_at_noon: false, ends_at_noon: false, type: null },
})

test('who is away today comes back earliest first; who goes later this week, by the day', () => {
  const week = { today: '2026-03-04', end: '2026-03-08' }
  const absences = [
    absence(1, '2026-03-01', '2026-03-20'),
    absence(2, '2026-03-04', '2026-03-04'),
    absence(3, '2026-03-08', '2026-03-09'),
    absence(4, '2026-03-05', '2026-03-06'),
    absence(5, '2026-03-09', '2026-03-09'),
    absence(6, '2026-03-01', '2026-03-03'),
  ]
  const { now, later } = awayIn(absences, week)
  expect(now.map(({ person }) => person)).toEqual([2, 1])
  expect(later.map(({ person }) => person)).toEqual([4, 3])
})

test('what waits longest comes first, and is counted in days', () => {
  const requests = ['2026-03-03T10:00:00Z', '2026-03-01T10:00:00Z'].map((created_at) => ({ created_at }) as LeaveRequest)
  expect(byWait(requests).map(({ created_at }) => created_at)).toEqual(['2026-03-01T10:00:00Z', '2026-03-03T10:00:00Z'])
  const now = new Date(2026, 2, 4, 8).getTime()
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()
  expect([at(4, 7), at(3, 23), at(1, 9)].map((moment) => waitedFor(moment, now))).toEqual([
    'since today',
    'for a day',
    'for 3 days',
  ])
})

test('the months go back a year, and those without leave are there', () => {
  const months = monthsUntil('2026-02-28')
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-03', '2026-02'])
  const { types, rows } = leaveByMonth([{ month: '2026-01', type: 7, half_days: 5 }], months)
  expect(types).toEqual([7])
  expect(rows.map(({ days }) => days.get(7))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2.5, 0])
})
