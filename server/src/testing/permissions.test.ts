// The sheet of permissions is the contract: every call of it is built, and keeps it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, api, type Endpoint, may, type Role, type Socket, sockets } from 'contract'
import { type Actor, callOf, mustBeDecided, permissions } from '../kit/http/permissions.ts'
import { dot } from '../pictures/testing.ts'
import {
  hrRows,
  type Name,
  password,
  people,
  projects,
  rooms,
  storeScene,
  subtasks,
  tasks,
  tenants,
  testApp,
  today,
} from './world.ts'
import { stageRows } from './world-recruiting.ts'

const { as, query, services, socket } = await testApp()
await storeScene(services.store)
const week = '2026-01-05'
const object = '00000000-0000-4000-8000-000000000009'
for (const name of ['', '.small']) await services.store.put(`1/${object}${name}`, [Buffer.from('text')], 4)

/** Served beside the table: they look at no session. */
const besideTheTable = ['GET /healthz/']
/** Public in the table, as they judge the cookies themselves. */
const judgesItself = ['POST /api/token/refresh/']

const endpoints = new Map(
  Object.values(api)
    .flatMap((domain) => Object.values(domain) as Endpoint[])
    .map((endpoint) => [callOf(endpoint.route), endpoint]),
)
const live = new Map((Object.values(sockets) as Socket[]).map((socket) => [callOf(socket.route), socket]))
const rows = permissions().map((row) => ({ ...row, call: callOf(row.call) }))

/** The actors of the sheet, seen from Pam's project Website. */
const actors = {
  super_admin: { role: 'super_admin', who: 'sol' },
  tenant_admin: { role: 'tenant_admin', who: 'ann' },
  project_manager_owner: { role: 'project_manager', who: 'pam' },
  project_manager_other: { role: 'project_manager', who: 'max' },
  developer_member: { role: 'developer', who: 'dev' },
  developer_other: { role: 'developer', who: 'deb' },
  hr: { role: 'hr', who: 'hana' },
} as const satisfies Partial<Record<Actor, { role: Role; who: Name }>>
type Seen = keyof typeof actors

test('every row has a call', () => {
  const served = [...endpoints.keys(), ...live.keys(), ...besideTheTable]
  const unbuilt = rows.filter(({ call }) => call && !served.includes(call))
  assert.deepEqual(unbuilt, [])
})

test('every call has a row', () => {
  mustBeDecided([...endpoints.values(), ...live.values()].map(({ route }) => route))
  assert.throws(() => mustBeDecided(['GET /api/undecided/']), /No row/)
})

for (const row of rows) {
  const endpoint = endpoints.get(row.call)
  if (!endpoint) continue
  test(`${endpoint.route} admits the roles of its row`, () => {
    if (!judgesItself.includes(row.call ?? '')) assert.equal(endpoint.access === 'public', row.anonymous !== '401', 'anonymous')
    for (const { role } of Object.values(actors)) {
      const cells = (Object.keys(actors) as Seen[]).filter((actor) => actors[actor].role === role).map((actor) => row[actor])
      assert.equal(
        may(role, endpoint),
        cells.some((cell) => cell !== '403'),
        role,
      )
    }
  })
}

