// Who receives which events of a change. Every event equals what its receiver can read at that moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Endpoint, type ReadModel } from 'contract'
import { Secret, TOTP } from 'otpauth'
import { cashier, completed } from '../billing/testing.ts'
import { wherePeopleAppear } from '../people/audiences.ts'
import { softwarePasskey } from '../people/testing-passkey.ts'
import { dot } from '../pictures/testing.ts'
import {
  type Answer,
  daysFrom,
  hrRows,
  type Name,
  okBody,
  password,
  people,
  projects,
  subtasks,
  tasks,
  testApp,
  today,
} from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'
import { type Expected, type Received, type Watcher, Watchers, watchers } from './testing-changes.ts'

const world = await testApp({ RATE_LIMIT: '0' })
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
  const route = changingRoutes.find((candidate) =>
    new RegExp(`^${candidate.replace(/:week|:from/, '[\\d-]+').replace(/:\w+/g, '\\d+')}$`).test(call),
  )
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
  const ann = { ...project, ...stale('assignments', 'health') }
  const expected = { ann, pam: { ...project, ...stale('dashboard', 'developers', 'health', 'projects', 'rooms', 'work') } }
  await pamCalls('POST /api/projects/', { name: 'Garden' }, expected)
  await annCalls('POST /api/projects/', { name: 'Park', assigned_pm: people.pam.id }, expected)
})

const changeWebsite = `PATCH /api/projects/${website}/`
const forMembers: Received = { ...project, ...stale('dashboard', 'health', 'rooms') }
const forAdministrators: Received = { ...project, ...stale('assignments', 'health') }
const seenByAll: Expected = { ann: forAdministrators, pam: forMembers, dev: forMembers }
/** Of people for whom a project appears or disappears. */
const ownPages = ['developers', 'health', 'projects', 'rooms', 'work'] as const
test('a change of a project is told to who looks at it, its members and the administrators', async () => {
  await pamCalls(changeWebsite, {}, {})
  await pamCalls(changeWebsite, { assigned_pm: people.max.id }, {})
  await annCalls(changeWebsite, { start_date: null }, seenByAll)
  for (const change of [
    { name: 'Site' },
    { status: 'completed' },
    { status: 'on_hold' },
    { is_active: false },
    { is_active: true },
  ])
    await annCalls(changeWebsite, change, seenByAll)
})

test('who joins a project or leaves it is told so, and the others of their number', async () => {
  const joined = { ...seenByAll, dana: { ...project, ...stale('dashboard', ...ownPages) } }
  const both = { project: website, developers: [people.dev.id, people.dana.id] }
  const leave = async () => `DELETE /api/members/${await memberOf(website, people.dana.id)}/`
  await pamCalls('POST /api/members/bulk-assign/', both, joined)
  await pamCalls('POST /api/members/bulk-assign/', both, {})
  await annCalls(await leave(), undefined, { ...seenByAll, dana: stale(...ownPages) })
  await pamCalls('POST /api/members/bulk-assign/', both, joined)
  const task = await newTask()
  await pam(`PATCH /api/tasks/${task.id}/`, { assigned_to: people.dana.id })
  const outdated = (received: Received) => ({ ...received, outdated: 1 })
  await pamCalls(await leave(), undefined, {
    ann: outdated(forAdministrators),
    pam: outdated(forMembers),
    dev: outdated(forMembers),
    dana: stale(...ownPages),
  })
})

test('a project that is handed over goes from one manager to the other', async () => {
  const gained = { ...project, ...stale('dashboard', ...ownPages) }
  const others = { ann: forAdministrators, dev: forMembers }
  const lost = stale(...ownPages)
  await annCalls(changeWebsite, { assigned_pm: people.max.id }, { ...others, pam: { ...lost, gone: 1 }, max: gained })
  await annCalls(changeWebsite, { assigned_pm: people.pam.id }, { ...others, pam: gained, max: lost })
  await pages.open('pam')
})

const task: Received = { changed: ['task'] }
/** Who sees the task of a change, whose counts it may concern, and whose dashboard shows it. */
const forWork = (received: Received, ...assignees: Watcher[]): Expected => ({
  ann: { ...received, ...stale('assignments', 'health') },
  pam: { ...received, ...stale('developers', 'health') },
  dev: { ...received, ...stale('health', ...(assignees.includes('dev') ? (['dashboard'] as const) : [])) },
  ...(assignees.includes('dana') && { dana: stale('dashboard', 'health') }),
})

/** The proposals of a task go with it. */
function forRemoved(received: Received, ...assignees: Watcher[]): Expected {
  const { ann, pam, dev } = forWork(received, ...assignees)
  const withProposals = (told: Received = {}) => ({ ...told, stale: [...(told.stale ?? []), 'proposals' as const] })
  return { ...(ann && { ann }), pam: withProposals(pam), dev: withProposals(dev) }
}

