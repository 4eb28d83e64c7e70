import { expect, test } from 'vitest'
import { isDueWhileAway } from './own.ts'

const absences = [{ from: '2026-08-10', to: '2026-08-14' }]
const isMarked = (due_date: string | null, { status = 'todo', today = '2026-08-03' } = {}) =>
  isDueWhileAway({ status, due_date }, absences, today)

test('open work that is due during own leave is marked', () => {
  expect(['2026-08-09', '2026-08-10', '2026-08-14', '2026-08-15', null].map((day) => isMarked(day))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
})

test('what is done or overdue is not', () => {
  expect(isMarked('2026-08-12', { status: 'done' })).toBe(false)
  expect(isMarked('2026-08-12', { today: '2026-08-13' })).toBe(false)
})
