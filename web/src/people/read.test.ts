import type { Employee } from 'contract'
import { describe, expect, test } from 'vitest'
import { employeeForm } from './form.ts'
import { type EmployeeFilters, matching, sorted } from './read.ts'

const person = (id: number, full_name: string, role: Employee['role'], email = `p${id}@acme.test`): Employee => ({
  id,
  full_name,
  email,
  role,
  job_title: 'Engineer',
  department: 'R&D',
  is_active: true,
  invitation_status: 'accepted',
  invitation_expires_at: null,
  has_second_factor: false,
  is_undeliverable: false,
  date_joined: '2026-01-01T00:00:00Z',
})
const jose = person(1, 'José Ruiz', 'developer')
const ann = person(2, 'ann Lee', 'hr', 'zz@acme.test')
const bob: Employee = { ...person(3, 'Bob Lee', 'project_manager'), invitation_status: 'pending' }
const ids = (people: readonly Employee[]) => people.map(({ id }) => id)

describe('who is found', () => {
  const found = (filters: Partial<EmployeeFilters>) =>
    ids(matching([jose, ann, bob], { search: '', role: '', invitation: '', ...filters }))
  test('by every word, in name, e-mail, job title or department, whatever the case and accents', () => {
    expect(found({ search: ' JOSE r&d ' })).toEqual([1])
    expect(found({ search: 'lee' })).toEqual([2, 3])
    expect(found({ search: 'lee zz@' })).toEqual([2])
  })
  test('only of the role that is asked for', () => {
    expect(found({ search: 'lee', role: 'hr' })).toEqual([2])
    expect(found({})).toEqual([1, 2, 3])
  })
  test('only of those who have accepted, or have not', () => {
    expect(found({ invitation: 'pending' })).toEqual([3])
    expect(found({ invitation: 'accepted', search: 'lee' })).toEqual([2])
  })
})

describe('the order', () => {
  test('of names goes by letters, not by capitals', () => {
    expect(ids(sorted([jose, bob, ann], { key: 'name', isDescending: false }))).toEqual([2, 3, 1])
    expect(ids(sorted([jose, bob, ann], { key: 'name', isDescending: true }))).toEqual([1, 3, 2])
  })
  test('of roles goes by what is read, and by name within one', () => {
    const dana = person(4, 'Dana', 'developer')
    expect(ids(sorted([bob, ann, jose, dana], { key: 'role', isDescending: false }))).toEqual([4, 1, 2, 3])
    expect(ids(sorted([bob, ann, jose, dana], { key: 'role', isDescending: true }))).toEqual([3, 2, 4, 1])
  })
})

describe('the form of an employee', () => {
  const good = {
    full_name: 'Ann',
    email: 'ann@acme.test',
    confirm_email: ' ANN@acme.test ',
    job_title: 'Lead',
    department: 'HR',
    role: 'hr',
    password: '',
    manager: '',
  }
  const wrong = (change: Partial<typeof good>, isNew = true) =>
    Object.fromEntries(Object.entries(employeeForm.problems({ ...good, ...change }, { isNew })).filter(([, message]) => message))

  test('is right without a password', () => expect(wrong({})).toEqual({}))
  test('wants the e-mail twice', () => expect(wrong({ confirm_email: '' })).toEqual({ confirm_email: 'Emails do not match.' }))
  test('wants a strong password, if any', () =>
    expect(wrong({ password: 'Ab1!' })).toEqual({ password: 'Password must be at least 8 characters long.' }))
  test('wants everything else, for an existing employee too', () => {
    const blank = { full_name: ' ', job_title: '', department: '', role: '' }
    const required = 'This field is required'
    const all = { full_name: required, job_title: required, department: required, role: required }
    expect(wrong(blank)).toEqual(all)
    expect(wrong({ ...blank, email: 'x', confirm_email: '' }, false)).toEqual(all)
  })
})