test('a task is told to who has its project on the screen, and to whom it counts for', async () => {
  const form = { project: website, title: 'Weeds', description: 'Long enough, surely.' }
  const { id } = await pamCalls('POST /api/tasks/', form, forWork(task))
  const route = `PATCH /api/tasks/${id}/`
  await pamCalls(route, { status: 'done', assigned_to: people.dev.id, title: 'Weeds' }, forWork(task, 'dev'))
  await pamCalls(route, {}, {})
  await newSubtask(id, { assigned_to: people.dev.id })
  await pamCalls(route, { title: 'Herbs' }, forWork(task, 'dev'))
  await pamCalls(route, { label_ids: [1] }, forWork(task, 'dev'))
  await pamCalls(`DELETE /api/tasks/${id}/`, undefined, forRemoved({ removed: 1 }, 'dev'))
  await pamCalls(`POST /api/tasks/${id}/restore/`, undefined, forWork(task, 'dev'))
  for (let i = 0; i < 4; i++) await newSubtask(id, { description: 'Long. '.repeat(1500) })
  await pamCalls(route, { title: 'Too long for an event' }, forWork({ outdated: 1 }, 'dev'))
})

test('what work waits for is told like a change of the work', async () => {
  const [soil, seeds] = [await newTask(), await newTask()]
  const step = await newSubtask(seeds.id)
  const added = await pamCalls(`POST /api/tasks/${seeds.id}/blockers/`, { blocked_by: soil.key }, forWork(task))
  await pamCalls(`DELETE /api/blockers/${added.blocked_by[0].id}/`, undefined, forWork(task))
  await pamCalls(`POST /api/subtasks/${step.id}/blockers/`, { blocked_by: soil.key }, forWork(task))
  // The task that waits is published, too: it shows its blockers.
  await pamCalls(`PATCH /api/tasks/${soil.id}/`, { status: 'done' }, forWork({ changed: ['task', 'task'] }))
})

test('a copy of a task and one that follows another are told like new ones', async () => {
  const { id } = await newTask()
  await pamCalls(`POST /api/tasks/${id}/copy/`, { title: 'Again' }, forWork(task))
  await pamCalls(`PATCH /api/tasks/${id}/`, { recurrence: 'daily' }, forWork(task))
  const { next_task } = await pamCalls(`PATCH /api/tasks/${id}/`, { status: 'done' }, forWork({ changed: ['task', 'task'] }))
  assert.ok(next_task)
  await pamCalls(`PATCH /api/tasks/${id}/`, { status: 'todo' }, forRemoved({ changed: ['task'], removed: 1 }))
})

test('a template is told to the administrators and the managers, and a project that begins with one to its people', async () => {
  const told = { ann: stale('templates'), pam: stale('templates'), max: stale('templates') }
  const template = await pamCalls(`POST /api/projects/${website}/template/`, { name: 'Sites' }, told)
  await pamCalls(
    `POST /api/templates/${template.id}/projects/`,
    { name: 'Park' },
    {
      ann: { ...project, ...stale('assignments', 'health') },
      pam: { ...project, ...stale('dashboard', 'developers', 'health', 'projects', 'proposals', 'rooms', 'work') },
    },
  )
  await pamCalls(`DELETE /api/templates/${template.id}/`, undefined, told)
})

test('a subtask is told to who has its project on the screen, and to whom it comes or from whom it goes', async () => {
  const { id: task_id } = await newTask()
  const { id } = await pamCalls('POST /api/subtasks/', { task: task_id, title: 'Pull' }, forWork(task))
  const route = `PATCH /api/subtasks/${id}/`
  const devCalls = (body: object, expected: Expected) => mustReceive(expected, route, () => as('dev')(route, body))
  await pamCalls(route, { title: 'Push' }, forWork(task))
  await pamCalls(route, {}, {})
  await pamCalls(route, { assigned_to_id: people.dev.id }, forWork(task, 'dev'))
  for (const status of ['in_progress', 'done']) await devCalls({ status }, forWork(task, 'dev'))
  await pamCalls(route, { assigned_to_id: null }, forWork(task, 'dev'))
  await pamCalls(route, { status: 'todo', assigned_to_id: people.dev.id }, forWork(task, 'dev'))
  await pam('POST /api/members/bulk-assign/', { project: website, developers: [people.dana.id] })
  await pamCalls(route, { assigned_to_id: people.dana.id }, forWork(task, 'dev', 'dana'))
  await pamCalls(`DELETE /api/subtasks/${id}/`, undefined, forWork(task, 'dana'))
  await pamCalls(`POST /api/subtasks/${id}/restore/`, undefined, forWork(task, 'dana'))
  await pamCalls(
    'POST /api/subtasks/',
    { task: task_id, title: 'Rake', assigned_to: people.dev.id },
    forWork(task, 'dev', 'dana'),
  )
})

test('a comment is told to who has its project on the screen', async () => {
  const body = { content_type: 'task', object_id: tasks.home_page, text: 'Well.' }
  const shown = forProjectPages(task)
  const { id } = await annCalls('POST /api/comments/', body, shown)
  await annCalls(`PATCH /api/comments/${id}/`, { text: 'Well, well.' }, shown)
  await annCalls(`PUT /api/comments/${id}/reactions/`, { reactions: ['👀'] }, shown)
  await annCalls(`DELETE /api/comments/${id}/`, undefined, shown)
  await annCalls(`POST /api/comments/${id}/restore/`, undefined, shown)
})

