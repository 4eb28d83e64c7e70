import type { Subtask, Task } from 'contract'
import { expect, test } from 'vitest'
import { drawn, type Pending } from './pending.ts'

const subtask = (id: number, task: number) =>
  ({ id, task, title: `Subtask ${id}`, status: 'todo', assigned_to: { id: 7, full_name: 'Dev' } }) as Subtask
const task = (id: number) =>
  ({
    id,
    title: `Task ${id}`,
    status: 'todo',
    labels: [],
    subtasks: [subtask(id * 10, id), subtask(id * 10 + 1, id)],
  }) as unknown as Task
const tasks = [task(1), task(2)]
const nothing: Pending = { tasks: [], subtasks: [], goneTasks: [], goneSubtasks: [] }
const names = { people: new Map([[8, 'Dana']]), labels: [{ id: 3, name: 'Design', color: '#00C4B4' }] }
const assigned = (id: number, assigned_to_id: number | null) => ({ id, change: { assigned_to_id } })

test('with nothing under way it is the same list', () => expect(drawn(tasks, nothing, names)).toBe(tasks))

test('a change is drawn, and what it does not touch stays the same object', () => {
  const [first, second] = drawn(tasks, { ...nothing, tasks: [{ id: 1, change: { status: 'done', label_ids: [3] } }] }, names)
  expect(first).toMatchObject({ status: 'done', labels: [{ name: 'Design' }] })
  expect(second).toBe(tasks[1])
})

test('of several changes to one subtask the last counts', () => {
  const [first] = drawn(tasks, { ...nothing, subtasks: [assigned(10, 8), assigned(10, null)] }, names)
  expect(first?.subtasks[0]?.assigned_to).toBeNull()
  const [again] = drawn(tasks, { ...nothing, subtasks: [assigned(10, null), assigned(10, 8)] }, names)
  expect(again?.subtasks[0]?.assigned_to).toEqual({ id: 8, full_name: 'Dana' })
})

test('a person without a name here stays as the server has it', () => {
  const [first] = drawn(tasks, { ...nothing, subtasks: [assigned(10, 99)] }, names)
  expect(first?.subtasks[0]?.assigned_to).toEqual({ id: 7, full_name: 'Dev' })
})

test('what is being deleted is gone', () => {
  const left = drawn(tasks, { ...nothing, goneTasks: [2], goneSubtasks: [11] }, names)
  expect(left.map(({ id }) => id)).toEqual([1])
  expect(left[0]?.subtasks.map(({ id }) => id)).toEqual([10])
})