/** Inserts a new row of Acme's for each call, because a call may change or delete it. */
const makers: Record<string, (me: number) => string> = {
  task_id: () => `insert into tasks (tenant_id, project_id, title) values (1, ${projects.website}, 'T') returning id::float8`,
  subtask_id: () =>
    `insert into subtasks (tenant_id, task_id, title, assigned_to_id) values (1, ${tasks.home_page}, 'S', ${people.dev.id}) returning id::float8`,
  comment_id: (me) =>
    `insert into comments (tenant_id, task_id, author_id, text)
     values (1, ${tasks.home_page}, ${me === people.sol.id ? people.pam.id : me}, 'C') returning id::float8`,
  change_id: () =>
    `insert into history (tenant_id, project_id, task_id, person_id, field, before, after)
     values (1, ${projects.website}, ${tasks.home_page}, ${people.pam.id}, 'description', 'A', 'B') returning id::float8`,
  blocker_id: () =>
    `with waiting as (insert into tasks (tenant_id, project_id, title) values (1, ${projects.website}, 'W') returning id)
     insert into dependencies (tenant_id, project_id, task_id, blocker_task_id)
     select 1, ${projects.website}, id, ${tasks.home_page} from waiting returning id::float8`,
  member_id: () =>
    `with somebody as (${insertPerson}) insert into members (tenant_id, project_id, person_id, role)
     select 1, ${projects.website}, id, 'developer' from somebody returning id::float8`,
  employee_id: () => insertPerson,
  person_id: () =>
    `with somebody as (${insertPerson}) insert into pictures (tenant_id, person_id, version, width, height, image)
     select 1, id, '1', 1, 1, '' from somebody returning person_id::float8 as id`,
  administrator_id: () =>
    `insert into people (tenant_id, email, full_name, role)
     values (1, gen_random_uuid() || '@acme.test', 'Somebody', 'tenant_admin') returning id::float8`,
  view_id: () =>
    `insert into saved_views (tenant_id, project_id, person_id, is_shared, name, query)
     values (1, ${projects.website}, ${people.pam.id}, true, gen_random_uuid()::text, '') returning id::float8`,
  update_id: () =>
    `insert into project_updates (tenant_id, project_id, author_id, state, text)
     values (1, ${projects.website}, ${people.pam.id}, 'late', 'U') returning id::float8`,
  proposal_id: () =>
    `insert into subtask_proposals (tenant_id, project_id, task_id, person_id, title)
     values (1, ${projects.website}, ${tasks.home_page}, ${people.dev.id}, 'P') returning id::float8`,
  import_id: () =>
    `insert into imports (tenant_id, project_id, author_id, format, tasks, subtasks, comments)
     values (1, ${projects.website}, ${people.pam.id}, 'csv', 0, 0, 0) returning id::float8`,
  session_id: (me) =>
    `insert into sessions (tenant_id, person_id, expires_at)
     select tenant_id, id, now() + interval '1 day' from people where id = ${me} returning id::float8`,
  authenticator_id: (me) =>
    `insert into authenticators (tenant_id, person_id, kind, name, secret)
     select tenant_id, id, 'app', 'Phone', 'x' from people where id = ${me} returning id::float8`,
  upload_id: (me) =>
    `insert into uploads (tenant_id, person_id, task_id, name, size)
     select tenant_id, id, ${tasks.home_page}, 'a.txt', 4 from people where id = ${me} returning id::float8`,
  file_id: (me) =>
    `with content as (insert into file_contents (tenant_id, sha256, size, type, object, width, height)
       values (1, sha256(gen_random_uuid()::text::bytea), 4, 'text/plain', '${object}', 1, 1) returning id)
     insert into files (tenant_id, content_id, task_id, name, person_id)
     select 1, id, ${tasks.home_page}, 'a.txt', ${me === people.sol.id ? people.pam.id : me} from content returning id::float8`,
  template_id: (me) =>
    `insert into templates (tenant_id, name, description, author_id)
     values (1, gen_random_uuid()::text, '', ${me === people.sol.id ? people.pam.id : me}) returning id::float8`,
  entry_id: (me) =>
    `insert into time_entries (tenant_id, person_id, project_id, task_id, subtask_id, title, day, minutes)
     select tenant_id, id, ${projects.website}, ${tasks.home_page}, ${subtasks.header}, 'T', '${week}', 1
     from people where id = ${me === people.sol.id ? people.pam.id : me} returning id::float8`,
  sheet_id: () =>
    `with somebody as (${insertPerson}) insert into time_sheets (tenant_id, person_id, project_id, week)
     select 1, id, ${projects.website}, '${week}' from somebody returning id::float8`,
  location_id: () =>
    `insert into locations (tenant_id, name, timezone) values (1, gen_random_uuid()::text, 'Europe/Berlin') returning id::float8`,
  holiday_id: () =>
    `with place as (insert into locations (tenant_id, name, timezone) values (1, gen_random_uuid()::text, 'Europe/Berlin') returning id)
     insert into holidays (tenant_id, location_id, day, name) select 1, id, '2026-05-01', 'H' from place returning id::float8`,
  document_id: () =>
    `with somebody as (${insertPerson}), content as (insert into file_contents (tenant_id, sha256, size, type, object)
       values (1, sha256(gen_random_uuid()::text::bytea), 4, 'text/plain', '${object}') returning id)
     insert into documents (tenant_id, owner_id, content_id, name, person_id)
     select 1, somebody.id, content.id, 'a.txt', ${people.hana.id} from somebody, content returning id::float8`,
  checklist_template_id: () =>
    `insert into checklist_templates (tenant_id, name, kind) values (1, gen_random_uuid()::text, 'joiner') returning id::float8`,
  checklist_id: () =>
    `with somebody as (${insertPerson}) insert into checklists (tenant_id, person_id, name, kind, day)
     select 1, id, 'C', 'joiner', '2026-05-01' from somebody returning id::float8`,
  item_id: () =>
    `with somebody as (${insertPerson}), checklist as (insert into checklists (tenant_id, person_id, name, kind, day)
       select 1, id, 'C', 'joiner', '2026-05-01' from somebody returning id)
     insert into checklist_items (tenant_id, checklist_id, position, title, owner, due_on)
     select 1, id, 1, 'I', 'hr', '2026-05-01' from checklist returning id::float8`,
  leave_type_id: () =>
    `with type as (insert into leave_types (tenant_id, name, color) values (1, gen_random_uuid()::text, 'teal') returning id)
     insert into leave_policies (tenant_id, type_id, year, granted) select 1, id, 2026, 'yearly' from type returning type_id::float8 as id`,
  leave_id: () =>
    `with somebody as (${insertPerson}) insert into leave_requests (tenant_id, person_id, type_id, from_day, to_day, stage, created_by)
     select 1, id, ${hrRows.acme}, '2026-06-08', '2026-06-08', 'manager', id from somebody returning id::float8`,
  opening_id: () => `insert into openings (tenant_id, title, department) values (1, 'O', 'IT') returning id::float8`,
  // Dev leads an interview of it.
  application_id: () =>
    `with application as (${insertApplication}), interview as (insert into interviews (tenant_id, application_id, starts_at, minutes, person_id)
       select 1, id, now() + interval '1 day', 60, ${people.hana.id} from application returning id, application_id)
     insert into interviewers (tenant_id, interview_id, person_id) select 1, id, ${people.dev.id} from interview
     returning (select application_id::float8 from interview) as id`,
  interview_id: () =>
    `with application as (${insertApplication}) insert into interviews (tenant_id, application_id, starts_at, minutes, person_id)
     select 1, id, now() + interval '1 day', 60, ${people.hana.id} from application returning id::float8`,
  mail_template_id: () =>
    `insert into mail_templates (tenant_id, name, subject, text) values (1, gen_random_uuid()::text, 'S', 'T') returning id::float8`,
  label_id: () => `insert into labels (tenant_id, name) values (1, gen_random_uuid()::text) returning id::float8`,
}
const insertApplication = `insert into applications (tenant_id, opening_id, stage_id, full_name, email, cv_content_id, cv_name)
  values (1, ${hrRows.acme}, ${hrRows.acme}, 'Ada', gen_random_uuid() || '@applicants.test', 101, 'cv.pdf') returning id`
