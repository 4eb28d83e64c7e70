// Three tenants, each with people and rows that carry its marker, and their requests over shared connections.
import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type Name, password, people, type testApp } from '../server/src/testing/world.ts'
import { portOf } from '../server/src/testing/world-sockets.ts'

type World = Awaited<ReturnType<typeof testApp>>
type Answer = { status: number; text: string }

const staff = {
  acme: { tenant_admin: 'ann', project_manager: 'pam', developer: 'dev', hr: 'hana' },
  globex: { tenant_admin: 'gwen', project_manager: 'gil', developer: 'gus', hr: 'gita' },
  broke: { tenant_admin: 'bo', project_manager: 'bea', developer: 'ben', hr: 'bess' },
} as const satisfies Record<string, Record<string, Name>>
type At = keyof typeof staff
export const workspaces = Object.keys(staff) as At[]
export type StaffRole = keyof (typeof staff)[At]

/** `ids` are rows that no request of this test may delete, by the names that addresses have for them. */
export type Team = { at: At; tenant_id: number; marker: string; staff: (typeof staff)[At]; ids: Record<string, number> }

/** Requests by one agent, which keeps its connections and gives them to whatever tenant comes next. */
export async function openRequests(world: World) {
  const port = await portOf(world.app)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  world.closeFirst(async () => agent.destroy())
  const cookies = new Map<Name, string>()
  /** Access tokens are short-lived. */
  async function logIn() {
    for (const at of workspaces) for (const who of Object.values(staff[at])) cookies.set(who, await world.sessionOf(who))
  }
  await logIn()
  const cookieOf = (who: Name) => cookies.get(who) ?? ''

  const send = async (who: Name, route: string, body?: object, at: string = people[who].at): Promise<Answer> => {
    const [method, path] = route.split(' ')
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const headers = {
      host: `${at}.${world.config.domain}`,
      cookie: cookieOf(who),
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer: IncomingMessage) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => (text += part))
      // An export that fails has already sent its status and its first rows, so the server cuts it off.
      answer.on('error', () => resolve({ status: 500, text }))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
    return promise
  }
  return { send, cookieOf, logIn }
}
export type Send = Awaited<ReturnType<typeof openRequests>>['send']

const idOf = async (answer: Promise<Answer>) => {
  const { status, text } = await answer
  assert.ok(status < 300, `${status} ${text}`)
  return Number(JSON.parse(text).id)
}

/** Makes a team's rows: by its own requests, and those that no request makes as the owner of the database. */
export async function openTeam(world: World, send: Send, at: At): Promise<Team> {
  const { query } = world
  const marker = `${at}marker`
  const { tenant_admin, project_manager, developer } = staff[at]
  const [tenant] = await query(
    'update tenants set trial_ends_on = current_date + 20, name = name || $2 where subdomain = $1 returning id::int',
    ...[at, ` ${marker}`],
  )
  const tenant_id = Number(tenant?.id)
  await query('update people set full_name = full_name || $2 where tenant_id = $1', tenant_id, ` ${marker}`)
  const staffIds = {
    administrator_id: people[tenant_admin].id,
    manager_id: people[project_manager].id,
    employee_id: people[developer].id,
    person_id: people[developer].id,
  }
  await query('update people set manager_id = $2 where id = $1', staffIds.person_id, staffIds.manager_id)
  const requested = await requestRows(send, { at, marker, ...staffIds })
  const inserted = await insertRows(world, { tenant_id, marker, ...staffIds, ...requested })
  return { at, tenant_id, marker, staff: staff[at], ids: { ...staffIds, ...requested, ...inserted } }
}

type Staffed = { at: At; marker: string; manager_id: number; person_id: number }

async function requestRows(send: Send, { at, marker, manager_id, person_id }: Staffed) {
  const { tenant_admin, project_manager } = staff[at]
  const text = `Zebra ${marker} and long enough`
  const create = async (route: string, body: object) => idOf(send(project_manager, `POST /api/${route}/`, body))
  const named = { name: `Project ${marker}`, description: text, assigned_pm: manager_id }
  const project_id = await idOf(send(tenant_admin, 'POST /api/projects/', named))
  await send(project_manager, 'POST /api/members/bulk-assign/', { project: project_id, developers: [person_id] })
  const label_id = await idOf(send(tenant_admin, 'POST /api/labels/', { name: marker }))
  const task_id = await create('tasks', { project: project_id, title: text, description: text, label_ids: [label_id] })
  return {
    project_id,
    label_id,
    task_id,
    subtask_id: await create('subtasks', { task: task_id, title: text, assigned_to: person_id }),
    comment_id: await create('comments', { content_type: 'task', object_id: task_id, text }),
    view_id: await create(`projects/${project_id}/views`, { name: marker, query: 'view=board', is_shared: true }),
    update_id: await create(`projects/${project_id}/updates`, { state: 'late', text }),
    room_id: await create('private-chat', { participants: [manager_id, person_id] }),
  }
}

type Made = { tenant_id: number; marker: string } & Record<
  'person_id' | 'manager_id' | 'project_id' | 'task_id' | 'room_id',
  number
>

