// Requests of the people of three tenants, for their own rows and for each other's.
import { api, type Endpoint, may } from 'contract'
import { people } from '../server/src/testing/world.ts'
import { type Send, type StaffRole, type Team, validBodies } from './isolation-teams.ts'

/** `must` is what the status of a request for another tenant's row has to be. */
type Request = { role: StaffRole; route: string; body?: object; at?: string; must?: 'be 404' | 'be 401' | 'fail' }

const endpoints = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Endpoint[])
  .filter(({ host, access }) => host !== 'platform' && access !== 'public')
const reads = endpoints.filter(({ route }) => route.startsWith('GET'))
const roles = ['tenant_admin', 'project_manager', 'developer', 'hr'] as const
const oneOf = <T>(choices: readonly T[]) => choices[Math.floor(Math.random() * choices.length)] as T
const rolesFor = (endpoint: Endpoint) => roles.filter((role) => may(role, endpoint))

const aimedAt = (route: string, { ids }: Team) => route.replace(/:(\w+)/g, (_, name) => String(ids[name]))
const hasIdsFor = ({ params }: Endpoint, { ids }: Team) => Object.keys(params?.shape ?? {}).every((name) => name in ids)

/** Query strings with ids of `target`, and a word that every tenant has. */
const queries = ({ ids }: Team): Record<string, string[]> => ({
  'GET /api/tasks/': [`?project=${ids.project_id}`, ''],
  'GET /api/my-developers/': [`?project_id=${ids.project_id}`, ''],
  'GET /api/search/': ['?q=zebra', '?q=zebr', `?q=zebra&project=${ids.project_id}`, `?q=zebra&person=${ids.person_id}`],
  'GET /api/users/': ['', '?search=a'],
  'GET /api/audit-logs/': [`?developer=${ids.person_id}`, '?limit=100'],
})

/** Every read of everybody that reaches a handler. */
export function readsOf(team: Team): { role: StaffRole; route: string }[] {
  return reads.flatMap((endpoint) => {
    if (!hasIdsFor(endpoint, team)) return []
    const routes = (queries(team)[endpoint.route] ?? ['']).map((query) => aimedAt(endpoint.route, team) + query)
    return rolesFor(endpoint).flatMap((role) => routes.map((route) => ({ role, route })))
  })
}

