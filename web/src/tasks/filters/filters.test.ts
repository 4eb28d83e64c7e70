import type { Blocker, Subtask, Task } from 'contract'
import { expect, test } from 'vitest'
import { dueOf, type Filters, matchingSubtasks, matchingTasks, none } from './filters.ts'

// A Wednesday.
const now = { today: '2026-11-25', first_day: 1 as const }
const blank = {
  title: '',
  description: '',
  status: 'todo',
  priority: 'low',
  due_date: null,
  assigned_to: null,
  labels: [],
  blocked_by: [],
}
const task = (id: number, more: Partial<Task>) => ({ id, ...blank, subtasks: [], ...more }) as unknown as Task
const subtask = (title: string, more: Partial<Subtask> = {}) => ({ ...blank, title, ...more }) as Subtask
const dev = { id: 7, full_name: 'Dev Dalton' }
const dana = { id: 8, full_name: 'Dana Reyes' }
const design = { id: 3, name: 'Design', color: '#00C4B4' }
const unfiltered: Filters = { search: '', status: '', priority: '', person: '', label: '', due: '', blockers: '' }

const tasks = [
  task(1, { title: 'Home page', description: 'The first screen', subtasks: [subtask('Draft the headline')] }),
  task(2, {
    title: 'Launch',
    status: 'done',
    priority: 'high',
    labels: [design],
    subtasks: [subtask('Check the forms', { description: 'On every page', assigned_to: dev, due_date: '2026-11-20' })],
  }),
  task(3, { title: 'Café menu', status: 'done', assigned_to: dana, due_date: '2026-11-27' }),
]
const idsOf = (filters: Partial<Filters>) => matchingTasks(tasks, { ...unfiltered, ...filters }, now).map(({ id }) => id)

test('without filters all tasks are shown', () => expect(idsOf({ search: '  ' })).toEqual([1, 2, 3]))

test('status, priority and label narrow each other', () => {
  expect(idsOf({ status: 'done' })).toEqual([2, 3])
  expect(idsOf({ status: 'done', priority: 'high' })).toEqual([2])
  expect(idsOf({ status: 'todo', priority: 'high' })).toEqual([])
  expect(idsOf({ label: '3' })).toEqual([2])
  expect(idsOf({ label: none })).toEqual([1, 3])
})

test('a search finds words of title and description, and of the subtasks, in any order, case and accent', () => {
  expect(idsOf({ search: 'PAGE' })).toEqual([1, 2])
  expect(idsOf({ search: 'screen home' })).toEqual([1])
  expect(idsOf({ search: 'headline' })).toEqual([1])
  expect(idsOf({ search: 'cafe' })).toEqual([3])
  expect(idsOf({ search: 'page launch' })).toEqual([2])
  expect(idsOf({ search: 'page', status: 'todo' })).toEqual([1])
  expect(idsOf({ search: 'nowhere' })).toEqual([])
})

test('a task matches a person and a due date by itself or by one of its subtasks', () => {
  expect(idsOf({ person: '7' })).toEqual([2])
  expect(idsOf({ person: '8' })).toEqual([3])
  expect(idsOf({ person: none })).toEqual([1])
  expect(idsOf({ due: 'overdue' })).toEqual([2])
  expect(idsOf({ due: 'overdue', person: '7' })).toEqual([2])
  expect(idsOf({ due: 'week', person: '7' })).toEqual([])
  expect(idsOf({ due: 'week' })).toEqual([3])
  expect(idsOf({ due: 'none' })).toEqual([1, 2])
})

test('subtasks match the same filters by themselves', () => {
  const all = tasks.flatMap(({ subtasks }) => subtasks)
  const titles = (filters: Partial<Filters>) =>
    matchingSubtasks(all, { ...unfiltered, ...filters }, now).map(({ title }) => title)
  expect(titles({})).toHaveLength(2)
  expect(titles({ person: '7' })).toEqual(['Check the forms'])
  expect(titles({ person: none, due: 'none' })).toEqual(['Draft the headline'])
  expect(titles({ search: 'every' })).toEqual(['Check the forms'])
})

test('this week ends on Sunday if it began on Monday, and what is done is never overdue', () => {
  const due = (due_date: string | null, status: Task['status'] = 'todo') => dueOf({ due_date, status }, now)
  expect(due('2026-11-24')).toBe('overdue')
  expect(due('2026-11-24', 'done')).toBeUndefined()
  expect([due(now.today), due('2026-11-29'), due('2026-11-30'), due(null)]).toEqual(['week', 'week', 'later', 'none'])
})

test('this week ends with the day before the one on which weeks begin', () => {
  const due = (due_date: string, first_day: 0 | 6) => dueOf({ due_date, status: 'todo' }, { ...now, first_day })
  expect([due('2026-11-28', 0), due('2026-11-29', 0)]).toEqual(['week', 'later'])
  expect([due('2026-11-27', 6), due('2026-11-28', 6)]).toEqual(['week', 'later'])
})

test('blocked work waits for something that is not done, and a task is found by its blocked subtasks, too', () => {
  const open = { key: 'WEB-7', status: 'in_progress' } as Blocker
  const done = { key: 'WEB-8', status: 'done' } as Blocker
  const all = [
    task(1, { blocked_by: [done, open] }),
    task(2, { blocked_by: [done] }),
    task(3, { blocked_by: [open], status: 'done' }),
    task(4, { subtasks: [subtask('Waits', { blocked_by: [open], assigned_to: dev }), subtask('Begins', { assigned_to: dana })] }),
  ]
  const ids = (filters: Partial<Filters>) => matchingTasks(all, { ...unfiltered, ...filters }, now).map(({ id }) => id)
  expect(ids({ blockers: 'blocked' })).toEqual([1, 4])
  expect(ids({ blockers: 'blocked', person: '7' })).toEqual([4])
  expect(ids({ blockers: 'blocked', person: '8' })).toEqual([])
  const parts = all.flatMap(({ subtasks }) => subtasks)
  expect(matchingSubtasks(parts, { ...unfiltered, blockers: 'blocked' }, now).map(({ title }) => title)).toEqual(['Waits'])
})