async function insertRows({ query }: World, { tenant_id, marker, person_id, manager_id, project_id, task_id, room_id }: Made) {
  const text = `Zebra ${marker} and long enough`
  const insert = async (sql: string, ...values: unknown[]) => {
    const [row] = await query(`insert into ${sql} returning id::float8`, tenant_id, ...values)
    return Number(row?.id)
  }
  const location_id = await insert(`locations (tenant_id, name, timezone) values ($1, $2, 'Europe/Berlin')`, marker)
  const checklist_id = await insert(
    `checklists (tenant_id, person_id, name, kind, day) values ($1, $2, $3, 'joiner', '2026-05-04')`,
    ...[person_id, marker],
  )
  await query('delete from private_data where person_id = $1', person_id)
  await query('insert into private_data (tenant_id, person_id, address) values ($1, $2, $3)', tenant_id, person_id, marker)
  const leave_type_id = await insert(`leave_types (tenant_id, name, color) values ($1, $2, 'teal')`, marker)
  await query(
    `insert into leave_policies (tenant_id, type_id, year, granted) values ($1, $2, 2026, 'yearly')`,
    tenant_id,
    leave_type_id,
  )
  const [member] = await query('select id::float8 from members where project_id = $1 and person_id = $2', project_id, person_id)
  return {
    location_id,
    checklist_id,
    holiday_id: await insert(
      `holidays (tenant_id, location_id, day, name) values ($1, $2, '2026-05-04', $3)`,
      location_id,
      marker,
    ),
    checklist_template_id: await insert(`checklist_templates (tenant_id, name, kind) values ($1, $2, 'joiner')`, marker),
    item_id: await insert(
      `checklist_items (tenant_id, checklist_id, position, title, owner, due_on) values ($1, $2, 1, $3, 'hr', '2026-05-04')`,
      ...[checklist_id, marker],
    ),
    leave_type_id,
    leave_id: await insert(
      `leave_requests (tenant_id, person_id, type_id, from_day, to_day, stage, note, created_by)
       values ($1, $2, $3, '2026-05-04', '2026-05-04', 'hr', $4, $2)`,
      ...[person_id, leave_type_id, marker],
    ),
    ...(await insertRecruiting(insert, { marker, person_id })),
    member_id: Number(member?.id),
    proposal_id: await insert(
      'subtask_proposals (tenant_id, project_id, task_id, person_id, title) values ($1, $2, $3, $4, $5)',
      ...[project_id, task_id, person_id, text],
    ),
    import_id: await insert(
      `imports (tenant_id, project_id, author_id, format, tasks, subtasks, comments) values ($1, $2, $3, 'csv', 0, 0, 0)`,
      ...[project_id, manager_id],
    ),
    message_id: await insert(
      'chat_messages (tenant_id, room_id, sender_id, content) values ($1, $2, $3, $4)',
      ...[room_id, manager_id, text],
    ),
    notification_id: await insert('notifications (tenant_id, person_id, message) values ($1, $2, $3)', person_id, text),
    session_id: await insert(`sessions (tenant_id, person_id, expires_at) values ($1, $2, now() + interval '1 day')`, person_id),
    authenticator_id: await insert(
      `authenticators (tenant_id, person_id, kind, name, secret) values ($1, $2, 'app', $3, 'x')`,
      ...[person_id, marker],
    ),
  }
}

type Insert = (sql: string, ...values: unknown[]) => Promise<number>

async function insertRecruiting(insert: Insert, { marker, person_id }: Pick<Made, 'marker' | 'person_id'>) {
  const opening_id = await insert(`openings (tenant_id, title, department) values ($1, $2, 'IT')`, marker)
  const stage_id = await insert(`recruiting_stages (tenant_id, name, kind, position) values ($1, $2, 'open', 1)`, marker)
  const application_id = await insert(
    'applications (tenant_id, opening_id, stage_id, full_name, email) values ($1, $2, $3, $4, $5)',
    ...[opening_id, stage_id, marker, `${marker}@applicants.test`],
  )
  const interview_id = await insert(
    `interviews (tenant_id, application_id, starts_at, minutes, place, person_id) values ($1, $2, now() + interval '1 day', 60, $3, $4)`,
    ...[application_id, marker, person_id],
  )
  const mail_template_id = await insert(`mail_templates (tenant_id, name, subject, text) values ($1, $2, 'S', 'T')`, marker)
  return { opening_id, stage_id, application_id, interview_id, mail_template_id }
}

/** The table of each kind of id. */
export const tables: Record<string, string> = {
  project_id: 'projects',
  task_id: 'tasks',
  subtask_id: 'subtasks',
  comment_id: 'comments',
  label_id: 'labels',
  view_id: 'saved_views',
  update_id: 'project_updates',
  room_id: 'chat_rooms',
  employee_id: 'people',
  manager_id: 'people',
  administrator_id: 'people',
  member_id: 'members',
  proposal_id: 'subtask_proposals',
  import_id: 'imports',
  message_id: 'chat_messages',
  notification_id: 'notifications',
  session_id: 'sessions',
  authenticator_id: 'authenticators',
  location_id: 'locations',
  holiday_id: 'holidays',
  checklist_template_id: 'checklist_templates',
  checklist_id: 'checklists',
  item_id: 'checklist_items',
  leave_type_id: 'leave_types',
  leave_id: 'leave_requests',
  opening_id: 'openings',
  application_id: 'applications',
  interview_id: 'interviews',
  stage_id: 'recruiting_stages',
  mail_template_id: 'mail_templates',
}

/** Bodies that are valid, for calls that judge the body before they look for the row. */
export const validBodies: Record<string, object> = {
  'PUT /api/employees/:employee_id/': { full_name: 'X', job_title: 'X', department: 'IT', role: 'hr' },
  'POST /api/administrators/:administrator_id/step-down/': { job_title: 'X', department: 'IT', role: 'hr' },
  'POST /api/administrators/:administrator_id/make-owner/': { password },
  'POST /api/second-factor/:authenticator_id/remove/': { password },
}