test('a file is told to who has its project on the screen once it is whole', async () => {
  const shown = forProjectPages(task)
  const bytes = Buffer.from('text')
  const begin = `POST /api/tasks/${tasks.home_page}/uploads/`
  const begun = await annCalls(begin, { name: 'a.txt', size: bytes.length }, {})
  const { file } = await annCalls(`PUT /api/uploads/${begun.id}/`, bytes, shown)
  await annCalls(`DELETE /api/files/${file.id}/`, undefined, shown)
  await annCalls(`POST /api/files/${file.id}/restore/`, undefined, shown)
  const cancelled = await annCalls(begin, { name: 'a.txt', size: bytes.length }, {})
  await annCalls(`DELETE /api/uploads/${cancelled.id}/`, undefined, {})
})

test('a shared view is told to who has its project on the screen, a private one to the tabs of its author', async () => {
  const [own, shared] = [{ pam: stale('views') }, forProjectPages(stale('views'))]
  const { id } = await pamCalls(`POST /api/projects/${website}/views/`, { name: 'Late', query: '' }, own)
  await pamCalls(`PATCH /api/views/${id}/`, { name: 'Later' }, own)
  await pamCalls(`PATCH /api/views/${id}/`, {}, {})
  for (const is_shared of [true, false, true]) await pamCalls(`PATCH /api/views/${id}/`, { is_shared }, shared)
  await annCalls(`DELETE /api/views/${id}/`, undefined, shared)
})

test('time is told to the other tabs of its person, and its sum like a change of the work', async () => {
  const { id: task_id } = await newTask()
  const { id } = await newSubtask(task_id)
  const devCalls = (call: string, body: object | undefined, expected: Expected) =>
    mustReceive(expected, call, () => as('dev')(call, body))
  const own = { dev: stale('time') }
  const { ann, pam } = forWork(task)
  const counted: Expected = { ann, pam, dev: { ...task, ...stale('health', 'time') }, dana: stale('health') } as Expected
  await devCalls(`POST /api/subtasks/${id}/timer/`, undefined, own)
  await devCalls(`POST /api/subtasks/${id}/timer/`, undefined, {})
  await devCalls('DELETE /api/timer/', undefined, own)
  await devCalls('DELETE /api/timer/', undefined, {})
  const monday = '2026-01-05'
  await devCalls(`POST /api/tasks/${task_id}/timer/`, undefined, own)
  await devCalls('DELETE /api/timer/', undefined, own)
  await devCalls(`POST /api/tasks/${task_id}/time/`, { day: today(), minutes: 5 }, counted)
  const entry = await devCalls(`POST /api/subtasks/${id}/time/`, { day: today(), minutes: 5 }, counted)
  await devCalls(`PATCH /api/time/${entry.id}/`, { minutes: 6 }, counted)
  await devCalls(`PATCH /api/time/${entry.id}/`, {}, {})
  await devCalls(`DELETE /api/time/${entry.id}/`, undefined, counted)
  // A sheet is told to its person and to who decides about it.
  const week = `/api/time/weeks/${monday}`
  const all = { ann: stale('time'), pam: stale('time'), dev: stale('time') }
  await query(
    `insert into time_entries (tenant_id, person_id, project_id, task_id, subtask_id, title, day, minutes)
     values (1, $1, $2, $3, $4, 'Pull', '${monday}', 5)`,
    ...[people.dev.id, website, task_id, id],
  )
  await devCalls(`POST ${week}/submit/`, undefined, all)
  await devCalls(`POST ${week}/withdraw/`, undefined, all)
  await devCalls(`POST ${week}/withdraw/`, undefined, {})
  await devCalls(`POST ${week}/submit/`, undefined, all)
  const { results } = (await as('pam')('GET /api/time/sheets/')).body
  const sheet = `POST /api/time/sheets/${results[0].id}`
  await pamCalls(`${sheet}/approve/`, undefined, all)
  await pamCalls(`${sheet}/return/`, { reason: 'Why?' }, all)
})

test('a proposal is told to its author and the manager, and a subtask by it like any other', async () => {
  const { id: task_id } = await newTask()
  await newSubtask(task_id, { assigned_to: people.dev.id })
  const both = { pam: stale('proposals'), dev: stale('proposals') }
  const call = `POST /api/tasks/${task_id}/proposals/`
  const propose = () => mustReceive(both, call, () => as('dev')(call, { title: 'Weed' }))
  const { id } = await propose()
  await pamCalls(`POST /api/proposals/${id}/decline/`, undefined, both)
  const { id: another } = await propose()
  const { ann, dev, pam } = forWork(task, 'dev')
  await pamCalls(`POST /api/proposals/${another}/accept/`, undefined, {
    ann,
    pam: { ...pam, stale: [...(pam?.stale ?? []), 'proposals'] },
    dev: { ...dev, stale: [...(dev?.stale ?? []), 'proposals'] },
    dana: stale('health'),
  } as Expected)
})

