import type { Subtask, Task } from 'contract'
import { expect, test } from 'vitest'
import { matchingTasks } from './search.ts'

const task = (id: number, more: Partial<Task>) =>
  ({ id, title: '', description: '', status: 'todo', priority: 'low', subtasks: [], ...more }) as unknown as Task
const subtask = (title: string, description = '') => ({ title, description }) as Subtask
const tasks = [
  task(1, { title: 'Home page', description: 'The first screen', subtasks: [subtask('Draft the headline')] }),
  task(2, { title: 'Launch', status: 'done', priority: 'high', subtasks: [subtask('Check the forms', 'On every page')] }),
  task(3, { title: 'Café menu', status: 'done' }),
]
const matchingIds = (filters: Partial<Parameters<typeof matchingTasks>[1]>) =>
  matchingTasks(tasks, { status: '', priority: '', search: '', ...filters }).map(({ id }) => id)

test('without filters all tasks are shown', () => expect(matchingIds({ search: '  ' })).toEqual([1, 2, 3]))

test('status and priority narrow each other', () => {
  expect(matchingIds({ status: 'done' })).toEqual([2, 3])
  expect(matchingIds({ status: 'done', priority: 'high' })).toEqual([2])
  expect(matchingIds({ status: 'todo', priority: 'high' })).toEqual([])
})

test('a search finds words of title and description, and of the subtasks, in any order, case and accent', () => {
  expect(matchingIds({ search: 'PAGE' })).toEqual([1, 2])
  expect(matchingIds({ search: 'screen home' })).toEqual([1])
  expect(matchingIds({ search: 'headline' })).toEqual([1])
  expect(matchingIds({ search: 'cafe' })).toEqual([3])
  expect(matchingIds({ search: 'page launch' })).toEqual([2])
  expect(matchingIds({ search: 'page', status: 'todo' })).toEqual([1])
  expect(matchingIds({ search: 'nowhere' })).toEqual([])
})
