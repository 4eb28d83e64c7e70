import { expect, test } from 'vitest'
import { subtaskForm, taskForm } from './forms.ts'

const today = '2026-03-01'
const task = { ...taskForm.blank, title: 'T', description: 'Ten letters' }
const subtask = { ...subtaskForm.blank, title: 'T', task: '4' }
const newTaskProblems = (values: typeof task) => taskForm.problems(values, { today, isNew: true })
const newSubtaskProblems = (values: typeof subtask) => subtaskForm.problems(values, { today, isNew: true })
const messagesOf = (problems: object) => Object.fromEntries(Object.entries(problems).filter(([, message]) => message))

test('a task and a subtask with what is needed are right', () => {
  expect(messagesOf(newTaskProblems(task))).toEqual({})
  expect(messagesOf(newSubtaskProblems(subtask))).toEqual({})
})

test('a new task needs a title, ten characters of description, and no day that has passed', () =>
  expect(messagesOf(newTaskProblems({ ...task, title: ' ', description: '  too short  ', due_date: '2026-02-28' }))).toEqual({
    title: 'Title is required.',
    description: 'Description is required and should be at least 10 characters.',
    due_date: 'Due date cannot be in the past.',
  }))

test('today is not in the past', () => expect(messagesOf(newTaskProblems({ ...task, due_date: today }))).toEqual({}))

test('an edit needs a title only', () =>
  expect(messagesOf(taskForm.problems({ ...task, description: '', due_date: '2020-01-01' }, { today, isNew: false }))).toEqual(
    {},
  ))

test('a subtask needs a title and a parent', () =>
  expect(messagesOf(newSubtaskProblems({ ...subtask, title: '', task: '' }))).toEqual({
    title: 'Title is required.',
    task: 'This field is required',
  }))

test.each([[0], [0.1], [2.3], ['7.5'], ['']])('%j hours are right', (estimated_hours) =>
  expect(messagesOf(newSubtaskProblems({ ...subtask, estimated_hours }))).toEqual({}),
)
test.each([[-1], [0.25], ['x']])('%j hours are not', (estimated_hours) =>
  expect(newSubtaskProblems({ ...subtask, estimated_hours }).estimated_hours).toBe(
    'Estimated hours must be a number of at least 0, in steps of 0.1.',
  ),
)
