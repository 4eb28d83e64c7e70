import type { Subtask, Task } from 'contract'
import { expect, test } from 'vitest'
import { type PendingChanges, withPendingWork } from './read.ts'

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
const nothing: PendingChanges = { tasks: [], subtasks: [], removedTasks: [], removedSubtasks: [] }
const names = { people: new Map([[8, 'Dana']]), labels: [{ id: 3, name: 'Design', color: '#00C4B4' }] }
const assigned = (id: number, assigned_to_id: number | null) => ({ id, change: { assigned_to_id } })

test('without pending changes it is the same list', () => expect(withPendingWork(tasks, nothing, names)).toBe(tasks))

test('a pending change shows, and other tasks stay the same objects', () => {
  const [first, second] = withPendingWork(
    tasks,
    { ...nothing, tasks: [{ id: 1, change: { status: 'done', label_ids: [3] } }] },
    names,
  )
  expect(first).toMatchObject({ status: 'done', labels: [{ name: 'Design' }] })
  expect(second).toBe(tasks[1])
})

test('of several changes to one subtask the last counts', () => {
  const [first] = withPendingWork(tasks, { ...nothing, subtasks: [assigned(10, 8), assigned(10, null)] }, names)
  expect(first?.subtasks[0]?.assigned_to).toBeNull()
  const [reversed] = withPendingWork(tasks, { ...nothing, subtasks: [assigned(10, null), assigned(10, 8)] }, names)
  expect(reversed?.subtasks[0]?.assigned_to).toEqual({ id: 8, full_name: 'Dana' })
})

test('a task shows whom it is being assigned to', () => {
  const [first] = withPendingWork(tasks, { ...nothing, tasks: [assigned(1, 8)] }, names)
  expect(first?.assigned_to).toEqual({ id: 8, full_name: 'Dana' })
  const [second] = withPendingWork(tasks, { ...nothing, tasks: [assigned(1, 8), assigned(1, null)] }, names)
  expect(second?.assigned_to).toBeNull()
})

test('a person without a name here stays as the server has it', () => {
  const [first] = withPendingWork(tasks, { ...nothing, subtasks: [assigned(10, 99)] }, names)
  expect(first?.subtasks[0]?.assigned_to).toEqual({ id: 7, full_name: 'Dev' })
})

test("tasks and subtasks that are being deleted don't show", () => {
  const remaining = withPendingWork(tasks, { ...nothing, removedTasks: [2], removedSubtasks: [11] }, names)
  expect(remaining.map(({ id }) => id)).toEqual([1])
  expect(remaining[0]?.subtasks.map(({ id }) => id)).toEqual([10])
})

test('boxes of descriptions show as ticked, each on the text that the change before it has made', () => {
  const before = { ...task(1), description: 'Old' }
  const tick = (number: number, text: string) => ({ id: 1, change: { check_box: { number, text, is_checked: true } } })
  const changes = [{ id: 1, change: { description: '- [ ] Dig\n- [ ] Plant' } }, tick(0, 'Dig'), tick(1, 'Plant')]
  const [after] = withPendingWork([before], { ...nothing, tasks: changes }, names)
  expect(after?.description).toBe('- [x] Dig\n- [x] Plant')
  expect(after).not.toHaveProperty('check_box')

  const ofSubtask = { ...before, subtasks: [{ ...subtask(10, 1), description: '- [ ] Dig' }] }
  const [whole] = withPendingWork([ofSubtask], { ...nothing, subtasks: [{ ...tick(0, 'Dig'), id: 10 }] }, names)
  expect(whole?.subtasks[0]?.description).toBe('- [x] Dig')
})
