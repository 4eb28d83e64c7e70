import { expect, test } from 'vitest'
import { changed, newSubtaskProblems, newTaskProblems, type SubtaskForm, type TaskForm, taskEditProblems } from './rules.ts'

const today = '2026-03-01'
const task: TaskForm = { title: 'T', description: 'Ten letters', priority: 'low', due_date: '', status: 'todo', label_ids: [] }
const subtask: SubtaskForm = { ...task, description: '', task: '4', assigned_to_id: '', estimated_hours: '' }
const found = (problems: object) => Object.fromEntries(Object.entries(problems).filter(([, message]) => message))

test('a task and a subtask with what is needed are right', () => {
  expect(found(newTaskProblems(task, today))).toEqual({})
  expect(found(newSubtaskProblems(subtask, today))).toEqual({})
})

test('a new task needs a title, ten characters of description, and no day that has passed', () =>
  expect(found(newTaskProblems({ ...task, title: ' ', description: '  too short  ', due_date: '2026-02-28' }, today))).toEqual({
    title: 'Title is required.',
    description: 'Description is required and should be at least 10 characters.',
    due_date: 'Due date cannot be in the past.',
  }))

test('today is not in the past', () => expect(found(newTaskProblems({ ...task, due_date: today }, today))).toEqual({}))

test('an edit needs a title only', () =>
  expect(found(taskEditProblems({ ...task, description: '', due_date: '2020-01-01' }))).toEqual({}))

test('a subtask needs a title and a parent', () =>
  expect(found(newSubtaskProblems({ ...subtask, title: '', task: '' }, today))).toEqual({
    title: 'Title is required.',
    task: 'This field is required',
  }))

test.each([[0], [0.1], [2.3], ['7.5'], ['']])('%j hours are right', (estimated_hours) =>
  expect(found(newSubtaskProblems({ ...subtask, estimated_hours }, today))).toEqual({}),
)
test.each([[-1], [0.25], ['x']])('%j hours are not', (estimated_hours) =>
  expect(newSubtaskProblems({ ...subtask, estimated_hours }, today).estimated_hours).toBe(
    'Estimated hours must be a number of at least 0, in steps of 0.1.',
  ),
)

test('only what differs is sent', () =>
  expect(
    changed({ title: 'A', due_date: null, label_ids: [1, 2] }, { title: 'A', due_date: '2026-01-01', label_ids: [1, 2] }),
  ).toEqual({ due_date: null }))