const firstDay = '2026-01-01'
const insertPerson = `insert into people (tenant_id, email, full_name, role, manager_id)
  values (1, gen_random_uuid() || '@acme.test', 'Somebody', 'developer', ${people.pam.id}) returning id::float8`

const createRow = async (name: string, me = 0) => {
  // What a developer sees hangs on a membership, so the project stays the one that Dev is a member of.
  if (name === 'project_id') return projects.website
  if (name === 'room_id') return rooms.website
  if (name === 'tenant_id') return tenants.globex.id
  const maker = makers[name] ?? assert.fail(`No ${name} to aim at`)
  const [row] = await query(maker(me))
  return Number(row?.id)
}

/** A person with a schedule. */
async function scheduled(me?: number) {
  const id = await createRow('person_id', me)
  const minutes = '{480,480,480,480,480,0,0}'
  await query(`insert into schedules (tenant_id, person_id, from_day, minutes) values (1, $1, $2, '${minutes}')`, id, firstDay)
  return id
}

/** An applicant who waits for an administrator's invitation. */
async function waiting() {
  const id = await createRow('application_id')
  const job = `'J', 'IT', '2027-01-01', ${people.hana.id}`
  await query(
    `insert into hires (tenant_id, application_id, job_title, department, starts_on, person_id) values (1, $1, ${job})`,
    id,
  )
  return id
}