/** A write of `me` with rows of `target`, which may be the same team. */
function write(me: Team, { ids }: Team): { role: StaffRole; route: string; body: object } {
  const text = `Zebra ${me.marker} and long enough`
  const own = me.ids
  const name = `${me.marker} ${Math.random()}`
  const employee = { full_name: `Dev ${me.marker}`, job_title: me.marker, department: 'IT', role: 'developer' }
  return oneOf([
    { role: 'project_manager', route: 'POST /api/tasks/', body: { project: ids.project_id, title: text, description: text } },
    {
      role: 'project_manager',
      route: 'POST /api/tasks/',
      body: { project: own.project_id, title: text, description: text, label_ids: [ids.label_id] },
    },
    { role: 'project_manager', route: `PATCH /api/tasks/${ids.task_id}/`, body: { title: text } },
    { role: 'project_manager', route: `PATCH /api/tasks/${own.task_id}/`, body: { label_ids: [ids.label_id] } },
    { role: 'project_manager', route: 'POST /api/subtasks/', body: { task: ids.task_id, title: text } },
    {
      role: 'project_manager',
      route: 'POST /api/subtasks/',
      body: { task: own.task_id, title: text, assigned_to: ids.person_id },
    },
    { role: 'project_manager', route: `PATCH /api/subtasks/${own.subtask_id}/`, body: { assigned_to: ids.person_id } },
    { role: 'developer', route: `PATCH /api/subtasks/${ids.subtask_id}/`, body: { status: oneOf(['todo', 'in_progress']) } },
    { role: 'developer', route: 'POST /api/comments/', body: { content_type: 'task', object_id: ids.task_id, text } },
    { role: 'developer', route: `POST /api/tasks/${ids.task_id}/proposals/`, body: { title: text } },
    { role: 'tenant_admin', route: `PATCH /api/projects/${ids.project_id}/`, body: { description: text } },
    { role: 'tenant_admin', route: `PATCH /api/projects/${own.project_id}/`, body: { assigned_pm: ids.manager_id } },
    { role: 'tenant_admin', route: `PATCH /api/labels/${ids.label_id}/`, body: { name } },
    { role: 'tenant_admin', route: `PUT /api/employees/${ids.employee_id}/`, body: employee },
    { role: 'tenant_admin', route: 'POST /api/pm-assignments/', body: { developer: ids.person_id, manager: own.manager_id } },
    { role: 'tenant_admin', route: 'POST /api/pm-assignments/', body: { developer: own.person_id, manager: ids.manager_id } },
    { role: 'tenant_admin', route: 'POST /api/notify-pm/', body: { developer_id: ids.person_id, subtask_ids: [own.subtask_id] } },
    {
      role: 'project_manager',
      route: 'POST /api/members/bulk-assign/',
      body: { project: own.project_id, developers: [ids.person_id] },
    },
    { role: 'project_manager', route: `POST /api/projects/${ids.project_id}/views/`, body: { name, query: 'view=board' } },
    { role: 'project_manager', route: `PATCH /api/views/${ids.view_id}/`, body: { name } },
    { role: 'project_manager', route: `POST /api/projects/${ids.project_id}/updates/`, body: { state: 'late', text } },
    {
      role: 'project_manager',
      route: `POST /api/projects/${ids.project_id}/imports/`,
      body: { text: `Title,Description\n${text},${text}` },
    },
    { role: 'project_manager', route: 'POST /api/private-chat/', body: { participants: [own.manager_id, ids.person_id] } },
    { role: 'hr', route: `PATCH /api/people/${ids.person_id}/job/`, body: { phone: me.marker } },
    { role: 'hr', route: `PATCH /api/people/${own.manager_id}/job/`, body: { location: ids.location_id } },
    { role: 'hr', route: `PATCH /api/people/${ids.person_id}/private/`, body: { address: text } },
    {
      role: 'hr',
      route: `POST /api/people/${ids.person_id}/checklists/`,
      body: { template: own.checklist_template_id, day: '2026-05-04' },
    },
    {
      role: 'hr',
      route: `POST /api/people/${own.person_id}/checklists/`,
      body: { template: ids.checklist_template_id, day: '2026-05-04' },
    },
    { role: 'hr', route: `PATCH /api/holidays/${ids.holiday_id}/`, body: { name } },
    { role: 'hr', route: `PATCH /api/checklist-items/${ids.item_id}/`, body: { is_done: Math.random() < 0.5 } },
    { role: 'hr', route: `PATCH /api/leave-types/${ids.leave_type_id}/`, body: { name } },
    { role: 'hr', route: `POST /api/leave/${ids.leave_id}/decline/`, body: { reason: text } },
    {
      role: 'hr',
      route: `POST /api/people/${ids.person_id}/leave/corrections/`,
      body: { type: own.leave_type_id, day: '2026-05-04', half_days: 1, reason: text },
    },
    {
      role: 'hr',
      route: 'POST /api/leave/',
      body: { person: own.person_id, type: ids.leave_type_id, from: '2026-07-06', to: '2026-07-06' },
    },
    { role: 'hr', route: `PATCH /api/openings/${ids.opening_id}/`, body: { title: text } },
    { role: 'hr', route: `POST /api/applications/${ids.application_id}/notes/`, body: { text } },
    { role: 'hr', route: `PATCH /api/applications/${own.application_id}/`, body: { stage: ids.stage_id } },
    { role: 'hr', route: `PUT /api/mail-templates/${ids.mail_template_id}/`, body: { name, subject: text, text } },
    {
      role: 'hr',
      route: `POST /api/applications/${own.application_id}/interviews/`,
      body: { starts_at: '2027-05-04T12:00:00Z', minutes: 60, place: text, agenda: '', interviewers: [ids.person_id] },
    },
    { role: 'developer', route: 'PUT /api/profile/', body: { full_name: `Dev ${me.marker}` } },
  ])
}

/** A random request of a member of the team, half of them for what belongs to another. */
export function anyRequest(me: Team, others: readonly Team[]): Request {
  const other = oneOf(others)
  const chance = Math.random()
  if (chance < 0.35) return oneOf(readsOf(me))
  if (chance < 0.55) return write(me, me)
  if (chance < 0.75) {
    const attempt = write(me, other)
    // Renaming oneself names nobody else.
    return attempt.route.includes('/profile/') ? attempt : { ...attempt, must: 'fail' }
  }
  if (chance < 0.8) return { ...oneOf(readsOf(other)), at: other.at, must: 'be 401' }
  const endpoint = oneOf(endpoints.filter((each) => each.params && hasIdsFor(each, other)))
  const body = validBodies[endpoint.route] ?? (endpoint.body && {})
  const { route } = endpoint
  return { role: oneOf(rolesFor(endpoint)), route: aimedAt(route, other), must: 'be 404', ...(body && { body }) }
}

/** Sends a request, and returns what is wrong with its answer. */
export async function judge(send: Send, me: Team, { role, route, body, at, must }: Request, markers: readonly string[]) {
  const who = me.staff[role]
  const { status, text } = await send(who, route, body, at ?? people[who].at)
  const isRight =
    status < 500 && // biome-ignore format: one line for each expectation
    (!must || (must === 'fail' ? status >= 400 : status === Number(must.slice(-3)) || status === 429))
  const found = markers.filter((marker) => marker !== me.marker && text.includes(marker))
  const problems = [
    ...(isRight ? [] : [`${status}, which must ${must ?? 'be no error'}`]),
    ...found.map((marker) => `has ${marker}`),
  ]
  return { succeeded: status < 300, problems: problems.map((problem) => `${who} ${route} ${JSON.stringify(body)}: ${problem}`) }
}
