import { expect, test } from 'vitest'
import { sizeOf } from './templates.ts'

test.each([
  [1, 1, '1 task, 1 subtask'],
  [12, 30, '12 tasks, 30 subtasks'],
  [3, 0, '3 tasks'],
])('a template of %i tasks and %i subtasks has %j', (tasks, subtasks, words) => expect(sizeOf({ tasks, subtasks })).toBe(words))
