import type { Task } from 'contract'
import { expect, test } from 'vitest'
import { loadOf } from './load.ts'

// A Wednesday.
const now = { today: '2026-03-04', first_day: 1 as const }
const subtask = (name: string | null, due_date: string | null, estimated_hours: number | null, status = 'todo') => ({
  assigned_to: name && { id: name.length, full_name: name },
  due_date,
  estimated_hours,
  status,
  spent_minutes: 20,
})

test('hours count in the week in which they are due, overdue ones now', () => {
  const subtasks = [
    subtask('Dev', '2026-02-01', 0.1),
    subtask('Dev', '2026-03-08', 0.2),
    subtask('Dev', '2026-03-09', 4),
    subtask('Dev', '2026-03-15', 1),
    subtask('Dev', '2026-03-16', 8),
    subtask('Dev', null, 2),
    subtask('Dev', '2026-03-05', 5, 'done'),
    subtask('Dana', '2026-03-05', 3),
    subtask('Nobody at all', '2026-03-05', null),
    subtask(null, '2026-03-05', 3),
  ]
  expect(loadOf([{ subtasks }] as unknown as Task[], now)).toEqual([
    { name: 'Dana', week: 3, next: 0, later: 0, spent: 20 },
    { name: 'Dev', week: 0.3, next: 5, later: 10, spent: 120 },
  ])
})

test('weeks begin on the workspace’s first day', () => {
  const subtasks = [subtask('Dev', '2026-03-07', 1), subtask('Dev', '2026-03-08', 2), subtask('Dev', '2026-03-15', 4)]
  const load = (first_day: 0 | 6) => loadOf([{ subtasks }] as unknown as Task[], { ...now, first_day })
  expect(load(0)).toEqual([{ name: 'Dev', week: 1, next: 2, later: 4, spent: 60 }])
  expect(load(6)).toEqual([{ name: 'Dev', week: 0, next: 3, later: 4, spent: 60 }])
})
