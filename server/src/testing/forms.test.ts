// @sampled: Every form of the contract, filled in wrongly: each field alone, and any two of them together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, api, type Endpoint } from 'contract'
import { sampled } from './sampling.ts'
import {
  comments,
  daysFrom,
  hrRows,
  labels,
  type Name,
  people,
  projects,
  rooms,
  subtasks,
  tasks,
  templates,
  testApp,
  today,
} from './world.ts'
import { stageRows } from './world-recruiting.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })

await query(
  `insert into saved_views (id, tenant_id, project_id, person_id, name, query) values (1001, 1, 1, $1, 'Own', '')`,
  people.ann.id,
)
await query(
  `insert into people (id, tenant_id, email, full_name, role, accepted_at) overriding system value
   values (1002, 1, 'abby@acme.test', 'Abby', 'tenant_admin', now())`,
)
await query(
  `insert into people (id, tenant_id, email, full_name, role) overriding system value
   values (1003, 1, 'ivy@acme.test', 'Ivy', 'tenant_admin'), (1004, 1, 'ian@acme.test', 'Ian', 'developer')`,
)
await query(`insert into labels (id, tenant_id, name) overriding system value values (1001, 1, 'Other')`)

await query(`insert into locations (id, tenant_id, name, timezone) values (1001, 1, 'Hillside', 'Europe/Berlin')`)
await query(
  `insert into holidays (id, tenant_id, location_id, day, name) values (1001, 1, $1, '2026-06-02', 'Fair')`,
  hrRows.acme,
)

// A second type, and requests: Una's waits for HR, Dev's of next week is approved.
const nextMonday = daysFrom(((8 - new Date(today()).getUTCDay()) % 7) + 7)
await query(`insert into leave_types (id, tenant_id, name, color, proof) values (1001, 1, 'Unpaid', 'rust', 'note')`)
await query(`insert into leave_types (id, tenant_id, name, color, is_archived) values (1002, 1, 'Old', 'rust', true)`)
await query(`insert into leave_policies (tenant_id, type_id, year, granted) values (1, 1001, 2026, 'yearly')`)
await query(
  `insert into leave_requests (id, tenant_id, person_id, type_id, from_day, to_day, status, stage, created_by)
   values (1001, 1, $1, 1, $3, $3, 'pending', 'hr', $1), (1002, 1, $2, 1, $3, $3, 'approved', null, $2)`,
  ...[people.una.id, people.dev.id, nextMonday],
)

// A second template of a mail, and an applicant who waits for an invitation.
await query(`insert into mail_templates (id, tenant_id, name, subject, text) values (1001, 1, 'Offer', 'S', 'T')`)
await query(
  `insert into applications (id, tenant_id, opening_id, stage_id, full_name, email) values (1001, 1, $1, $1, 'Bo', 'bo@applicants.test')`,
  hrRows.acme,
)
await query(
  `insert into hires (tenant_id, application_id, job_title, department, starts_on, person_id) values (1, 1001, 'J', 'IT', '2027-01-01', $1)`,
  people.hana.id,
)
const question = { text: 'Why?', is_required: true, is_long: false }
const opening = { title: 'O', department: 'IT', location: null, description: '', closes_on: null, status: 'draft', questions: [] }
const wrongOpening = {
  title: ['', 7, 'x'.repeat(201)],
  department: ['', 'Space'],
  description: [7, 'x'.repeat(10_001)],
  closes_on: ['x', daysFrom(-2)],
  status: ['', 'open'],
}
const stages = {
  open: [
    { id: stageRows.acme.first, name: 'New' },
    { id: stageRows.acme.second, name: 'Interview' },
  ],
  ...{ hired: 'Hired', rejected: 'Rejected' },
}
const mailTemplate = { name: 'Offer', subject: 'S', text: 'T' }
const wrongMailTemplate = {
  name: ['', 7, 'x'.repeat(101), 'rEJECTION'],
  subject: ['', 7, 'x'.repeat(201)],
  text: ['', 7, 'x'.repeat(10_001)],
}
const interview = { starts_at: `${daysFrom(10)}T12:00:00Z`, minutes: 60, place: '', agenda: '', interviewers: [people.dev.id] }
const wrongInterview = {
  starts_at: ['', 'x', '2020-01-01T12:00:00Z', `${daysFrom(900)}T12:00:00Z`],
  minutes: ['x', 4, 1.5, 1441],
  place: [7, 'x'.repeat(301)],
  agenda: [7, 'x'.repeat(2001)],
  interviewers: ['x', [], [people.gus.id], Array(11).fill(people.dev.id)],
}

const blocked = 1001
await query(
  `insert into tasks (id, tenant_id, project_id, number, title) overriding system value values ($1, 1, 1, 4, 'Blocked')`,
  blocked,
)

const [entry, sheet] = [1001, 1001]
await query(
  `insert into time_entries (id, tenant_id, person_id, project_id, task_id, subtask_id, title, day, minutes)
   values ($1, 1, $2, $3, $4, $5, 'Footer', current_date, 1000)`,
  ...[entry, people.dev.id, projects.website, tasks.home_page, subtasks.footer],
)
// The week before the last is locked.
await query(
  `insert into time_sheets (id, tenant_id, person_id, project_id, week)
   values ($1, 1, $2, $3, date_trunc('week', current_date - 14)::date)`,
  ...[sheet, people.dev.id, projects.website],
)