test('a project’s update is told to who has the project on the screen, and to whom its health is shown', async () => {
  const shown = { ...forProjectPages(stale('health', 'updates')), dana: stale('health') }
  const { id } = await pamCalls(`POST /api/projects/${website}/updates/`, { state: 'late', text: 'Well.' }, shown)
  await annCalls(`DELETE /api/updates/${id}/`, undefined, shown)
})

test('an import is told to who has its project on the screen, and to whom its work counts for, in one piece', async () => {
  const work = forWork({ outdated: 1 }, 'dev')
  const withMore = (received: Received = {}, ...more: ReadModel[]) => ({
    ...received,
    stale: [...(received.stale ?? []), ...more],
  })
  const told: Expected = {
    ann: withMore(work.ann, 'imports'),
    pam: withMore(work.pam, 'imports', 'proposals'),
    dev: withMore(work.dev, 'imports', 'proposals'),
    dana: stale('health', 'proposals'),
  }
  const call = `POST /api/projects/${website}/imports/`
  const file = { text: 'Title,Assignee\nA,Dev\nB,Dev\nC,\n' }
  await pamCalls(`${call}preview/`, file, {})
  const { import: made } = await pamCalls(call, file, told)
  await pamCalls(call, file, {})
  await pamCalls(`POST /api/imports/${made.id}/undo/`, undefined, told)
  await pamCalls(`POST /api/imports/${made.id}/restore/`, undefined, told)
  // Pages that open within a minute receive the events of that minute: what one of them showed has to go, too.
  const { import: other } = (await pam(call, { text: 'Title\nD\nE\n' })).body
  const [d] = await query(`select id::float8 from tasks where title = 'D'`)
  await pam(`PATCH /api/tasks/${d?.id}/`, { priority: 'high' })
  const nobody = forWork({ outdated: 1, removed: 1 })
  await pamCalls(`POST /api/imports/${other.id}/undo/`, undefined, {
    ann: withMore(nobody.ann, 'imports'),
    pam: withMore(nobody.pam, 'imports', 'proposals'),
    dev: withMore(nobody.dev, 'imports', 'proposals'),
    dana: stale('health', 'proposals'),
  })
})

test('an event names the request that it echoes', async () => {
  const echoed = async (headers: Record<string, string>) => {
    const before = await pages.eventCounts()
    await as('pam', { headers })(`PATCH /api/tasks/${tasks.home_page}/`, { status: 'done' })
    return (await pages.eventsSince('dev', before)).flatMap((event) => (event.type === 'changed' ? [event.change_id] : []))
  }
  assert.deepEqual(await echoed({ 'idempotency-key': 'a-change_1' }), ['a-change_1'])
  for (const malformed of ['', 'a change', 'x'.repeat(65)])
    assert.deepEqual(await echoed({ 'idempotency-key': malformed }), [undefined])
})

test('a label is told to all who see tasks', async () => {
  const labels = stale('labels', 'work')
  const everybody = { ann: labels, pam: labels, max: labels, dev: labels, dana: labels }
  const { id } = await annCalls('POST /api/labels/', { name: 'New' }, everybody)
  await annCalls(`PATCH /api/labels/${id}/`, { name: 'Newer' }, everybody)
  await annCalls(`PATCH /api/labels/${id}/`, {}, {})
  await annCalls(`DELETE /api/labels/${id}/`, undefined, everybody)
  await annCalls(`POST /api/labels/${id}/restore/`, undefined, everybody)
})

const staff = stale('assignments', 'employees')
/** What everybody receives, and the administrators in addition, if the directory changes. */
const listed = stale('directory')
const everybodyListed = { ann: listed, pam: listed, max: listed, dev: listed, dana: listed, hana: listed }
const staffListed = { ...everybodyListed, ann: stale('assignments', 'directory', 'employees') }
const job = { job_title: 'Job', department: 'IT' }

test('people are told to the administrators, from the invitation on', async () => {
  const lin = { ...job, full_name: 'Lin', role: 'developer' }
  const { id } = await annCalls('POST /api/employees/', { ...lin, email: 'lin@acme.test' }, staffListed)
  await annCalls(`PUT /api/employees/${id}/`, { ...lin, job_title: 'Gardener' }, staffListed)
  const list = { text: 'Joy Moor,joy@acme.test,Developer,,IT' }
  await annCalls('POST /api/employees/import/preview/', list, {})
  await annCalls('POST /api/employees/import/', list, staffListed)
  await annCalls(`POST /api/employees/${id}/resend-invitation/`, undefined, { ann: staff })
  await query('delete from limits')
  await annCalls(`POST /api/employees/${id}/correct-email/`, { email: 'linn@acme.test' }, staffListed)
  const { link } = await annCalls(`POST /api/employees/${id}/invitation-link/`, undefined, { ann: staff })
  const [uidb64, token] = new URL(link).pathname.split('/').slice(-2)
  const call = 'POST /api/set-password/'
  await mustReceive({ ann: staff }, call, () => browser('acme')(call, { uidb64, token, new_password: 'Password-2' }))
})

