// Who receives which events of a change. Every event equals what its receiver can read at that moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint, type ReadModel } from 'contract'
import { cashier, completed } from '../billing/testing.ts'
import { type Answer, type Name, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'
import { type Expected, type Received, Watchers, watchers } from './testing-changes.ts'

const world = await testApp()
const { as, browser, query } = world
const { website } = projects
const [ann, pam] = [as('ann'), as('pam')]

const pages = new Watchers(world)
for (const who of watchers) await pages.open(who)

const changingRoutes = Object.values(api)
  .flatMap((domain) => Object.values(domain) as Endpoint[])
  .map(({ route }) => route)
  .filter((route) => !route.startsWith('GET '))
const calledRoutes = new Set<string>()

/** Makes a call that succeeds, and compares what everybody receives by it. */
async function mustReceive(expected: Expected, call: string, send: () => Promise<Answer>) {
  const route = changingRoutes.find((candidate) => new RegExp(`^${candidate.replace(/:\w+/g, '\\d+')}$`).test(call))
  calledRoutes.add(route ?? assert.fail(`No route is ${call}`))
  return pages.mustReceive(expected, send)
}
/** Awaits a call of Ann's or Pam's. */
const annCalls = (call: string, body: object | undefined, expected: Expected) =>
  mustReceive(expected, call, () => ann(call, body))
const pamCalls = (call: string, body: object | undefined, expected: Expected) =>
  mustReceive(expected, call, () => pam(call, body))

const stale = (...reads: ReadModel[]): Received => ({ stale: reads })
const project: Received = { changed: ['project'] }
const forProjectPages = (received: Received) => ({ ann: received, pam: received, dev: received })

const newTask = async () =>
  (await pam('POST /api/tasks/', { project: website, title: 'Weeds', description: 'Long enough, surely.' })).body
const newSubtask = async (task: number, fields: object = {}) =>
  (await pam('POST /api/subtasks/', { task, title: 'Pull', ...fields })).body
const memberOf = async (project_id: number, person_id: number) =>
  Number((await query('select id::float8 from members where project_id = $1 and person_id = $2', project_id, person_id))[0]?.id)

test('a new project is told to its manager and the administrators', async () => {
  const expected = { ann: project, pam: { ...project, ...stale('developers', 'projects', 'rooms', 'work') } }
  await pamCalls('POST /api/projects/', { name: 'Garden' }, expected)
  await annCalls('POST /api/projects/', { name: 'Park', assigned_pm: people.pam.id }, expected)
})

const changeWebsite = `PATCH /api/projects/${website}/`
test('a change of a project is told to who looks at it, its members and the administrators', async () => {
  await pamCalls(changeWebsite, { priority: 'high', description: 'Long enough, surely.' }, forProjectPages(project))
  await annCalls(changeWebsite, { start_date: null }, forProjectPages(project))
  await pamCalls(changeWebsite, {}, {})
  await pamCalls(changeWebsite, { assigned_pm: people.max.id }, {})
  const named = { ...project, ...stale('rooms', 'work') }
  await pamCalls(changeWebsite, { name: 'Site' }, { ann: project, pam: named, dev: named })
  const withWork = { ...project, ...stale('work') }
  for (const status of ['completed', 'on_hold'])
    await annCalls(changeWebsite, { status }, { ann: project, pam: withWork, dev: withWork })
  for (const is_active of [false, true])
    await pamCalls(changeWebsite, { is_active }, { ann: { ...project, ...stale('assignments') }, pam: named, dev: named })
})

test('who joins a project or leaves it is told so, and the others of their number', async () => {
  const withRooms = { ...project, ...stale('rooms') }
  const others = { ann: project, pam: withRooms, dev: withRooms }
  const ownPages = stale('developers', 'projects', 'rooms', 'work')
  const joined = { ...others, dana: { ...project, ...ownPages } }
  const both = { project: website, developers: [people.dev.id, people.dana.id] }
  const leave = async () => `DELETE /api/members/${await memberOf(website, people.dana.id)}/`
  await pamCalls('POST /api/members/bulk-assign/', both, joined)
  await pamCalls('POST /api/members/bulk-assign/', both, {})
  await annCalls(await leave(), undefined, { ...others, dana: ownPages })
  await pamCalls('POST /api/members/bulk-assign/', both, joined)
  const task = await newTask()
  await pam(`PATCH /api/tasks/${task.id}/`, { assigned_to: people.dana.id })
  const outdated = { ...withRooms, outdated: 1 }
  await pamCalls(await leave(), undefined, { ann: { ...project, outdated: 1 }, pam: outdated, dev: outdated, dana: ownPages })
})

test('a project that is handed over goes from one manager to the other', async () => {
  const ownPages = stale('developers', 'projects', 'rooms', 'work')
  const others = {
    ann: { ...project, ...stale('assignments'), outdated: 1 },
    dev: { ...project, ...stale('rooms'), outdated: 1 },
  }
  const gained = { ...project, ...ownPages }
  await annCalls(changeWebsite, { assigned_pm: people.max.id }, { ...others, pam: { ...ownPages, gone: 1 }, max: gained })
  await annCalls(changeWebsite, { assigned_pm: people.pam.id }, { ...others, pam: gained, max: ownPages })
  await pages.open('pam')
})

test('a task is told to who has its project on the screen', async () => {
  const form = { project: website, title: 'Weeds', description: 'Long enough, surely.' }
  const { id } = await pamCalls('POST /api/tasks/', form, forProjectPages({ changed: ['task'] }))
  const route = `PATCH /api/tasks/${id}/`
  const fields = { status: 'done', assigned_to: people.dev.id, title: 'Weeds' }
  await pamCalls(route, fields, forProjectPages({ changed: ['task'] }))
  await pamCalls(route, {}, {})
  const subtaskOfDev = await newSubtask(id, { assigned_to: people.dev.id })
  await newSubtask(id)
  const withSubtasks: Received = { changed: ['task', 'subtask', 'subtask'] }
  const shown = { ...forProjectPages(withSubtasks), dev: { ...withSubtasks, ...stale('work') } }
  await pamCalls(route, { title: 'Herbs' }, shown)
  await pamCalls(route, { label_ids: [1] }, shown)
  const counted = (received: Received) => ({
    ann: { ...received, ...stale('assignments') },
    pam: { ...received, ...stale('developers') },
    dev: { ...received, ...stale('work') },
  })
  await pamCalls(`DELETE /api/tasks/${id}/`, undefined, counted({ removed: ['task'] }))
  await pamCalls(`POST /api/tasks/${id}/restore/`, undefined, counted({ changed: ['task'], outdated: 1 }))
  const { body: restored } = await pam(`GET /api/tasks/${id}/`)
  const { version } = restored.subtasks.find((subtask: { id: number }) => subtask.id === subtaskOfDev.id)
  assert.ok(version > pages.versionOf(`subtask ${subtaskOfDev.id}`))
  for (let i = 0; i < 20; i++) await newSubtask(id)
  const outdated: Received = { changed: ['task'], outdated: 1 }
  await pamCalls(route, { title: 'Many' }, { ...forProjectPages(outdated), dev: { ...outdated, ...stale('work') } })
})

test('a subtask is told to who has its project on the screen, and to whom it comes or from whom it goes', async () => {
  const { id: task } = await newTask()
  const subtask: Received = { changed: ['subtask'] }
  const shown = forProjectPages(subtask)
  const counted = {
    ann: { ...subtask, ...stale('assignments') },
    pam: { ...subtask, ...stale('developers') },
    dev: { ...subtask, ...stale('work') },
  }
  const { id } = await pamCalls('POST /api/subtasks/', { task, title: 'Pull' }, shown)
  const route = `PATCH /api/subtasks/${id}/`
  const devCalls = (body: object, expected: Expected) => mustReceive(expected, route, () => as('dev')(route, body))
  await pamCalls(route, { title: 'Push' }, shown)
  await pamCalls(route, {}, {})
  await pamCalls(route, { assigned_to_id: people.dev.id }, counted)
  await devCalls({ status: 'in_progress' }, { ...shown, dev: counted.dev })
  await devCalls({ status: 'done' }, counted)
  await pamCalls(route, { assigned_to_id: null }, { ...shown, dev: counted.dev })
  await pamCalls(route, { status: 'todo' }, shown)
  await pamCalls(route, { assigned_to_id: people.dev.id }, counted)
  await pam('POST /api/members/bulk-assign/', { project: website, developers: [people.dana.id] })
  await pamCalls(route, { assigned_to_id: people.dana.id }, { ...counted, dana: stale('work') })
  const removed: Received = { removed: ['subtask'] }
  await pamCalls(`DELETE /api/subtasks/${id}/`, undefined, {
    ann: { ...removed, ...stale('assignments') },
    pam: { ...removed, ...stale('developers') },
    dev: removed,
    dana: stale('work'),
  })
  await pamCalls(`POST /api/subtasks/${id}/restore/`, undefined, { ...counted, dev: subtask, dana: stale('work') })
  await pamCalls('POST /api/subtasks/', { task, title: 'Rake', assigned_to: people.dev.id }, counted)
})

test('a comment is told to who has its project on the screen', async () => {
  const body = { content_type: 'task', object_id: tasks.home_page, text: 'Well.' }
  const shown = forProjectPages({ changed: ['comment'] })
  const { id } = await annCalls('POST /api/comments/', body, shown)
  await annCalls(`DELETE /api/comments/${id}/`, undefined, forProjectPages({ removed: ['comment'] }))
  await annCalls(`POST /api/comments/${id}/restore/`, undefined, shown)
})

test('a label is told to those who choose labels, and one that is on tasks to all who see tasks', async () => {
  const unused = { ann: stale('labels'), pam: stale('labels'), max: stale('labels') }
  const onTasks = stale('labels', 'work')
  const used = { ann: onTasks, pam: onTasks, max: onTasks, dev: stale('work'), dana: stale('work') }
  const { id } = await annCalls('POST /api/labels/', { name: 'New' }, unused)
  await annCalls(`PATCH /api/labels/${id}/`, { name: 'Newer' }, unused)
  await annCalls(`PATCH /api/labels/${id}/`, {}, {})
  await pam(`PATCH /api/tasks/${tasks.home_page}/`, { label_ids: [id] })
  await annCalls(`PATCH /api/labels/${id}/`, { name: 'Newest' }, used)
  await annCalls(`DELETE /api/labels/${id}/`, undefined, used)
  await annCalls(`POST /api/labels/${id}/restore/`, undefined, used)
})

const staff = stale('assignments', 'employees')
const job = { job_title: 'Job', department: 'IT' }

test('people are told to the administrators, from the invitation on', async () => {
  const lin = { ...job, full_name: 'Lin', role: 'developer' }
  const { id } = await annCalls('POST /api/employees/', { ...lin, email: 'lin@acme.test' }, { ann: staff })
  await annCalls(`PUT /api/employees/${id}/`, { ...lin, job_title: 'Gardener' }, { ann: staff })
  await annCalls(`POST /api/employees/${id}/resend-invitation/`, undefined, { ann: staff })
  const { link } = await annCalls(`POST /api/employees/${id}/invitation-link/`, undefined, { ann: staff })
  const [uidb64, token] = new URL(link).pathname.split('/').slice(-2)
  const call = 'POST /api/set-password/'
  await mustReceive({ ann: staff }, call, () => browser('acme')(call, { uidb64, token, new_password: 'Password-2' }))
})

test('a name is told to everybody, as it stands wherever somebody looks', async () => {
  const shown = stale('assignments', 'developers', 'employees', 'projects', 'rooms', 'work')
  const everybody = { ann: shown, pam: shown, max: shown, dev: shown, dana: shown, hana: shown }
  const own: Received = { stale: ['me', ...(shown.stale ?? [])] }
  const call = 'PUT /api/profile/'
  const rename = (full_name: string) => as('dev')(call, { full_name })
  await mustReceive({ ...everybody, dev: own }, call, () => rename('Devin'))
  await mustReceive({}, call, () => rename('Devin'))
  const hanna = { ...job, full_name: 'Hanna', role: 'hr' }
  await annCalls(`PUT /api/employees/${people.hana.id}/`, hanna, { ...everybody, hana: own })
  await rename('Dev')
  const dev = { ...job, full_name: 'Dev', role: 'developer' }
  await annCalls(`PUT /api/employees/${people.dev.id}/`, dev, { ann: staff, pam: stale('developers'), dev: stale('me') })
})

test('a developer who is reassigned leaves projects, of which the others are told', async () => {
  await query('delete from subtasks where assigned_to_id = $1', people.dana.id)
  const reassign = (manager: number, expected: Expected) =>
    annCalls('POST /api/pm-assignments/', { developer: people.dana.id, manager }, expected)
  await reassign(people.max.id, {
    ann: { ...project, ...stale('assignments') },
    pam: { ...project, ...stale('developers', 'rooms') },
    max: stale('developers'),
    dev: { ...project, ...stale('rooms') },
    dana: stale('developers', 'projects', 'rooms', 'work'),
  })
  await reassign(people.max.id, {})
  await reassign(people.pam.id, { ann: stale('assignments'), pam: stale('developers'), max: stale('developers') })
})

test('of who is deleted, or gets another role, all are told who were in a project or a room with them', async () => {
  const hire = async (role: string) =>
    (await ann('POST /api/employees/', { ...job, full_name: 'Temp', role, email: `${role}${Math.random()}@acme.test` })).body.id
  const shared = stale('projects', 'rooms', 'work')
  const admin = stale('assignments', 'employees', 'projects', 'work')
  const toHr = { ...job, full_name: 'Temp', role: 'hr' }
  for (const [method, body] of [['DELETE'], ['PUT', toHr]] as const) {
    const developer = await hire('developer')
    await ann('POST /api/pm-assignments/', { developer, manager: people.pam.id })
    await pam('POST /api/members/bulk-assign/', { project: website, developers: [developer] })
    await as('hana')('POST /api/private-chat/', { participants: [people.hana.id, developer] })
    await annCalls(`${method} /api/employees/${developer}/`, body, {
      ann: { ...admin, outdated: 1 },
      pam: { ...stale('developers', 'projects', 'rooms', 'work'), outdated: 1 },
      dev: { ...shared, outdated: 1 },
      hana: shared,
    })
    const manager = await hire('project_manager')
    await as('hana')('POST /api/private-chat/', { participants: [people.hana.id, manager] })
    await annCalls(`${method} /api/employees/${manager}/`, body, { ann: admin, hana: shared })
  }
})

test('a private room is told to the two', async () => {
  const call = 'POST /api/private-chat/'
  const participants = [people.hana.id, people.dev.id]
  await mustReceive({ dev: stale('rooms'), hana: stale('rooms') }, call, () => as('hana')(call, { participants }))
})

test('a payment moves the day until which the workspace is open, which everybody’s pages may show', async () => {
  const everybody = Object.fromEntries(watchers.map((who) => [who, stale('me')]))
  await mustReceive(everybody, 'POST /api/stripe/webhook/', () => cashier(world).deliver(completed('acme')))
})

test('what is refused is told to nobody', async () => {
  const before = await pages.eventCounts()
  const refused: [Name, string, object?][] = [
    ['dev', `PATCH /api/subtasks/${subtasks.footer}/`, { title: 'X' }],
    ['pam', `PATCH /api/tasks/${tasks.home_page}/`, { title: 'X', assigned_to: people.una.id }],
    ['pam', `DELETE /api/members/${await memberOf(website, people.pam.id)}/`],
    ['pam', changeWebsite, { name: 'X', end_date: '2000-01-01', start_date: '2000-01-02' }],
    ['ann', changeWebsite, { name: 'X', assigned_pm: people.dev.id }],
    ['ann', `DELETE /api/employees/${people.pam.id}/`],
    ['ann', 'POST /api/labels/', { name: '' }],
  ]
  for (const [who, call, body] of refused) assert.ok([400, 403].includes((await as(who)(call, body)).status), call)
  assert.deepEqual(await pages.eventCounts(), before)
})

/** These change nothing that others have on their screens, or publish it by a notification or a closed socket. */
const unpublished = [
  'POST /api/token/',
  'POST /api/token/refresh/',
  'POST /api/logout/',
  'POST /api/password/forgot/',
  'POST /api/password/change/',
  'POST /api/tenants/check-availability/',
  'POST /api/tenants/send-otp/',
  'POST /api/tenants/verify-otp/',
  'POST /api/tenants/signup/',
  'POST /api/toggle-block/:tenant_id/',
  'POST /api/stripe/create-checkout-session/',
  'POST /api/notify-pm/',
]

test('every call that changes something is told, or there is a reason why not', () => {
  const decided = [...calledRoutes, ...unpublished]
  assert.equal(decided.length, changingRoutes.length)
  assert.deepEqual(new Set(decided), new Set(changingRoutes))
})
