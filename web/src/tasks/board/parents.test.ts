import type { Subtask, Task } from 'contract'
import { expect, test } from 'vitest'
import { rememberParent, sensibleParent } from './parents.ts'

const task = (id: number, status = 'todo') => ({ id, status }) as Task
const tasks = [task(1), task(2), task(3, 'done')]
const assigned = [
  { id: 11, task: 1 },
  { id: 10, task: 2 },
] as Subtask[]

test('a new subtask goes to the newest task that is not done', () => {
  expect(sensibleParent(1, tasks, [])).toBe(2)
  expect(sensibleParent(1, [task(3, 'done')], [])).toBe(3)
  expect(sensibleParent(1, [], [])).toBeUndefined()
})

test("rather to that of the person's newest subtask", () => expect(sensibleParent(1, tasks, assigned)).toBe(1))

test('and rather still to the one chosen last in this project, while it is there', () => {
  rememberParent(1, 3)
  expect(sensibleParent(1, tasks, assigned)).toBe(3)
  expect(sensibleParent(2, tasks, assigned)).toBe(1)
  expect(sensibleParent(1, tasks.slice(0, 2), assigned)).toBe(1)
})