test('administrators, and who owns the workspace, are told to the administrators', async () => {
  const nia = { full_name: 'Nia', email: 'nia@acme.test' }
  const { id } = await annCalls('POST /api/administrators/', nia, staffListed)
  await annCalls(`POST /api/administrators/${id}/resend-invitation/`, undefined, { ann: staff })
  await query('delete from limits')
  await annCalls(`POST /api/administrators/${id}/correct-email/`, { email: 'nina@acme.test' }, staffListed)
  await annCalls(`POST /api/administrators/${id}/invitation-link/`, undefined, { ann: staff })
  const everybody = Object.fromEntries(watchers.map((who) => [who, stale(...wherePeopleAppear.models)]))
  await annCalls(`DELETE /api/administrators/${id}/`, undefined, everybody)

  const hal = { ...job, full_name: 'Hal', email: 'hal@acme.test', role: 'hr', password: 'Password-1!' }
  const { id: hal_id } = (await ann('POST /api/employees/', hal)).body
  const asHal = browser('acme')
  await asHal('POST /api/token/', hal)
  await annCalls('POST /api/administrators/promote/', { employee: hal_id }, staffListed)
  const owners = { ann: stale('assignments', 'employees', 'me') }
  await annCalls(`POST /api/administrators/${hal_id}/make-owner/`, { password }, owners)
  const back = `POST /api/administrators/${people.ann.id}/make-owner/`
  await mustReceive(owners, back, () => asHal(back, hal))
  await annCalls(`POST /api/administrators/${hal_id}/step-down/`, { ...job, role: 'hr' }, staffListed)
})

test('a name is told to everybody, as it stands wherever somebody looks', async () => {
  const shown = stale(
    'assignments',
    'checklists',
    'developers',
    'directory',
    'employees',
    'health',
    'imports',
    'leave',
    'projects',
    'proposals',
    'records',
    'recruiting',
    'rooms',
    'time',
    'updates',
    'views',
    'work',
  )
  const everybody = { ann: shown, pam: shown, max: shown, dev: shown, dana: shown, hana: shown }
  const own: Received = { stale: ['me', ...(shown.stale ?? [])] }
  const call = 'PUT /api/profile/'
  const rename = (full_name: string) => as('dev')(call, { full_name })
  await mustReceive({ ...everybody, dev: own }, call, () => rename('Devin'))
  await mustReceive({}, call, () => rename('Devin'))
  const hanna = { ...job, full_name: 'Hanna', role: 'hr' }
  await annCalls(`PUT /api/employees/${people.hana.id}/`, hanna, { ...everybody, hana: own })
  await rename('Dev')
  await pamCalls('PUT /api/weekly-summary/', { is_on: false }, { pam: stale('me') })
  const dev = { ...job, full_name: 'Dev', role: 'developer' }
  await annCalls(`PUT /api/employees/${people.dev.id}/`, dev, {
    ...staffListed,
    pam: stale('developers', 'directory'),
    dev: stale('directory', 'me'),
  })
})

/** Everybody of these, with the same. */
const all = (received: Received) => Object.fromEntries(watchers.map((who) => [who, received]))

/** Calls of HR about Dev, who reports to Pam. */
const hanaCalls = (call: string, body: object | undefined, expected: Expected) =>
  mustReceive(expected, call, () => as('hana')(call, body))

test('what HR keeps about people is told to those who see it', async () => {
  const { id } = people.dev
  const record = stale('records')
  // Work is offered to those who are employed.
  const byEmployment = stale('directory', 'health', 'leave', 'projects')
  await hanaCalls(
    `PATCH /api/people/${id}/job/`,
    { starts_on: '2026-02-02' },
    {
      ann: stale('assignments', 'directory', 'employees', 'health', 'leave', 'projects', 'records'),
      pam: stale('directory', 'health', 'leave', 'projects', 'records'),
      max: byEmployment,
      dev: stale('directory', 'health', 'leave', 'me', 'projects', 'records'),
      dana: byEmployment,
      hana: stale('directory', 'health', 'leave', 'projects', 'records'),
    },
  )
  const seers = { ann: record, pam: record, dev: record, hana: record }
  await hanaCalls(`PATCH /api/people/${id}/private/`, { address: 'Elsewhere' }, seers)
  // Dev's leave costs something else then.
  const withLeave = stale('leave', 'records')
  const bySchedule = { ...all(stale('leave')), ann: withLeave, pam: withLeave, dev: withLeave, hana: withLeave }
  await hanaCalls(`PUT /api/people/${id}/schedules/2026-03-02/`, { minutes: [480, 480, 0, 0, 0, 0, 0] }, bySchedule)
  await hanaCalls(`DELETE /api/people/${id}/schedules/2026-03-02/`, undefined, bySchedule)
  const both = { dev: withLeave, hana: withLeave }
  const document = `/api/documents/${hrRows.acme}/`
  await hanaCalls(`PATCH ${document}`, { expires_on: '2030-01-01' }, both)
  await hanaCalls(`DELETE ${document}`, undefined, both)
  await hanaCalls(`POST ${document}restore/`, undefined, both)
})

