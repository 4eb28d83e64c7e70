import type { Project } from 'contract'
import { expect, test } from 'vitest'
import { type ProjectValues, projectForm } from './form.ts'
import { endOf, matching, withPendingChanges } from './read.ts'

const project: Project = {
  id: 1,
  key: 'RS',
  name: 'Résumé site',
  description: 'Where people apply.',
  start_date: '2026-01-10',
  end_date: '2026-03-10',
  priority: 'medium',
  status: 'planning',
  is_active: true,
  assigned_pm: 7,
  has_manager: true,
  members: [
    { id: 11, role: 'project_manager', employee: { id: 7, full_name: 'Pam Porter', email: 'pam@acme.test' } },
    { id: 12, role: 'developer', employee: { id: 8, full_name: 'Dev Dalton', email: 'dev@acme.test' } },
  ],
  created_at: '2026-01-01T00:00:00Z',
  version: 1,
}
const values: ProjectValues = { ...projectForm.blank, name: 'Site', key: 'RS', assigned_pm: '7' }
const today = '2026-02-01'
const problems = (now: Partial<ProjectValues>, context: Partial<Parameters<typeof projectForm.problems>[1]> = {}) =>
  Object.entries(projectForm.problems({ ...values, ...now }, { today, choosesManager: true, ...context })).filter(
    ([, message]) => message,
  )

test('a project needs a name, and its manager where one is chosen', () => {
  expect(problems({ name: ' ', assigned_pm: '' })).toEqual([
    ['name', 'Project name is required.'],
    ['assigned_pm', 'Project manager is required.'],
  ])
  expect(problems({ assigned_pm: '' }, { choosesManager: false })).toEqual([])
})

test('a description is left out or has ten characters, spaces around it not counted', () => {
  const tooShort = [['description', 'Description must be at least 10 characters.']]
  expect(problems({ description: '  too short  ' })).toEqual(tooShort)
  expect(problems({ description: '   ' })).toEqual([])
  expect(problems({ description: 'ten chars!' })).toEqual([])
})

test('a project starts today at the earliest, unless it has started already', () => {
  expect(problems({ start_date: '2026-01-31' })).toEqual([['start_date', 'Start date cannot be in the past.']])
  expect(problems({ start_date: today })).toEqual([])
  expect(problems({ start_date: '2026-01-10' }, { before: project })).toEqual([])
  expect(problems({ start_date: '2026-01-11' }, { before: project })).toEqual([
    ['start_date', 'Start date cannot be in the past.'],
  ])
})

test('it does not end before it starts', () => {
  const wrong = [['end_date', 'End date cannot be before start date.']]
  expect(problems({ start_date: '2026-02-03', end_date: '2026-02-02' })).toEqual(wrong)
  expect(problems({ start_date: '2026-02-03', end_date: '2026-02-03' })).toEqual([])
  // A cleared date does not fall back to the saved one.
  expect(problems({ start_date: '2026-04-01', end_date: '' }, { before: project })).toEqual([])
})

test("pending changes show over the server's data, the latest on top", () => {
  const change = (id: number, status: Project['status']) => ({ id, change: { status } })
  const pending = { changes: [change(1, 'in_progress'), change(2, 'on_hold'), change(1, 'completed')], removedMembers: [12] }
  expect(withPendingChanges([project], pending)[0]).toMatchObject({ status: 'completed', members: [{ id: 11 }] })
  expect(withPendingChanges([project], { changes: [change(2, 'on_hold')], removedMembers: [99] })[0]).toBe(project)
})

test('a project that is past its end says by how much, until it is completed', () => {
  const words = (end_date: string | null, status: Project['status'] = 'on_hold') => endOf({ end_date, status }, today)?.words
  expect([words('2026-01-31'), words('2026-01-01'), words(today), words('2026-02-02')]).toEqual([
    'Overdue by 1 day',
    'Overdue by 31 days',
    'Ends today',
    'Ends tomorrow',
  ])
  expect([words('2026-03-01'), words(null), words('2026-01-31', 'completed')]).toEqual([undefined, undefined, undefined])
})

test('a search finds every word, in name, description or manager, whatever the accents', () => {
  const found = (search: string) => matching([project], search).length
  expect(found('resume')).toBe(1)
  expect(found('  PORTER apply ')).toBe(1)
  expect(found('porter billing')).toBe(0)
  expect(found('dalton')).toBe(0)
})
