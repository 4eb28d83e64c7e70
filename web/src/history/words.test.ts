import type { Change, HistoryField } from 'contract'
import { expect, test } from 'vitest'
import { sentenceOf } from './words.ts'

let last_id = 0
const change = (field: HistoryField, before: string | null, after: string | null): Change => ({
  id: ++last_id,
  at: '2026-11-26T12:00:00Z',
  person: { id: 1, full_name: 'Pam Porter' },
  subtask: null,
  field,
  before,
  after,
})

const read = (changes: readonly Change[], thing: 'task' | 'project' = 'task') =>
  `Pam${sentenceOf(changes, thing)
    .map(({ before, words }) => before + words.map((word) => (typeof word === 'string' ? word : word.value)).join(''))
    .join('')}`

test.each<[HistoryField, string | null, string | null, string]>([
  ['created', null, null, 'created this task'],
  ['title', 'A', 'B', 'renamed it from “A” to “B”'],
  ['status', 'todo', 'in_progress', 'changed the status from To Do to In Progress'],
  ['priority', 'low', 'high', 'changed the priority from Low to High'],
  ['due_date', null, '2026-12-03', 'set the due date to 03 Dec 2026'],
  ['due_date', '2026-12-03', '2026-12-04', 'changed the due date from 03 Dec 2026 to 04 Dec 2026'],
  ['due_date', '2026-12-03', null, 'removed the due date (was 03 Dec 2026)'],
  ['recurrence', null, 'weekly', 'changed Repeats from Never to Every week'],
  ['recurrence', 'weekly', 'weekdays', 'changed Repeats from Every week to Every weekday'],
  ['recurrence', 'monthly', null, 'changed Repeats from Every month to Never'],
  ['estimated_hours', null, '4', 'set the estimated hours to 4 h'],
  ['estimated_hours', '4.0', '6.5', 'changed the estimated hours from 4 h to 6.5 h'],
  ['assigned_to', null, 'Dev Dalton', 'assigned it to Dev Dalton'],
  ['assigned_to', 'Dana Reyes', 'Dev Dalton', 'reassigned it from Dana Reyes to Dev Dalton'],
  ['assigned_to', 'Dev Dalton', null, 'unassigned Dev Dalton'],
  ['description', null, null, 'changed the description'],
  ['label', null, 'Backend', 'added the label Backend'],
  ['label', 'Backend', null, 'removed the label Backend'],
  ['check_box', null, 'Write the redirects', 'ticked “Write the redirects”'],
  ['check_box', 'Write the redirects', null, 'unticked “Write the redirects”'],
  ['subtask', null, 'WEB-43 Redirects', 'added the subtask WEB-43 Redirects'],
  ['subtask', 'WEB-43 Redirects', null, 'deleted the subtask WEB-43 Redirects'],
  ['file', null, 'plan.pdf', 'attached plan.pdf'],
  ['file', 'plan.pdf', null, 'deleted the file plan.pdf'],
])('a change of a task reads as a sentence: %s from %s to %s', (field, before, after, words) => {
  expect(read([change(field, before, after)])).toBe(`Pam ${words}`)
})

test.each<[HistoryField, string | null, string | null, string]>([
  ['created', null, null, 'created this project'],
  ['name', 'A', 'B', 'renamed the project from “A” to “B”'],
  ['key', 'WEB', 'SITE', 'changed the key from WEB to SITE'],
  ['status', 'planning', 'on_hold', 'changed the status from Planning to On Hold'],
  ['end_date', null, '2026-12-03', 'set the end date to 03 Dec 2026'],
  ['is_active', 'true', 'false', 'deactivated the project'],
  ['is_active', 'false', 'true', 'reactivated the project'],
  ['manager', 'Ann Archer', 'Pam Porter', 'made Pam Porter the manager (was Ann Archer)'],
  ['manager', null, 'Pam Porter', 'made Pam Porter the manager'],
  ['member', null, 'Dev Dalton', 'added Dev Dalton to the team'],
  ['member', 'Dev Dalton', null, 'removed Dev Dalton from the team'],
  ['task', 'WEB-42 Title', null, 'deleted the task WEB-42 Title'],
  ['task', null, 'WEB-42 Title', 'brought back the task WEB-42 Title'],
])('a change of a project reads as a sentence: %s from %s to %s', (field, before, after, words) => {
  expect(read([change(field, before, after)], 'project')).toBe(`Pam ${words}`)
})

test('changes with the same verb share it', () => {
  const status = change('status', 'todo', 'done')
  const priority = change('priority', 'low', 'high')
  const due = change('due_date', null, '2026-12-03')
  const label = (name: string) => change('label', null, name)
  expect(read([status, priority, due])).toBe(
    'Pam changed the status from To Do to Done, the priority from Low to High and the due date to 03 Dec 2026',
  )
  expect(read([status, label('Backend'), priority, label('UX')])).toBe(
    'Pam changed the status from To Do to Done and the priority from Low to High, and added the label Backend and the label UX',
  )
  expect(read([change('title', 'A', 'B'), due, label('UX')])).toBe(
    'Pam renamed it from “A” to “B”, set the due date to 03 Dec 2026 and added the label UX',
  )
})