async function aimed(route: string, me?: number) {
  if (route.endsWith('-hire/')) return route.replace(':application_id', String(await waiting()))
  if (route.includes('/schedules/')) return route.replace(':from', firstDay).replace(':person_id', String(await scheduled(me)))
  let aimed = route
  for (const [, name = ''] of route.matchAll(/:(\w+)/g)) aimed = aimed.replace(`:${name}`, await target(name, me))
  return aimed
}

async function target(name: string, me?: number) {
  if (name === 'key') return 'WEB-1'
  if (name === 'year') return '2026'
  if (name !== 'week') return String(await createRow(name, me))
  await createRow('entry_id', me)
  return week
}

const employee = () => ({ full_name: 'X', email: `x${Math.random()}@acme.test`, job_title: 'X', department: 'IT', role: 'hr' })

const list = () => ({ text: `X,x${Math.random()}@acme.test,HR,,HR` })

const policy = { allowance: 50, granted: 'yearly', carry_limit: 10, carry_until: '03-31', overdraft: 0 }
const leaveType = { color: 'teal', needs_approval: true, allows_half_days: true, proof: 'none' }
/** A Monday of its own for each request: two of the same person may not meet. */
let leaveDay = addDays(today(), (8 - new Date(today()).getUTCDay()) % 7)
const nextLeave = () => {
  leaveDay = addDays(leaveDay, 7)
  return leaveDay
}
const interview = { starts_at: '2027-05-03T12:00:00Z', minutes: 60, place: '', agenda: '', interviewers: [people.dev.id] }
const opening = { title: 'O', department: 'IT', location: null, description: '', closes_on: null, status: 'draft', questions: [] }
const mailTemplate = () => ({ name: `Mail ${Math.random()}`, subject: 'S', text: 'T' })
const template = () => ({ name: `Template ${Math.random()}`, kind: 'leaver', items: [{ title: 'T', owner: 'hr', days: 0 }] })