test('locations and their holidays are told to everybody', async () => {
  const shown = stale('directory', 'locations')
  const everybody = Object.fromEntries(watchers.map((who) => [who, shown]))
  const { id } = await hanaCalls('POST /api/locations/', { name: 'Here', timezone: 'Europe/Berlin' }, everybody)
  await hanaCalls(`PATCH /api/locations/${id}/`, { is_default: true }, everybody)
  const holiday = await hanaCalls(`POST /api/locations/${id}/holidays/`, { day: '2026-07-01', name: 'Fair' }, everybody)
  await hanaCalls(`PATCH /api/holidays/${holiday.id}/`, { is_half: true }, everybody)
  await hanaCalls(`DELETE /api/holidays/${holiday.id}/`, undefined, everybody)
  const withRecords = stale('directory', 'locations', 'records')
  await hanaCalls(`DELETE /api/locations/${id}/`, undefined, Object.fromEntries(watchers.map((who) => [who, withRecords])))
})

test('types of leave and their rules are told to everybody, because everybody requests some', async () => {
  const types = all(stale('leave', 'leave_types'))
  const policy = { allowance: 50, granted: 'yearly', carry_limit: null, carry_until: null, overdraft: 0 }
  const type = { color: 'blue', needs_approval: true, allows_half_days: true, proof: 'none', policy }
  const { id } = await hanaCalls('POST /api/leave-types/', { ...type, name: 'Study' }, types)
  await hanaCalls(`PATCH /api/leave-types/${id}/`, { color: 'rust' }, types)
  await hanaCalls(`PUT /api/leave-types/${id}/policies/2030/`, policy, types)
  await hanaCalls(`DELETE /api/leave-types/${id}/policies/2030/`, undefined, types)
  const leave = stale('leave')
  await hanaCalls(
    'PATCH /api/leave-settings/',
    { approval: 'manager_then_hr' },
    { ...all(leave), hana: stale('leave', 'leave_types') },
  )
})

test('leave is told to everybody once it is certain, and before to whom it concerns', async () => {
  const day = daysFrom(((8 - new Date(today()).getUTCDay()) % 7) + 7)
  const shown = stale('directory', 'leave')
  const everybody = { ...all(shown), dev: stale('directory', 'leave', 'records') }
  const request = 'POST /api/leave/'
  const make = () => as('dev')(request, { type: hrRows.acme, from: day, to: day })
  const waits = stale('leave')
  const concerned = { pam: waits, dev: stale('leave', 'records'), hana: waits }
  const { id } = await mustReceive(concerned, request, make)
  const approve = `POST /api/leave/${id}/approve/`
  await mustReceive(concerned, approve, () => as('pam')(approve, {}))
  await hanaCalls(approve, {}, everybody)
  const cancel = `POST /api/leave/${id}/cancel/`
  await mustReceive(everybody, cancel, () => as('dev')(cancel))
  const decline = `POST /api/leave/${hrRows.acme}/decline/`
  await hanaCalls(decline, { reason: 'The launch' }, concerned)
  const correction = { type: hrRows.acme, day, half_days: 2, reason: 'From before' }
  const ledger = { dev: stale('leave'), hana: stale('leave') }
  await hanaCalls(`POST /api/people/${people.dev.id}/leave/corrections/`, correction, ledger)
  const own = { dev: stale('leave') }
  const feed = '/api/leave-feed/'
  await mustReceive(own, `POST ${feed}`, () => as('dev')(`POST ${feed}`))
  await mustReceive(own, `DELETE ${feed}`, () => as('dev')(`DELETE ${feed}`))
})

test('recruiting is told to HR, and an applicant also to those who lead an interview', async () => {
  const shown = stale('recruiting')
  const hr = { hana: shown }
  const both = { dev: shown, hana: shown }
  const withAnn = { ann: shown, hana: shown }
  const opening = {
    title: 'Cook',
    department: 'IT',
    location: null,
    description: '',
    closes_on: null,
    status: 'draft',
    questions: [],
  }
  const { id: opening_id } = await hanaCalls('POST /api/openings/', opening, hr)
  await hanaCalls(`PATCH /api/openings/${opening_id}/`, { status: 'published' }, hr)
  await hanaCalls(`DELETE /api/openings/${opening_id}/`, undefined, hr)
  const { first, second } = stageRows.acme
  const open = [
    { id: first, name: 'New' },
    { id: second, name: 'Talks' },
  ]
  await hanaCalls('PUT /api/recruiting-stages/', { open, hired: 'Hired', rejected: 'Rejected' }, hr)
  await hanaCalls('PATCH /api/recruiting-settings/', { retention_days: 90 }, hr)
  const mail = { name: 'Thanks', subject: 'Thanks', text: 'Thank you.' }
  const { id: template } = await hanaCalls('POST /api/mail-templates/', mail, hr)
  await hanaCalls(`PUT /api/mail-templates/${template}/`, { ...mail, text: 'Thank you!' }, hr)
  await hanaCalls(`DELETE /api/mail-templates/${template}/`, undefined, hr)
  const application = `/api/applications/${hrRows.acme}/`
  await hanaCalls(`PATCH ${application}`, { stage: second }, both)
  await hanaCalls(`POST ${application}notes/`, { text: 'Friendly.' }, hr)
  await hanaCalls(`PUT ${application}rating/`, { stars: 3, comment: '' }, both)
  await hanaCalls(`POST ${application}correct-email/`, { email: 'right@applicants.test' }, both)
  await hanaCalls(`POST ${application}mails/`, { subject: 'Hello', text: 'Hello.' }, hr)
  const interview = { starts_at: `${daysFrom(9)}T12:00:00Z`, minutes: 60, place: '', agenda: '', interviewers: [people.dev.id] }
  const { id } = await hanaCalls(`POST ${application}interviews/`, interview, both)
  const others = { ...both, dana: shown }
  await hanaCalls(`PUT /api/interviews/${id}/`, { ...interview, interviewers: [people.dana.id] }, others)
  await hanaCalls(`DELETE /api/interviews/${id}/`, undefined, { hana: shown, dana: shown })
  const hire = { job_title: 'Cook', department: 'IT', starts_on: daysFrom(30), location: null }
  await hanaCalls(`POST ${application}hire/`, hire, withAnn)
  await hanaCalls(`POST ${application}withdraw-hire/`, { reason: '' }, withAnn)
  await as('hana')(`POST ${application}hire/`, hire)
  const invited = { ...all(listed), ann: stale('assignments', 'directory', 'employees', 'recruiting') }
  const seen = stale('directory', 'recruiting')
  await annCalls(`POST ${application}confirm-hire/`, { role: 'hr', manager: null }, { ...invited, dev: seen, hana: seen })
  await hanaCalls(`POST ${application}remove-data/`, undefined, { ...both, ann: shown })
})

