import type { Member, Subtask, Task } from 'contract'
import { describe, expect, test } from 'vitest'
import { unfiltered } from '../filters/useFilters.ts'
import { type BoardSort, columnsOf, countAssignments, plannedHours, shownOnBoard } from './board.ts'

const subtaskOf = (fields: Partial<Subtask> & { id: number }) =>
  ({
    title: '',
    description: '',
    status: 'todo',
    created_at: '2026-01-01T00:00:00Z',
    due_date: null,
    estimated_hours: null,
    assigned_to: null,
    ...fields,
  }) as Subtask
const dev = { id: 7, full_name: 'Dev' }
const now = { today: '2026-04-15', first_day: 1 as const }
const subtasks = [
  subtaskOf({
    id: 1,
    title: 'Item 10',
    status: 'done',
    created_at: '2026-03-01T00:00:00Z',
    assigned_to: dev,
    estimated_hours: 5,
  }),
  subtaskOf({
    id: 2,
    title: 'item 9',
    status: 'in_progress',
    created_at: '2026-01-01T00:00:00Z',
    due_date: '2026-05-01',
    assigned_to: dev,
    estimated_hours: 0.1,
  }),
  subtaskOf({
    id: 3,
    title: 'Other',
    description: 'An ITEM too',
    created_at: '2026-02-01T00:00:00Z',
    due_date: '2026-04-01',
    estimated_hours: 0.2,
  }),
]
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

describe('what the board shows', () => {
  test.each<[BoardSort, number[]]>([
    ['status', [3, 2, 1]],
    ['created', [1, 3, 2]],
    ['due_date', [3, 2, 1]],
    ['title', [2, 1, 3]],
  ])('by %s', (sort, order) =>
    expect(ids(shownOnBoard(subtasks, unfiltered, { sort, showsCompleted: true, now }))).toEqual(order),
  )

  const open = { sort: 'status', showsCompleted: false, now } as const

  test('what is done only when it is asked for', () => {
    expect(ids(shownOnBoard(subtasks, unfiltered, open))).toEqual([3, 2])
    expect(ids(shownOnBoard(subtasks, { ...unfiltered, status: 'done' }, open))).toEqual([1])
  })

  test('what is searched for stands in title or description', () =>
    expect(ids(shownOnBoard(subtasks, { ...unfiltered, search: ' item ' }, open))).toEqual([3, 2]))
})

test('tasks are shown like subtasks', () => {
  const tasks = subtasks.map((subtask) => ({ ...subtask, labels: [], subtasks: [] }) as unknown as Task)
  const shown = (showsCompleted: boolean, search = '') =>
    ids(shownOnBoard(tasks, { ...unfiltered, search }, { sort: 'due_date', showsCompleted, now }))
  expect(shown(false)).toEqual([3, 2])
  expect(shown(true)).toEqual([3, 2, 1])
  expect(shown(true, 'other')).toEqual([3])
})

describe('columns', () => {
  const member = (id: number, full_name: string, role: Member['role']) =>
    ({ id: id * 100, role, employee: { id, full_name, email: '' } }) satisfies Member
  const team = [member(9, 'Pam', 'project_manager'), member(7, 'Dev', 'developer'), member(8, 'Ada', 'developer')]
  const names = (all: readonly Subtask[], members: readonly Member[]) =>
    columnsOf(all, members).map(({ name, isMember, items }) => [name, isMember, ids(items)])

  test('nobody first, then the developers by name, and the manager last', () =>
    expect(names(subtasks, team)).toEqual([
      ['Unassigned', true, [3]],
      ['Ada', true, []],
      ['Dev', true, [1, 2]],
      ['Pam', true, []],
    ]))

  test('who has left keeps a column while a subtask is theirs', () =>
    expect(names(subtasks, [])).toEqual([
      ['Unassigned', true, [3]],
      ['Dev', false, [1, 2]],
    ]))
})

test('the assignment rate is a whole percentage, and 0 of nothing', () => {
  expect(countAssignments(subtasks)).toEqual({ assigned: 2, unassigned: 1, rate: 67 })
  expect(countAssignments([]).rate).toBe(0)
})

test('planned hours are of what is not done, to a tenth', () => expect(plannedHours(subtasks)).toBe(0.3))