/** The bodies of calls that need one to succeed. */
const sent: Record<string, (me: number) => object | Promise<object>> = {
  'POST /api/employees/': employee,
  'PUT /api/employees/:/': employee,
  'POST /api/employees/import/preview/': list,
  'POST /api/employees/import/': list,
  'POST /api/administrators/': () => ({ full_name: 'X', email: `x${Math.random()}@acme.test` }),
  'POST /api/administrators/promote/': async () => ({ employee: await createRow('employee_id') }),
  'POST /api/employees/:/correct-email/': () => ({ email: `x${Math.random()}@acme.test` }),
  'POST /api/administrators/:/correct-email/': () => ({ email: `x${Math.random()}@acme.test` }),
  'POST /api/applications/:/correct-email/': () => ({ email: 'right@applicants.test' }),
  'POST /api/administrators/:/step-down/': () => ({ role: 'hr', job_title: 'X', department: 'HR' }),
  'POST /api/administrators/:/make-owner/': async () => {
    await query(`update people set accepted_at = now() where role = 'tenant_admin'`)
    return { password }
  },
  'POST /api/pm-assignments/': async () => ({ developer: await createRow('employee_id'), manager: people.max.id }),
  'POST /api/notify-pm/': async () => ({ developer_id: people.dev.id, subtask_ids: [await createRow('subtask_id')] }),
  'POST /api/projects/': () => ({ name: 'P', assigned_pm: people.pam.id }),
  'PATCH /api/projects/:/': () => ({ priority: 'high' }),
  'POST /api/projects/:/views/': () => ({ name: `View ${Math.random()}`, query: 'view=board' }),
  'POST /api/projects/:/updates/': () => ({ state: 'late', text: 'U' }),
  'PATCH /api/views/:/': () => ({ query: 'view=list' }),
  'POST /api/members/bulk-assign/': async () => ({ project: projects.website, developers: [await createRow('employee_id')] }),
  'POST /api/tasks/': () => ({ project: projects.website, title: 'T', description: 'Long enough.' }),
  'PATCH /api/tasks/:/': () => ({ status: 'done' }),
  'POST /api/tasks/:/copy/': () => ({ title: 'T' }),
  'POST /api/projects/:/template/': () => ({ name: `Template ${Math.random()}` }),
  'POST /api/templates/:/projects/': () => ({ name: 'P', assigned_pm: people.pam.id }),
  'POST /api/subtasks/': () => ({ task: tasks.home_page, title: 'S', assigned_to: people.dev.id }),
  'PATCH /api/subtasks/:/': () => ({ status: 'done' }),
  'POST /api/tasks/:/proposals/': () => ({ title: 'P' }),
  'POST /api/projects/:/imports/preview/': () => ({ text: 'Title\nT' }),
  'POST /api/projects/:/imports/': () => ({ text: 'Title\nT' }),
  'POST /api/tasks/:/uploads/': () => ({ name: 'a.txt', size: 4 }),
  'POST /api/chat-rooms/:/uploads/': () => ({ name: 'a.txt', size: 4 }),
  'PUT /api/uploads/:/': () => Buffer.from('text'),
  'POST /api/comments/': () => ({ content_type: 'task', object_id: tasks.home_page, text: 'C' }),
  'POST /api/tasks/:/blockers/': () => ({ blocked_by: 'WEB-3' }),
  'POST /api/subtasks/:/blockers/': () => ({ blocked_by: 'WEB-3' }),
  'POST /api/subtasks/:/time/': () => ({ day: today(), minutes: 1 }),
  'POST /api/tasks/:/time/': () => ({ day: today(), minutes: 1 }),
  'PATCH /api/time/:/': () => ({ note: 'N' }),
  'POST /api/time/sheets/:/return/': () => ({ reason: 'R' }),
  'PUT /api/people/:/schedules/:/': () => ({ minutes: [480, 0, 0, 0, 0, 0, 0] }),
  'POST /api/people/:/uploads/': () => ({ name: 'a.txt', size: 4 }),
  'POST /api/locations/': () => ({ name: `Location ${Math.random()}`, timezone: 'Europe/Berlin' }),
  'POST /api/locations/:/holidays/': () => ({ day: '2026-05-01', name: 'H' }),
  'POST /api/checklist-templates/': () => template(),
  'PUT /api/checklist-templates/:/': () => template(),
  'POST /api/people/:/checklists/': async () => ({ template: await createRow('checklist_template_id'), day: '2026-05-01' }),
  'PATCH /api/checklist-items/:/': () => ({ is_done: true }),
  'POST /api/leave/uploads/': () => ({ name: 'a.txt', size: 4 }),
  'POST /api/leave-types/': () => ({ ...leaveType, name: `Type ${Math.random()}`, policy }),
  'PATCH /api/leave-types/:/': () => ({ color: 'rust' }),
  'PUT /api/leave-types/:/policies/:/': () => policy,
  'PATCH /api/leave-settings/': () => ({ approval: 'manager_then_hr' }),
  'POST /api/leave/': () => ({ type: hrRows.acme, from: nextLeave(), to: leaveDay }),
  'POST /api/leave/:/decline/': () => ({ reason: 'R' }),
  'POST /api/people/:/leave/corrections/': () => ({ type: hrRows.acme, day: '2026-05-01', half_days: 1, reason: 'R' }),
  'POST /api/openings/': () => opening,
  'PATCH /api/openings/:/': () => ({ status: 'published' }),
  'PUT /api/recruiting-stages/': () => ({
    open: [
      { id: stageRows.acme.first, name: 'New' },
      { id: stageRows.acme.second, name: 'Interview' },
    ],
    ...{ hired: 'Hired', rejected: 'Rejected' },
  }),
  'PATCH /api/recruiting-settings/': () => ({ retention_days: 180 }),
  'POST /api/mail-templates/': () => mailTemplate(),
  'PUT /api/mail-templates/:/': () => mailTemplate(),
  'PATCH /api/applications/:/': () => ({ stage: stageRows.acme.second }),
  'POST /api/applications/:/notes/': () => ({ text: 'N' }),
  'PUT /api/applications/:/rating/': () => ({ stars: 3, comment: '' }),
  'POST /api/applications/:/mails/': () => ({ subject: 'S', text: 'T' }),
  'POST /api/applications/:/interviews/': () => interview,
  'PUT /api/interviews/:/': () => interview,
  'POST /api/applications/:/hire/': () => ({ job_title: 'J', department: 'IT', starts_on: '2027-01-01', location: null }),
  'POST /api/applications/:/confirm-hire/': () => ({ role: 'hr', manager: null }),
  'POST /api/applications/:/withdraw-hire/': () => ({ reason: '' }),
  'PATCH /api/comments/:/': () => ({ text: 'D' }),
  'PUT /api/comments/:/reactions/': () => ({ reactions: ['👍'] }),
  'POST /api/labels/': () => ({ name: `Label ${Math.random()}` }),
  'PATCH /api/labels/:/': () => ({ name: `Label ${Math.random()}` }),
  'PUT /api/profile/': () => ({ full_name: 'Somebody' }),
  'PUT /api/profile/picture/': () => dot,
  'PUT /api/workspace/logo/': () => dot,
  'PUT /api/weekly-summary/': () => ({ is_on: true }),
  'POST /api/password/change/': () => ({ old_password: password, new_password: password }),
  'POST /api/second-factor/app/begin/': () => ({ password }),
  'POST /api/second-factor/passkey/begin/': () => ({ password }),
  'POST /api/second-factor/:/remove/': () => ({ password }),
  'POST /api/second-factor/recovery-codes/': () => ({ password }),
  'POST /api/private-chat/': async (me) => ({ participants: [me, await createRow('employee_id')] }),
  'POST /api/toggle-block/:/': () => ({ is_blocked: false }),
}
/** Restores what later calls need. */
const undo: Record<string, () => Promise<void>> = {
  'POST /api/administrators/:/make-owner/': async () => {
    await query('update people set is_owner = false where tenant_id = 1')
    await query('update people set is_owner = true where id = $1', people.ann.id)
  },
}
/** Query strings of the lists that need a project. */
const bodies: Record<string, string> = {
  'PUT /api/uploads/:/': '?offset=0',
  'GET /api/references/': `?keys=WEB-1&tasks=${tasks.home_page}&people=${people.dev.id}`,
  'GET /api/references/people/': `?project=${projects.website}`,
  'GET /api/references/work/': `?project=${projects.website}`,
  'GET /api/locations/:/holidays/': '?year=2026',
  'GET /api/leave/': '?show=own',
  'GET /api/leave/preview/': `?type=${hrRows.acme}&from=2026-06-01&to=2026-06-05`,
  'GET /api/absences/': '?from=2026-06-01&to=2026-06-30',
  'GET /api/tasks/': `?project=${projects.website}`,
  'GET /api/my-developers/': `?project_id=${projects.website}`,
}
/** A person of another workspace whose role the endpoint admits. They use Acme's ids at their own host. */
const elsewhere = ({ access }: Endpoint): Name =>
  access === 'signed_in' || access.includes('tenant_admin')
    ? 'gwen'
    : access.includes('project_manager')
      ? 'gil'
      : access.includes('developer')
        ? 'gus'
        : 'gita'