test('a checklist is told to HR, its person, and whom they report to', async () => {
  const hr = { hana: stale('checklists') }
  const form = { name: 'Start', kind: 'joiner', items: [{ title: 'Read', owner: 'person', days: 1 }] }
  const { id: template } = await hanaCalls('POST /api/checklist-templates/', form, hr)
  await hanaCalls(`PUT /api/checklist-templates/${template}/`, { ...form, name: 'Starting' }, hr)
  const both = stale('checklists', 'records')
  const owners = { ann: stale('records'), pam: both, dev: both, hana: both }
  const { id, items } = await hanaCalls(`POST /api/people/${people.dev.id}/checklists/`, { template, day: today() }, owners)
  const call = `PATCH /api/checklist-items/${items[0].id}/`
  await mustReceive(owners, call, () => as('dev')(call, { is_done: true }))
  await hanaCalls(`DELETE /api/checklists/${id}/`, undefined, owners)
  await hanaCalls(`DELETE /api/checklist-templates/${template}/`, undefined, hr)
})

test('a picture and the logo are told to everybody, and nothing if they stay the same', async () => {
  const everybody = Object.fromEntries(watchers.map((who) => [who, stale('pictures')]))
  const devCalls = (call: string, body: Uint8Array | undefined, expected: Expected) =>
    mustReceive(expected, call, () => as('dev')(call, body))
  await devCalls('PUT /api/profile/picture/', dot, everybody)
  await devCalls('PUT /api/profile/picture/', dot, {})
  await devCalls('DELETE /api/profile/picture/', undefined, everybody)
  await devCalls('DELETE /api/profile/picture/', undefined, {})
  await annCalls('PUT /api/workspace/logo/', dot, everybody)
  await annCalls('DELETE /api/workspace/logo/', undefined, everybody)
})

test('a developer who is reassigned leaves projects, of which the others are told', async () => {
  await query('delete from subtasks where assigned_to_id = $1', people.dana.id)
  const reassign = (manager: number, expected: Expected) =>
    annCalls('POST /api/pm-assignments/', { developer: people.dana.id, manager }, expected)
  const withDirectory = (received: Received) => ({ ...received, stale: [...(received.stale ?? []), 'directory'] }) as Received
  await reassign(people.max.id, {
    ...everybodyListed,
    ann: withDirectory(forAdministrators),
    pam: { ...project, ...stale('dashboard', 'developers', 'directory', 'health', 'rooms') },
    max: stale('developers', 'directory'),
    dev: withDirectory(forMembers),
    dana: stale(...ownPages, 'directory'),
  })
  await reassign(people.max.id, {})
  const managers = stale('developers', 'directory')
  await reassign(people.pam.id, { ...everybodyListed, ann: stale('assignments', 'directory'), pam: managers, max: managers })
})

