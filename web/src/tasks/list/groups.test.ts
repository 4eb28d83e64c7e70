import type { Subtask, Task } from 'contract'
import { expect, test } from 'vitest'
import { entriesOf, type Grouping, groupsOf } from './groups.ts'
import { sorted, type TaskSort } from './order.ts'

// A Wednesday.
const now = { today: '2026-11-25', first_day: 1 as const }
const dev = { id: 7, full_name: 'Dev Dalton' }
const dana = { id: 8, full_name: 'Dana Reyes' }
const design = { id: 3, name: 'Design', color: '#00C4B4' }
const backend = { id: 4, name: 'Backend', color: '#4C6EF5' }
const subtask = (more: Partial<Subtask>) => ({ status: 'todo', assigned_to: null, ...more }) as Subtask
const task = (id: number, more: Partial<Task>) =>
  ({
    id,
    title: '',
    status: 'todo',
    priority: 'medium',
    due_date: null,
    assigned_to: null,
    labels: [],
    subtasks: [],
    ...more,
  }) as unknown as Task

const tasks = [
  task(1, { title: 'Item 10', due_date: '2026-12-02', labels: [design, backend], subtasks: [subtask({ assigned_to: dev })] }),
  task(2, { title: 'item 9', status: 'in_progress', priority: 'high', due_date: '2026-11-20', assigned_to: dana }),
  task(3, {
    title: 'Other',
    status: 'done',
    priority: 'low',
    due_date: '2026-11-20',
    subtasks: [subtask({ status: 'done', assigned_to: dev })],
  }),
  task(4, { title: 'Zoo', due_date: '2026-11-29', assigned_to: dana, subtasks: [subtask({ assigned_to: dev })] }),
  task(5, { title: 'Äpfel', due_date: '2027-01-06' }),
]
const grouped = (grouping: Grouping) =>
  groupsOf(entriesOf(tasks, grouping, now), grouping, now).map(
    ({ name, entries }) => `${name}: ${entries.map(({ task: { id } }) => id).join()}`,
  )

test('without groups every task stands once, in order', () => expect(grouped('none')).toEqual([': 1,2,3,4,5']))

test('by status, what is being done comes first', () =>
  expect(grouped('status')).toEqual(['In Progress: 2', 'To Do: 1,4,5', 'Done: 3']))

test('by person, a task stands with everybody who works on it or on its subtasks', () =>
  expect(grouped('person')).toEqual(['Dana Reyes: 2,4', 'Dev Dalton: 1,3,4', 'Unassigned: 5']))

test('by label, a task stands under each of its labels', () =>
  expect(grouped('label')).toEqual(['Backend: 1', 'Design: 1', 'No label: 2,3,4,5']))

test('by due week, what is overdue comes first and what has no date last; what is done is never overdue', () =>
  expect([...grouped('due'), ...groupsOf(entriesOf([task(6, {})], 'due', now), 'due', now).map(({ name }) => name)]).toEqual([
    'Overdue: 2',
    'Week of 16 Nov: 3',
    'This week: 4',
    'Next week: 1',
    'Week of 4 Jan: 5',
    'No due date',
  ]))

test('due weeks begin on the workspace’s first day', () => {
  const names = (first_day: 0 | 6) => {
    const weeks = { ...now, first_day }
    return groupsOf(entriesOf(tasks, 'due', weeks), 'due', weeks).map(
      ({ name, entries }) => `${name}: ${entries.map(({ task: { id } }) => id).join()}`,
    )
  }
  expect(names(0)).toEqual(['Overdue: 2', 'Week of 15 Nov: 3', 'Next week: 1,4', 'Week of 3 Jan: 5'])
  expect(names(6)).toEqual(['Overdue: 2', 'Week of 14 Nov: 3', 'Next week: 1,4', 'Week of 2 Jan: 5'])
})

test('an entry whose task has changed stays in its group', () => {
  const [entry] = entriesOf(tasks.slice(1, 2), 'status', now)
  const held = entry && { ...entry, task: { ...entry.task, status: 'done' as const } }
  expect(groupsOf(held ? [held] : [], 'status', now).map(({ key }) => key)).toEqual(['in_progress'])
})

test.each<[TaskSort, number[]]>([
  ['created', [1, 2, 3, 4, 5]],
  ['title', [5, 2, 1, 3, 4]],
  ['labels', [1, 2, 3, 4, 5]],
  ['subtasks', [1, 4, 3, 2, 5]],
  ['assignees', [2, 4, 1, 3, 5]],
  ['due_date', [2, 3, 4, 1, 5]],
  ['priority', [2, 1, 4, 5, 3]],
  ['status', [1, 4, 5, 2, 3]],
])('tasks are sorted by %s', (key, order) =>
  expect(sorted(tasks, { key, isDescending: false }).map(({ id }) => id)).toEqual(order),
)

test.each<[TaskSort, number[]]>([
  ['created', [6, 5, 4, 3, 2, 1]],
  ['title', [4, 3, 1, 2, 5, 6]],
  ['labels', [1, 2, 3, 4, 5, 6]],
  ['subtasks', [3, 1, 4, 2, 5, 6]],
  ['assignees', [1, 3, 2, 4, 5, 6]],
  ['due_date', [5, 1, 4, 2, 3, 6]],
  ['priority', [3, 1, 4, 5, 6, 2]],
  ['status', [3, 2, 1, 4, 5, 6]],
])('in reverse order by %s, tasks without a value still come last, and equal ones keep their order', (key, order) =>
  expect(sorted([...tasks, task(6, {})], { key, isDescending: true }).map(({ id }) => id)).toEqual(order),
)