const policy = { allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31', overdraft: 0 }
const wrongType = {
  name: ['', 7, 'x'.repeat(101), 'HOLIDAY'],
  color: ['', 'red', 7],
  needs_approval: ['x'],
  allows_half_days: ['x'],
  proof: ['', 'x'],
}
const daysLater = (days: number) => addDays(nextMonday, days)

const long = 'x'.repeat(10_001)
const past = '2020-01-01'
const stranger = people.gil.id
const projectOfOthers = projects.secret
const labelOfOthers = labels.fuel

/** An invalid value, on its own or only if these other fields are valid. */
type Wrong = unknown | { value: unknown; withFields: string[] }
const withFields = (value: unknown, ...fields: string[]) => ({ value, withFields: fields })
type Form = {
  who: Name | null
  at?: 'platform'
  path?: string
  /** Passes as it is, unless nothing here is ever right (an unverified address at sign-up). */
  right: Record<string, unknown>
  wrong: Record<string, Wrong[]>
  /** Where the message stands, if not under the field that was sent. */
  under?: Record<string, string>
}

const item = { title: 'Return the keys', owner: 'person', days: 0 }
const wrongTemplate = {
  name: ['', 7, 'x'.repeat(101), withFields('FIRST WEEK', 'kind')],
  kind: ['x', ''],
  items: ['x', [], ['x'], [{ ...item, title: '' }], [{ ...item, owner: 'x' }], [{ ...item, days: 1.5 }], Array(51).fill(item)],
}
const goneBox = { number: 0, text: 'Gone', is_checked: true }
const wrongBoxes = [goneBox, 'x', { number: -1, text: 'Gone', is_checked: true }]
const assignee = { assigned_to: ['x', withFields(stranger, 'project')], assigned_to_id: ['x'] }
const forms: Record<string, Form | Form[] | string> = {
  'POST /api/token/': {
    who: null,
    right: { email: 'ann@acme.test', password: 'x' },
    wrong: { email: ['', 7], password: ['', 7] },
  },
  'POST /api/second-factor/app/begin/': {
    who: 'una',
    right: { password: 'Password-1' },
    wrong: { password: ['', 7, 'Password-2'] },
  },
  'POST /api/second-factor/passkey/begin/': {
    who: 'una',
    right: { password: 'Password-1' },
    wrong: { password: ['', 7, 'Password-2'] },
  },
  'POST /api/second-factor/app/': 'It needs what the app shows at that moment: judged in its own test.',
  'POST /api/second-factor/passkey/': 'It needs the answer to a challenge: judged in its own test.',
  'POST /api/second-factor/:authenticator_id/remove/': 'It needs an authenticator: judged in its own test.',
  'POST /api/second-factor/recovery-codes/': 'It needs an authenticator: judged in its own test.',
  'POST /api/people/:person_id/reset-second-factor/': 'It needs somebody’s authenticator: judged in its own test.',
  'POST /api/token/second-factor/': 'It needs a log-in that has begun: judged in its own test.',
  'POST /api/demo/': 'It has one choice, and is found in the demonstration alone: judged in its own test.',
  'POST /api/set-password/': 'A bad link wins over everything else, and a good one is judged in its own test.',
  'POST /api/set-password/address/': 'A bad link wins over everything else, and a good one is judged in its own test.',
  'POST /api/password/forgot/': { who: null, right: { email: 'ann@acme.test' }, wrong: { email: ['', 'x', 7] } },
  'POST /api/tenants/check-availability/': {
    who: null,
    at: 'platform',
    right: { subdomain: 'free', tenant_name: 'Free' },
    wrong: { subdomain: [7, long], tenant_name: [7, long] },
  },
  'POST /api/tenants/send-otp/': { who: null, at: 'platform', right: { email: 'new@acme.test' }, wrong: { email: ['', 'x'] } },
  'POST /api/tenants/verify-otp/': {
    who: null,
    at: 'platform',
    right: { email: 'new@acme.test', otp: '123456' },
    wrong: { email: ['', 'x'], otp: ['', '1', 7] },
  },
  'POST /api/tenants/signup/': {
    who: null,
    at: 'platform',
    right: { tenant_name: 'New', domain_url: 'new-one.localhost', full_name: 'Nora', password: 'Password-1' },
    wrong: {
      tenant_name: ['', 'acme', 7],
      domain_url: ['-.localhost', 'acme.localhost', 'www.localhost', 'new-one.elsewhere.test'],
      // There is no right one: nobody has verified an address here.
      email: ['', 'x', 'new@acme.test'],
      password: ['', 'short'],
      full_name: ['', 7],
    },
    under: { domain_url: 'subdomain' },
  },
  'POST /api/toggle-block/:tenant_id/': {
    who: 'sol',
    path: '/api/toggle-block/2/',
    right: { is_blocked: false },
    wrong: { is_blocked: [1] },
  },
  'POST /api/stripe/webhook/': 'Its body is the card provider’s, not a form.',
  'POST /api/employees/': {
    who: 'ann',
    right: {
      full_name: 'Nora',
      email: 'nora@acme.test',
      job_title: 'Dev',
      department: 'IT',
      role: 'developer',
      password: 'Password-1',
    },
    wrong: {
      full_name: ['', 7],
      email: ['', 'x', 'DEV@acme.test'],
      job_title: ['', 7],
      department: ['', 'x'],
      role: ['', 'tenant_admin'],
      password: ['short', 7],
    },
  },
  'PUT /api/employees/:employee_id/': {
    who: 'ann',
    path: `/api/employees/${people.dev.id}/`,
    right: { full_name: 'Dev', job_title: 'Job', department: 'Engineering', role: 'developer' },
    // Dev has an open subtask.
    wrong: { full_name: ['', 7], job_title: ['', 7], department: ['', 'x'], role: ['', 'x', 'hr'] },
  },
  'POST /api/employees/import/preview/': {
    who: 'ann',
    right: { text: 'Nora,nora@acme.test,HR,,HR' },
    wrong: { text: ['', 7, 'Nora\u0000'] },
  },
  'POST /api/employees/import/': {
    who: 'ann',
    right: { text: 'Nora,nora@acme.test,HR,,HR' },
    wrong: { text: ['', 7, 'Nora,x,HR,,HR', 'Nora,DEV@acme.test,HR,,HR'] },
  },
  'PATCH /api/workspace/': {
    who: 'ann',
    right: { name: 'Acme', timezone: 'UTC', first_day: 0, accent: 'iris', requires_second_factor: false },
    wrong: {
      name: ['', 7, long, ' GLOBEX '],
      timezone: ['', 7, 'Mars/Base', '+02:00', 'europe/berlin'],
      first_day: ['', '1', 2, null],
      accent: ['', 'mauve', 7],
      // Ann has none of her own.
      requires_second_factor: ['', 'x', 1, true],
    },
  },
  'POST /api/workspace/delete/': {
    who: 'ann',
    right: { confirm: 'acme', password: 'Password-1' },
    // Whether the password is right takes a hash: it is judged once the rest is right.
    wrong: { confirm: ['', 7, 'globex'], password: ['', 7, withFields('Password-3', 'confirm')] },
  },
  'POST /api/administrators/': {
    who: 'ann',
    right: { full_name: 'Nora', email: 'nora@acme.test' },
    wrong: { full_name: ['', 7], email: ['', 'x', 'DEV@acme.test', 'ann@acme.test'] },
  },
  'POST /api/administrators/promote/': {
    who: 'ann',
    right: { employee: people.hana.id },
    // Dev has an open subtask.
    wrong: { employee: ['x', -1, null, people.ann.id, people.dev.id, stranger] },
  },
  'POST /api/employees/:employee_id/correct-email/': {
    who: 'ann',
    path: '/api/employees/1004/correct-email/',
    right: { email: 'iain@acme.test' },
    wrong: { email: ['', 'x', 7, 'DEV@acme.test'] },
  },
  'POST /api/administrators/:administrator_id/correct-email/': {
    who: 'ann',
    path: '/api/administrators/1003/correct-email/',
    right: { email: 'ivi@acme.test' },
    wrong: { email: ['', 'x', 7, 'DEV@acme.test'] },
  },
  'POST /api/applications/:application_id/correct-email/': {
    who: 'hana',
    path: `/api/applications/${hrRows.acme}/correct-email/`,
    right: { email: 'right@applicants.test' },
    wrong: { email: ['', 'x', 7] },
  },
  'POST /api/administrators/:administrator_id/step-down/': {
    who: 'ann',
    path: `/api/administrators/1002/step-down/`,
    right: { role: 'hr', job_title: 'Job', department: 'HR' },
    wrong: { role: ['', 'x', 'tenant_admin', 'super_admin'], job_title: ['', 7], department: ['', 'x'] },
  },
  'POST /api/administrators/:administrator_id/make-owner/': {
    who: 'ann',
    path: `/api/administrators/1002/make-owner/`,
    right: { password: 'Password-1' },
    wrong: { password: ['', 7, 'Password-2'] },
  },
  'PUT /api/profile/': { who: 'dev', right: { full_name: 'Dev' }, wrong: { full_name: ['', 7] } },
  'PUT /api/profile/picture/': 'Its body is a picture, judged in its own test.',
  'PUT /api/workspace/logo/': 'Its body is a picture, judged in its own test.',
  'PUT /api/weekly-summary/': { who: 'pam', right: { is_on: true }, wrong: { is_on: ['', 7, 'true', null] } },
  'POST /api/password/change/': {
    who: 'dev',
    right: { old_password: 'Password-1', new_password: 'Password-2' },
    // Whether the old one is right takes a hash, which counts as an attempt: it is judged once the rest is right.
    wrong: { old_password: ['', 7, withFields('Password-3', 'new_password')], new_password: ['', 'short'] },
  },
  'POST /api/pm-assignments/': {
    who: 'ann',
    right: { manager: people.pam.id, developer: people.dev.id },
    wrong: { manager: [-1, 'x', people.dev.id, stranger], developer: ['x', people.pam.id, stranger] },
  },
  'POST /api/notify-pm/': {
    who: 'ann',
    right: { developer_id: people.dev.id, subtask_ids: [subtasks.footer] },
    wrong: { developer_id: ['x', people.pam.id], subtask_ids: [[], 'x', withFields([subtasks.plot], 'developer_id')] },
  },
  'POST /api/projects/': [
    {
      who: 'pam',
      right: { name: 'New', description: '', start_date: daysFrom(3) },
      wrong: {
        name: ['', 7, long],
        description: ['short', 7],
        start_date: ['x', past],
        end_date: ['x', withFields(daysFrom(2), 'start_date')],
        priority: ['x'],
        key: ['A', 'A-B', 7],
      },
    },
    {
      who: 'ann',
      right: { name: 'New', assigned_pm: people.pam.id, start_date: daysFrom(3) },
      wrong: {
        name: ['', 7],
        start_date: ['x', past],
        end_date: ['x', withFields(daysFrom(2), 'start_date')],
        assigned_pm: [null, 'x', people.dev.id, stranger],
      },
    },
  ],
  'PATCH /api/projects/:project_id/': {
    who: 'ann',
    path: `/api/projects/${projects.website}/`,
    right: { name: 'Website', start_date: daysFrom(3) },
    wrong: {
      name: ['', 7],
      description: ['short', 7],
      start_date: ['x', past],
      end_date: ['x', withFields(daysFrom(2), 'start_date')],
      status: ['x'],
      priority: ['x'],
      is_active: ['x'],
      assigned_pm: ['x', people.dev.id, stranger],
      check_box: wrongBoxes,
    },
  },
  'POST /api/projects/:project_id/views/': {
    who: 'ann',
    path: `/api/projects/${projects.website}/views/`,
    right: { name: 'New', query: 'view=board' },
    wrong: { name: ['', 7, withFields('oWN', 'is_shared')], query: ['?q=x', 7, long], is_shared: ['x'] },
  },
  'PATCH /api/views/:view_id/': {
    who: 'ann',
    path: '/api/views/1001/',
    right: { query: 'view=board' },
    wrong: { name: ['', 7], query: ['?q=x', 7, long], is_shared: ['x'] },
  },
  'POST /api/tasks/:task_id/proposals/': {
    who: 'dev',
    path: `/api/tasks/${tasks.home_page}/proposals/`,
    right: { title: 'New' },
    wrong: { title: ['', 7], description: [7, long], estimated_hours: ['x', -1, 0.05] },
  },
  'POST /api/projects/:project_id/updates/': {
    who: 'ann',
    path: `/api/projects/${projects.website}/updates/`,
    right: { state: 'late', text: 'Well.' },
    wrong: { state: ['', 'x', 7], text: ['', 7, long] },
  },
  'POST /api/members/bulk-assign/': {
    who: 'pam',
    right: { project: projects.website, developers: [people.dev.id] },
    wrong: { project: ['x', projectOfOthers, projects.rocket], developers: [[], 'x', [people.deb.id], [stranger]] },
  },
  'POST /api/tasks/': {
    who: 'pam',
    right: { title: 'New', description: 'Long enough to be told.', project: projects.website },
    wrong: {
      title: ['', 7],
      description: ['', 'short', long],
      priority: ['x'],
      due_date: ['x', past],
      status: ['x'],
      project: ['', 'x', projectOfOthers, projects.rocket],
      label_ids: ['x', [labelOfOthers]],
      ...assignee,
    },
  },
  'PATCH /api/tasks/:task_id/': {
    who: 'pam',
    path: `/api/tasks/${tasks.home_page}/`,
    right: { title: 'Home page' },
    wrong: {
      title: ['', 7],
      description: [7, long],
      priority: ['x'],
      due_date: ['x'],
      status: ['x'],
      label_ids: ['x', [labelOfOthers]],
      assigned_to: ['x', people.deb.id],
      check_box: wrongBoxes,
    },
  },
  'POST /api/subtasks/': {
    who: 'pam',
    right: { title: 'New', task: tasks.home_page },
    wrong: {
      title: ['', 7],
      description: [7, long],
      task: ['', 'x', tasks.plan, tasks.engine],
      status: ['x'],
      due_date: ['x', past],
      priority: ['x'],
      estimated_hours: ['x', -1],
      assigned_to: ['x', withFields(people.deb.id, 'task')],
    },
  },
  'PATCH /api/subtasks/:subtask_id/': {
    who: 'pam',
    path: `/api/subtasks/${subtasks.header}/`,
    right: { title: 'Header' },
    wrong: {
      title: ['', 7],
      description: [7, long],
      due_date: ['x'],
      status: ['x'],
      priority: ['x'],
      estimated_hours: ['x', -1],
      assigned_to_id: ['x', people.deb.id],
      check_box: wrongBoxes,
    },
  },
  'POST /api/projects/:project_id/imports/preview/': {
    who: 'pam',
    path: `/api/projects/${projects.website}/imports/preview/`,
    right: { text: 'Title,Due\nPaint,03/04/2030' },
    wrong: {
      text: ['', 7, 'Title\u0000'],
      file_name: [7],
      format: ['x'],
      columns: ['x', ['x']],
      date_order: ['x'],
      statuses: ['x', [{ name: 7, status: 'todo' }]],
    },
  },
  'POST /api/projects/:project_id/imports/': {
    who: 'pam',
    path: `/api/projects/${projects.website}/imports/`,
    right: { text: 'Title,Due\nPaint,03/04/2030', date_order: 'mdy' },
    wrong: {
      text: ['', 7, 'Title\u0000'],
      file_name: [7],
      format: ['x'],
      columns: ['x', ['x']],
      date_order: ['x'],
      statuses: ['x', [{ name: 7, status: 'todo' }]],
    },
  },
  'POST /api/comments/': {
    who: 'dev',
    right: { content_type: 'task', object_id: tasks.home_page, text: 'Hello' },
    wrong: {
      content_type: ['x', 7],
      object_id: ['x', tasks.plan, tasks.engine],
      text: ['', 7],
      files: ['x', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    },
  },
  'POST /api/tasks/:task_id/blockers/': {
    who: 'pam',
    path: `/api/tasks/${blocked}/blockers/`,
    right: { blocked_by: 'WEB-2' },
    wrong: { blocked_by: ['', 7, 'WEB-999', 'SEC-1', 'WEB-4', 'x'.repeat(31)] },
  },
  'POST /api/tasks/:task_id/copy/': {
    who: 'pam',
    path: `/api/tasks/${tasks.home_page}/copy/`,
    right: { title: 'Another', due_date: daysFrom(1) },
    wrong: { title: ['', 7, 'x'.repeat(256)], due_date: ['x', 7, '2020-01-01'] },
  },
  'POST /api/projects/:project_id/template/': {
    who: 'pam',
    path: `/api/projects/${projects.website}/template/`,
    right: { name: 'Websites' },
    wrong: { name: ['', 7, 'x'.repeat(101), 'EVENTS'] },
  },
  'POST /api/templates/:template_id/projects/': {
    who: 'ann',
    path: `/api/templates/${templates.pam}/projects/`,
    right: { name: 'Shop', assigned_pm: people.pam.id },
    wrong: { name: ['', 7], assigned_pm: ['x', people.dev.id, people.gil.id], start_date: ['x', '2020-01-01'], end_date: ['x'] },
  },
  'POST /api/subtasks/:subtask_id/blockers/': {
    who: 'pam',
    path: `/api/subtasks/${subtasks.footer}/blockers/`,
    right: { blocked_by: 'WEB-2' },
    wrong: { blocked_by: ['', 7, 'WEB-999', 'SEC-1', 'WEB-1', 'x'.repeat(31)] },
  },
  'POST /api/subtasks/:subtask_id/time/': {
    who: 'dev',
    path: `/api/subtasks/${subtasks.footer}/time/`,
    right: { day: today(), minutes: 30 },
    wrong: {
      day: ['x', '', past, daysFrom(1), daysFrom(-14)],
      minutes: [0, 'x', 1441, withFields(1000, 'day')],
      note: [7, long],
    },
  },
  'POST /api/tasks/:task_id/time/': {
    who: 'dev',
    path: `/api/tasks/${tasks.home_page}/time/`,
    right: { day: today(), minutes: 30 },
    wrong: {
      day: ['x', '', past, daysFrom(1), daysFrom(-14)],
      minutes: [0, 'x', 1441, withFields(1000, 'day')],
      note: [7, long],
    },
  },
  'PATCH /api/time/:entry_id/': {
    who: 'dev',
    path: `/api/time/${entry}/`,
    right: { note: 'Well.' },
    wrong: { day: ['x', '', past, daysFrom(1), daysFrom(-14)], minutes: [0, 'x', 1441], note: [7, long] },
  },
  'POST /api/time/sheets/:sheet_id/return/': {
    who: 'pam',
    path: `/api/time/sheets/${sheet}/return/`,
    right: { reason: 'Well.' },
    wrong: { reason: ['', 7, long] },
  },
  'PATCH /api/comments/:comment_id/': {
    who: 'dev',
    path: `/api/comments/${comments.dev}/`,
    right: { text: 'Hello' },
    wrong: { text: ['', 7, 'x'.repeat(5001)], check_box: ['x', {}, { number: 0, text: 'Gone', is_checked: true }] },
  },
  'PUT /api/comments/:comment_id/reactions/': {
    who: 'dev',
    path: `/api/comments/${comments.dev}/reactions/`,
    right: { reactions: ['👍'] },
    wrong: { reactions: ['x', ['x'], [7], Array(9).fill('👍')] },
  },
  'POST /api/tasks/:task_id/uploads/': {
    who: 'dev',
    path: `/api/tasks/${tasks.home_page}/uploads/`,
    right: { name: 'a.txt', size: 4 },
    wrong: { name: ['', 7, '../', 'x'.repeat(256)], size: [0, 'x', 1.5, 26 * 1024 ** 2], is_draft: ['x'] },
  },
  'POST /api/chat-rooms/:room_id/uploads/': {
    who: 'dev',
    path: `/api/chat-rooms/${rooms.website}/uploads/`,
    right: { name: 'a.txt', size: 4 },
    wrong: { name: ['', 7, '../', 'x'.repeat(256)], size: [0, 'x', 1.5, 26 * 1024 ** 2] },
  },
  'POST /api/people/:person_id/uploads/': {
    who: 'hana',
    path: `/api/people/${people.dev.id}/uploads/`,
    right: { name: 'a.txt', size: 4 },
    wrong: { name: ['', 7, '../', 'x'.repeat(256)], size: [0, 'x', 1.5, 26 * 1024 ** 2] },
  },
  'PATCH /api/people/:person_id/job/': [
    {
      who: 'hana',
      path: `/api/people/${people.pam.id}/job/`,
      right: { job_title: 'Lead' },
      wrong: {
        job_title: ['', 7, 'x'.repeat(256)],
        department: ['x', ''],
        phone: [7, 'x'.repeat(51)],
        location: ['x', hrRows.globex],
        reports_to: ['x', people.pam.id, people.dev.id, people.gil.id],
        starts_on: ['x', 7],
        ends_on: ['x', '2026-02-30'],
      },
    },
    {
      who: 'hana',
      path: `/api/people/${people.dev.id}/job/`,
      right: { starts_on: '2026-02-02' },
      wrong: { reports_to: [people.max.id, null], ends_on: ['2026-02-01'] },
    },
  ],
  'PATCH /api/people/:person_id/private/': {
    who: 'dev',
    path: `/api/people/${people.dev.id}/private/`,
    right: { address: 'Somewhere 2' },
    wrong: {
      birthday: ['x', 7, daysFrom(2)],
      address: [7, 'x'.repeat(501)],
      phone: [7, 'x'.repeat(51)],
      emergency_contact: [7, 'x'.repeat(501)],
    },
  },
  'PUT /api/people/:person_id/schedules/:from/': {
    who: 'hana',
    path: `/api/people/${people.dev.id}/schedules/2026-03-02/`,
    right: { minutes: [480, 480, 480, 480, 0, 0, 0] },
    wrong: { minutes: ['x', [], [480], Array(7).fill(0), Array(8).fill(480), [1.5, 0, 0, 0, 0, 0, 0], [1441, 0, 0, 0, 0, 0, 0]] },
  },
  'PATCH /api/documents/:document_id/': {
    who: 'hana',
    path: `/api/documents/${hrRows.acme}/`,
    right: { name: 'visa.pdf' },
    wrong: { name: ['', 7, '../', 'x'.repeat(256)], expires_on: ['x', 7] },
  },
  'POST /api/locations/': {
    who: 'hana',
    right: { name: 'Home', timezone: 'Europe/Berlin' },
    wrong: {
      name: ['', 7, 'x'.repeat(101), 'HARBOUR'],
      country: [7, 'XX'],
      region: [7, withFields('XX', 'country')],
      timezone: ['', 'Nowhere', '+02:00'],
      is_default: ['x'],
    },
  },
  'PATCH /api/locations/:location_id/': {
    who: 'hana',
    path: `/api/locations/${hrRows.acme}/`,
    right: { name: 'Harbour' },
    wrong: { name: ['', 7, 'x'.repeat(101), 'HILLSIDE'], country: [7, 'XX'], timezone: ['', 'Nowhere'], is_default: ['x'] },
  },
  'POST /api/locations/:location_id/holidays/': {
    who: 'hana',
    path: `/api/locations/${hrRows.acme}/holidays/`,
    right: { day: '2026-07-01', name: 'Fair' },
    wrong: { day: ['x', '', '2026-06-01'], name: ['', 7, 'x'.repeat(101)], is_half: ['x'] },
  },
  'PATCH /api/holidays/:holiday_id/': {
    who: 'hana',
    path: `/api/holidays/${hrRows.acme}/`,
    right: { name: 'Founding Day' },
    wrong: { day: ['x', '', '2026-06-02'], name: ['', 7, 'x'.repeat(101)], is_half: ['x'] },
  },
  'POST /api/checklist-templates/': {
    who: 'hana',
    right: { name: 'New', kind: 'joiner', items: [item] },
    wrong: wrongTemplate,
  },
  'PUT /api/checklist-templates/:checklist_template_id/': {
    who: 'hana',
    path: `/api/checklist-templates/${hrRows.acme}/`,
    right: { name: 'First week', kind: 'joiner', items: [item] },
    wrong: { ...wrongTemplate, name: ['', 7, 'x'.repeat(101)] },
  },
  'POST /api/people/:person_id/checklists/': {
    who: 'hana',
    path: `/api/people/${people.una.id}/checklists/`,
    right: { template: hrRows.acme, day: '2026-05-04' },
    wrong: { template: ['x', hrRows.globex], day: ['x', ''] },
  },
  'PATCH /api/checklist-items/:item_id/': {
    who: 'hana',
    path: `/api/checklist-items/${hrRows.acme}/`,
    right: { is_done: true },
    wrong: { is_done: ['x', 1] },
  },
  'POST /api/leave/uploads/': {
    who: 'dev',
    right: { name: 'a.txt', size: 4 },
    wrong: { name: ['', 7, '../', 'x'.repeat(256)], size: [0, 'x', 1.5, 26 * 1024 ** 2] },
  },
  'POST /api/leave-types/': {
    who: 'hana',
    right: { name: 'Study', color: 'blue', needs_approval: true, allows_half_days: true, proof: 'none', policy },
    wrong: { ...wrongType, policy: ['x', null, { ...policy, allowance: 1.5 }, { ...policy, carry_until: '02-29' }] },
  },
  'PATCH /api/leave-types/:leave_type_id/': {
    who: 'hana',
    path: `/api/leave-types/${hrRows.acme}/`,
    right: { name: 'Holiday' },
    wrong: { ...wrongType, name: ['', 7, 'x'.repeat(101), 'UNPAID'], is_archived: ['x'] },
  },
  'PUT /api/leave-types/:leave_type_id/policies/:year/': {
    who: 'hana',
    path: `/api/leave-types/${hrRows.acme}/policies/2027/`,
    right: policy,
    wrong: {
      allowance: ['x', -1, 1.5, 7321],
      granted: ['', 'daily'],
      carry_limit: ['x', -1],
      carry_until: ['', '02-29', '2-1', 7],
      overdraft: [null, -1],
    },
  },
  'PATCH /api/leave-settings/': { who: 'hana', right: { approval: 'manager_then_hr' }, wrong: { approval: ['', 'x', 7] } },
  'POST /api/leave/': [
    {
      who: 'dev',
      right: { type: hrRows.acme, from: daysLater(7), to: daysLater(8) },
      wrong: {
        person: ['x', people.una.id],
        type: ['x', 1002, 2_000_000],
        from: ['x', '', withFields(nextMonday, 'type', 'to')],
        to: ['x', '2026-02-30', withFields(past, 'type', 'from')],
        starts_at_noon: ['x'],
        ends_at_noon: ['x'],
        note: [7, 'x'.repeat(2001)],
        documents: ['x', [hrRows.acme], Array(11).fill(1)],
      },
    },
    {
      who: 'dev',
      right: { type: 1001, from: daysLater(14), to: daysLater(14), note: 'A course' },
      wrong: { note: [withFields('', 'type', 'from', 'to')] },
    },
  ],
  'POST /api/leave/:leave_id/approve/': {
    who: 'hana',
    path: `/api/leave/${hrRows.acme}/approve/`,
    right: { reason: 'Enjoy.' },
    wrong: { reason: [7, 'x'.repeat(501)] },
  },
  'POST /api/leave/:leave_id/decline/': {
    who: 'hana',
    path: '/api/leave/1001/decline/',
    right: { reason: 'The launch is then.' },
    wrong: { reason: ['', 7, 'x'.repeat(501)] },
  },
  'POST /api/people/:person_id/leave/corrections/': {
    who: 'hana',
    path: `/api/people/${people.dev.id}/leave/corrections/`,
    right: { type: hrRows.acme, day: today(), half_days: 2, reason: 'From before.' },
    wrong: {
      type: ['x', 2_000_000],
      day: ['x', '', '1999-12-31', daysFrom(800)],
      half_days: ['x', 0, 1.5, 7321],
      reason: ['', 7, 'x'.repeat(501)],
    },
  },
  'POST /api/openings/': {
    who: 'hana',
    right: opening,
    wrong: { ...wrongOpening, location: ['x', hrRows.globex], questions: ['x', [question, {}], Array(21).fill(question)] },
  },
  'PATCH /api/openings/:opening_id/': {
    who: 'hana',
    path: `/api/openings/${hrRows.acme}/`,
    right: { title: 'Engineer' },
    wrong: { ...wrongOpening, location: ['x', hrRows.globex], questions: ['x', [{ ...question, text: '' }]] },
  },
  'PUT /api/recruiting-stages/': {
    who: 'hana',
    right: stages,
    wrong: {
      open: ['x', [], [{ id: 2_000_000, name: 'New' }], [{ id: hrRows.acme, name: '' }], Array(21).fill({ id: null, name: 'N' })],
      hired: ['', 7, 'x'.repeat(51)],
      rejected: ['', 7, 'x'.repeat(51)],
    },
  },
  'PATCH /api/recruiting-settings/': {
    who: 'hana',
    right: { retention_days: 180 },
    wrong: { retention_days: ['', 0, 1.5, 3651] },
  },
  'POST /api/mail-templates/': { who: 'hana', right: { ...mailTemplate, name: 'Thanks' }, wrong: wrongMailTemplate },
  'PUT /api/mail-templates/:mail_template_id/': {
    who: 'hana',
    path: `/api/mail-templates/1001/`,
    right: mailTemplate,
    wrong: wrongMailTemplate,
  },
  'PATCH /api/applications/:application_id/': {
    who: 'hana',
    path: `/api/applications/${hrRows.acme}/`,
    right: { stage: stageRows.acme.second },
    wrong: { stage: ['x', 2_000_000, stageRows.globex.first, stageRows.acme.hired] },
  },
  'POST /api/applications/:application_id/notes/': {
    who: 'dev',
    path: `/api/applications/${hrRows.acme}/notes/`,
    right: { text: 'N' },
    wrong: { text: ['', 7, 'x'.repeat(10_001)] },
  },
  'PUT /api/applications/:application_id/rating/': {
    who: 'dev',
    path: `/api/applications/${hrRows.acme}/rating/`,
    right: { stars: 3, comment: '' },
    wrong: { stars: ['x', 0, 6, 1.5], comment: [7, 'x'.repeat(2001)] },
  },
  'POST /api/applications/:application_id/mails/': {
    who: 'hana',
    path: `/api/applications/${hrRows.acme}/mails/`,
    right: { subject: 'S', text: 'T' },
    wrong: { subject: ['', 7, 'x'.repeat(201)], text: ['', 7, 'x'.repeat(10_001)] },
  },
  'POST /api/applications/:application_id/interviews/': {
    who: 'hana',
    path: `/api/applications/${hrRows.acme}/interviews/`,
    right: interview,
    wrong: wrongInterview,
  },
  'PUT /api/interviews/:interview_id/': {
    who: 'hana',
    path: `/api/interviews/${hrRows.acme}/`,
    right: interview,
    wrong: wrongInterview,
  },
  'POST /api/applications/:application_id/hire/': {
    who: 'hana',
    path: `/api/applications/${hrRows.acme}/hire/`,
    right: { job_title: 'J', department: 'IT', starts_on: daysFrom(30), location: null },
    wrong: { job_title: ['', 7], department: ['', 'Space'], starts_on: ['', 'x'], location: ['x', hrRows.globex] },
  },
  'POST /api/applications/:application_id/confirm-hire/': {
    who: 'ann',
    path: `/api/applications/1001/confirm-hire/`,
    right: { role: 'developer', manager: null },
    wrong: { role: ['', 'tenant_admin'], manager: ['x', withFields(people.una.id, 'role')] },
  },
  'POST /api/applications/:application_id/withdraw-hire/': {
    who: 'hana',
    path: `/api/applications/1001/withdraw-hire/`,
    right: { reason: '' },
    wrong: { reason: [7, 'x'.repeat(501)] },
  },
  'PUT /api/uploads/:upload_id/': 'Its body are bytes of a file, judged in its own test.',
  'POST /api/labels/': { who: 'ann', right: { name: 'New' }, wrong: { name: ['', 7, 'dESIGN'], color: ['red', 7] } },
  'PATCH /api/labels/:label_id/': {
    who: 'ann',
    path: `/api/labels/1001/`,
    right: { name: 'Other' },
    wrong: { name: ['', 7, 'Design'], color: ['red', 7] },
  },
  'POST /api/private-chat/': {
    who: 'dev',
    right: { participants: [people.dev.id, people.pam.id] },
    wrong: { participants: ['x', [], [people.dev.id, stranger]] },
  },
}

const withBody = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Endpoint[])
  .filter(({ body }) => body)
test('every call with a body is a form that is tested here', () => {
  assert.deepEqual(new Set(Object.keys(forms)), new Set(withBody.map(({ route }) => route)))
})

const contentOf = (wrong: Wrong) =>
  typeof wrong === 'object' && wrong !== null && 'withFields' in wrong ? (wrong as ReturnType<typeof withFields>).value : wrong
const needed = (wrong: Wrong) =>
  typeof wrong === 'object' && wrong !== null && 'withFields' in wrong ? (wrong as ReturnType<typeof withFields>).withFields : []

for (const [route, form] of Object.entries(forms))
  for (const { who, at, path, right, wrong, under = {} } of typeof form === 'string' ? [] : [form].flat()) {
    const [method, pattern] = route.split(' ')
    const request = (body: object) => as(who, at && { at })(`${method} ${path ?? pattern}`, body)
    const always = 'email' in right || !('email' in wrong) || who !== null ? [] : ['email']
    const keysOf = (fields: string[]) => new Set([...fields, ...always].map((field) => under[field] ?? field))
    const fields = Object.keys(wrong)

    test(`${route} as ${who ?? 'nobody'}: any two invalid fields are reported at once, and all of them`, async () => {
      for (const field of fields)
        for (const example of wrong[field] ?? []) {
          await query('delete from limits')
          const alone = await request({ ...right, [field]: contentOf(example) })
          assert.deepEqual(
            [alone.status, new Set(Object.keys(alone.body))],
            [400, keysOf([field])],
            JSON.stringify({ [field]: example }),
          )
          for (const message of Object.values(alone.body)) assert.ok(Array.isArray(message) && typeof message[0] === 'string')
          const others = fields.slice(fields.indexOf(field) + 1)
          const pairs = others.flatMap((other) => (wrong[other] ?? []).map((two) => ({ other, two })))
          for (const { other, two } of sampled(pairs, 3)) {
            if (needed(example).includes(other) || needed(two).includes(field)) continue
            const body = { ...right, [field]: contentOf(example), [other]: contentOf(two) }
            const both = await request(body)
            assert.deepEqual([both.status, new Set(Object.keys(both.body))], [400, keysOf([field, other])], JSON.stringify(body))
            assert.deepEqual(both.body[under[field] ?? field], alone.body[under[field] ?? field])
          }
        }
      // The first example of each field is invalid on its own.
      const all = await request({ ...right, ...Object.fromEntries(fields.map((field) => [field, contentOf(wrong[field]?.[0])])) })
      assert.deepEqual([all.status, new Set(Object.keys(all.body))], [400, keysOf(fields)])
    })
  }
