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
const found = (filters: Partial<Parameters<typeof matchingTasks>[1]>) =>
  matchingTasks(tasks, { status: '', priority: '', search: '', ...filters }).map(({ id }) => id)

test('without filters all tasks are shown', () => expect(found({ search: '  ' })).toEqual([1, 2, 3]))

test('status and priority narrow each other', () => {
  expect(found({ status: 'done' })).toEqual([2, 3])
  expect(found({ status: 'done', priority: 'high' })).toEqual([2])
  expect(found({ status: 'todo', priority: 'high' })).toEqual([])
})

test('a search finds words of title and description, and of the subtasks, in any order, case and accent', () => {
  expect(found({ search: 'PAGE' })).toEqual([1, 2])
  expect(found({ search: 'screen home' })).toEqual([1])
  expect(found({ search: 'headline' })).toEqual([1])
  expect(found({ search: 'cafe' })).toEqual([3])
  expect(found({ search: 'page launch' })).toEqual([2])
  expect(found({ search: 'page', status: 'todo' })).toEqual([1])
  expect(found({ search: 'nowhere' })).toEqual([])
})