test('of who is deleted, or gets another role, everybody is told, because their name appears nearly everywhere', async () => {
  const hire = async (role: string) =>
    (await ann('POST /api/employees/', { ...job, full_name: 'Temp', role, email: `${role}${Math.random()}@acme.test` })).body.id
  const shown = stale(...wherePeopleAppear.models)
  const everybody = Object.fromEntries(watchers.map((who) => [who, shown]))
  const member = { ...project, ...stale('dashboard', ...wherePeopleAppear.models) }
  const toHr = { ...job, full_name: 'Temp', role: 'hr' }
  for (const [method, body] of [['DELETE'], ['PUT', toHr]] as const) {
    const developer = await hire('developer')
    await ann('POST /api/pm-assignments/', { developer, manager: people.pam.id })
    await pam('POST /api/members/bulk-assign/', { project: website, developers: [developer] })
    await annCalls(`${method} /api/employees/${developer}/`, body, {
      ...everybody,
      ann: { ...project, ...shown },
      pam: member,
      dev: member,
    })
    const manager = await hire('project_manager')
    await annCalls(`${method} /api/employees/${manager}/`, body, everybody)
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

test('the settings of the workspace are told to everybody, and those that move a day also to what counts days', async () => {
  const everybody = (...models: ReadModel[]) => Object.fromEntries(watchers.map((who) => [who, stale(...models)]))
  const call = 'PATCH /api/workspace/'
  await annCalls(call, { name: 'Acme Ltd', accent: 'rose' }, everybody('me'))
  await annCalls(call, { name: 'Acme Ltd', accent: 'rose', timezone: 'UTC', first_day: 1 }, {})
  await annCalls(call, { first_day: 0 }, everybody('health', 'me'))
  await annCalls(call, { timezone: 'Asia/Tokyo' }, everybody('health', 'me'))
})

test('sessions that end are told to the pages of their person', async () => {
  const open = async () => {
    const [row] = await query(
      `insert into sessions (tenant_id, person_id, expires_at) values (1, $1, now() + interval '1 day') returning id::float8`,
      people.ann.id,
    )
    return Number(row?.id)
  }
  await annCalls(`DELETE /api/sessions/${await open()}/`, undefined, { ann: stale('sessions') })
  await open()
  await mustReceive({ hana: stale('sessions') }, 'POST /api/sessions/end-others/', () =>
    as('hana')('POST /api/sessions/end-others/'),
  )
})

test('a second factor is told to its person, and the administrators see who has one', async () => {
  const dev = as('dev')
  const ofDev = { ann: stale('assignments', 'employees'), dev: stale('me') }
  const { setup, key } = await okBody(dev('POST /api/second-factor/app/begin/', { password }))
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate()
  await mustReceive(ofDev, 'POST /api/second-factor/app/', () =>
    dev('POST /api/second-factor/app/', { setup, name: 'Phone', one_time_code: code }),
  )
  const begun = await okBody(dev('POST /api/second-factor/passkey/begin/', { password }))
  const passkey = softwarePasskey('http://acme.localhost:8000').create(begun.options)
  await mustReceive({ dev: stale('me') }, 'POST /api/second-factor/passkey/', () =>
    dev('POST /api/second-factor/passkey/', { setup: begun.setup, name: 'Key', passkey }),
  )
  const renew = 'POST /api/second-factor/recovery-codes/'
  await mustReceive({ dev: stale('me') }, renew, () => dev(renew, { password }))
  const { authenticators } = await okBody(dev('GET /api/second-factor/'))
  for (const [n, expected] of [{ dev: stale('me') }, ofDev].entries()) {
    const remove = `POST /api/second-factor/${authenticators[n].id}/remove/`
    await mustReceive(expected, remove, () => dev(remove, { password }))
  }
  await query(`update people set has_second_factor = true where id = $1`, people.una.id)
  await annCalls(
    `POST /api/people/${people.una.id}/reset-second-factor/`,
    { password },
    { ann: stale('assignments', 'employees') },
  )
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
    ['ann', 'PATCH /api/workspace/', { name: 'Globex', accent: 'iris' }],
  ]
  for (const [who, call, body] of refused) assert.ok([400, 403].includes((await as(who)(call, body)).status), call)
  assert.deepEqual(await pages.eventCounts(), before)
})

/** These change nothing that others have on their screens, or publish it by a notification or a closed socket. */
const unpublished = [
  // Only where there is no type yet; then as for a new type.
  'POST /api/leave-types/set-up/',
  // It notifies.
  'POST /api/leave/:leave_id/tell-managers/',
  // Nobody sees the document before the request.
  'POST /api/leave/uploads/',
  'POST /api/demo/',
  'POST /api/token/',
  'POST /api/token/refresh/',
  'POST /api/logout/',
  'POST /api/password/forgot/',
  'POST /api/password/change/',
  'POST /api/token/second-factor/',
  'POST /api/second-factor/app/begin/',
  'POST /api/second-factor/passkey/begin/',
  'POST /unsubscribe/:token/',
  'POST /api/set-password/address/',
  'POST /api/tenants/check-availability/',
  'POST /api/tenants/send-otp/',
  'POST /api/tenants/verify-otp/',
  'POST /api/tenants/signup/',
  'POST /api/toggle-block/:tenant_id/',
  'POST /api/workspace/delete/',
  'POST /api/stripe/create-checkout-session/',
  'POST /api/notify-pm/',
  'POST /api/my-developers/request/',
  'POST /api/subtasks/:subtask_id/request/',
  // A draft, which nobody else sees.
  'POST /api/chat-rooms/:room_id/uploads/',
  // A document is there with its last part.
  'POST /api/people/:person_id/uploads/',
]

test('every call that changes something is told, or there is a reason why not', () => {
  const decided = [...calledRoutes, ...unpublished]
  assert.equal(decided.length, changingRoutes.length)
  assert.deepEqual(new Set(decided), new Set(changingRoutes))
})