for (const row of rows) {
  const endpoint = endpoints.get(row.call)
  if (!endpoint || endpoint.access === 'public') continue
  const callers = [
    ['anonymous', null],
    ['other_tenant', elsewhere(endpoint)],
    ...(Object.keys(actors) as Seen[]).map((actor) => [actor, actors[actor].who] as const),
  ] as const
  for (const [actor, who] of callers)
    test(`${endpoint.route} answers ${row[actor]} to ${actor}`, async () => {
      const me = who && people[who].at !== 'globex' ? people[who].id : people.pam.id
      const route = await aimed(endpoint.route, me)
      const payload = endpoint.body && (await sent[row.call ?? '']?.(me))
      const { status } = await as(who)(route + (bodies[row.call ?? ''] ?? ''), payload ?? (endpoint.body && {}))
      await undo[row.call ?? '']?.()
      const allowed = row[actor].match(/\d{3}/g)?.map(Number) ?? []
      assert.ok(allowed.includes(status), `${status}`)
    })
}

/** Each actor of the sheet at their own workspace; another tenant's person is told apart by their cookie elsewhere. */
const callers = { ...actors, anonymous: { who: null }, other_tenant: { who: 'gil' } } as const
for (const row of rows) {
  const endpoint = live.get(row.call)
  if (!endpoint) continue
  for (const actor of Object.keys(callers) as (keyof typeof callers)[])
    test(`${endpoint.route} is as the sheet says for ${actor}: ${row[actor]}`, async () => {
      const opened = await socket(callers[actor].who, (await aimed(endpoint.route)).slice('WS '.length))
      assert.equal(await opened.status, 101)
      if (row[actor].startsWith('open')) await opened.settled()
      else assert.equal(await opened.ended, Number(row[actor]))
    })
}
