// What others see of a change, without asking: told to those who may read it, and as they would read it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Endpoint, type LiveEvent } from 'contract'
import { cashier, completed } from '../billing/testing.ts'
import { type Answer, type Name, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const world = await testApp()
const { as, browser, query, socket } = world
const { website } = projects
const watchers = ['ann', 'pam', 'max', 'dev', 'dana', 'hana'] as const
type Watcher = (typeof watchers)[number]
const hands = Object.fromEntries(watchers.map((name) => [name, as(name)])) as Record<Watcher, ReturnType<typeof as>>
const { ann, pam } = hands

const pages = new Map<Watcher, Awaited<ReturnType<typeof socket>>>()
/** Everybody with a page that follows what concerns them, and the Website where they may see it. */
async function open(who: Watcher) {
  const page = await socket(who, '/ws/notifications/')
  await page.settled()
  page.send({ action: 'watch', topics: ['mine', `project ${website}`] })
  await page.frame(({ type }) => type === 'watching')
  pages.set(who, page)
}
for (const who of watchers) await open(who)

const isNews = (frame: { type?: string }) => frame.type !== undefined && !['error', 'watching'].includes(frame.type)

const byName = (one: string, other: string) => (one < other ? -1 : 1)

function described(news: LiveEvent[]) {
  const stale = new Set(news.flatMap((one) => (one.type === 'stale' ? one.reads : [])))
  const others = news.flatMap((one) => {
    if (one.type === 'stale') return []
    if (one.type === 'changed') return ['project', 'task', 'subtask', 'comment'].filter((kind) => kind in one)
    return one.type === 'removed' ? `no ${one.kind}` : one.type
  })
  return [...others.sort(byName), ...[...stale].sort(byName).map((read) => `${read}?`)].join(' ')
}

const versions = new Map<string, number>()
function mustBeNewer(what: string, version: number) {
  assert.ok(version > (versions.get(what) ?? 0), `${what} was version ${versions.get(what)} and is ${version}`)
  return [what, version] as const
}

/** What one is told is what one reads at this moment; whoever is told of a project may see it. */
async function mustBeAsRead(who: Watcher, news: LiveEvent) {
  const read = async (path: string) => {
    const { status, body } = await hands[who](`GET ${path}`)
    assert.equal(status, 200, `${who} is told of ${path}`)
    return body
  }
  if (!('project' in news || 'project_id' in news)) return undefined
  if (news.type === 'gone') {
    assert.equal((await hands[who](`GET /api/projects/${news.project_id}/`)).status, 404)
    return undefined
  }
  if ('project' in news) {
    assert.deepEqual(news.project, await read(`/api/projects/${news.project.id}/`))
    return mustBeNewer(`project ${news.project.id}`, news.project.version)
  }
  const all: { id: number; subtasks: { id: number }[]; comments: { id: number }[] }[] = await read(
    `/api/projects/${news.project_id}/tasks/`,
  )
  const within = <T extends { id: number }>(list: T[], id: number) => list.find((one) => one.id === id)
  const nested = { task: all, subtask: all.flatMap((task) => task.subtasks), comment: all.flatMap((task) => task.comments) }
  if (news.type === 'removed') {
    assert.equal(within(nested[news.kind] as { id: number }[], news.id), undefined)
    return news.kind === 'comment' ? undefined : mustBeNewer(`${news.kind} ${news.id}`, news.version)
  }
  if ('task' in news) {
    const { subtasks: _, comments: __, ...task } = await read(`/api/tasks/${news.task.id}/`)
    assert.deepEqual([news.task, news.project_id], [task, task.project])
    return mustBeNewer(`task ${task.id}`, task.version)
  }
  if ('subtask' in news) {
    assert.deepEqual(news.subtask, within(nested.subtask, news.subtask.id))
    return mustBeNewer(`subtask ${news.subtask.id}`, news.subtask.version)
  }
  if ('comment' in news) {
    const task = within(all, news.task_id)
    assert.deepEqual(news.comment, within(task?.comments ?? [], news.comment.id))
  }
  return undefined
}

type Told = Partial<Record<Watcher, string>>
const called = new Set<string>()

/** Makes a call that succeeds, and compares what everybody was told by it. */
async function tells(expected: Told, act: () => Promise<Answer>) {
  await Promise.all([...pages.values()].map((page) => page.settled()))
  const before = new Map([...pages].map(([who, page]) => [who, page.frames.length]))
  const { status, body } = await act()
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  const told: Told = {}
  const newer: (readonly [string, number])[] = []
  for (const [who, page] of pages) {
    const newsOf = () => page.frames.slice(before.get(who)).filter(isNews) as LiveEvent[]
    // What one may is looked up before one is told, where that may have changed.
    await Promise.race([page.frame(() => described(newsOf()) === (expected[who] ?? '')), sleep(2000)])
    await page.settled()
    const news = newsOf()
    if (news.length) told[who] = described(news)
    for (const one of news) newer.push(...[await mustBeAsRead(who, one)].filter((one) => one !== undefined))
  }
  for (const [what, version] of newer) versions.set(what, version)
  assert.deepEqual(told, expected)
  return body
}

const change = (who: Watcher, route: string, path: string, body?: unknown) => {
  called.add(route)
  return () => hands[who](`${route.replace(/:.*$/, '')}${path}`, body)
}
const newTask = async (title = 'Weeds') =>
  (await pam('POST /api/tasks/', { project: website, title, description: 'Long enough, surely.' })).body
const newSubtask = async (task: number, fields: object = {}) =>
  (await pam('POST /api/subtasks/', { task, title: 'Pull', ...fields })).body
const memberOf = async (project: number, person: number) =>
  Number((await query('select id::float8 from members where project_id = $1 and person_id = $2', project, person))[0]?.id)

test('a new project is told to its manager and the administrators', async () => {
  const mine = { ann: 'project', pam: 'project developers? projects? rooms? work?' }
  await tells(mine, change('pam', 'POST /api/projects/', '', { name: 'Garden' }))
  await tells(mine, change('ann', 'POST /api/projects/', '', { name: 'Park', assigned_pm: people.pam.id }))
})

const patch = 'PATCH /api/projects/:project_id/'
test('a change of a project is told to who looks at it, its members and the administrators', async () => {
  const all = { ann: 'project', pam: 'project', dev: 'project' }
  await tells(all, change('pam', patch, `${website}/`, { priority: 'high', description: 'Long enough, surely.' }))
  await tells(all, change('ann', patch, `${website}/`, { start_date: null }))
  await tells({}, change('pam', patch, `${website}/`, {}))
  await tells({}, change('pam', patch, `${website}/`, { assigned_pm: people.max.id }))
  const shown = { ann: 'project', pam: 'project rooms? work?', dev: 'project rooms? work?' }
  await tells(shown, change('pam', patch, `${website}/`, { name: 'Site' }))
  for (const status of ['completed', 'on_hold'])
    await tells({ ann: 'project', pam: 'project work?', dev: 'project work?' }, change('ann', patch, `${website}/`, { status }))
  for (const is_active of [false, true])
    await tells({ ...shown, ann: 'project assignments?' }, change('pam', patch, `${website}/`, { is_active }))
})

test('who joins a project or leaves it is told so, and the others of their number', async () => {
  const joined = { ann: 'project', pam: 'project rooms?', dev: 'project rooms?' }
  const came = { ...joined, dana: 'project developers? projects? rooms? work?' }
  const left = { ...joined, dana: 'developers? projects? rooms? work?' }
  const both = { project: website, developers: [people.dev.id, people.dana.id] }
  const join = change('pam', 'POST /api/members/bulk-assign/', '', both)
  const leave = 'DELETE /api/members/:member_id/'
  await tells(came, join)
  await tells({}, join)
  await tells(left, change('ann', leave, `${await memberOf(website, people.dana.id)}/`))
  await tells(came, join)
  const task = await newTask()
  await pam(`PATCH /api/tasks/${task.id}/`, { assigned_to: people.dana.id })
  await tells(
    { ann: 'outdated project', pam: 'outdated project rooms?', dev: 'outdated project rooms?', dana: left.dana },
    change('pam', leave, `${await memberOf(website, people.dana.id)}/`),
  )
})

test('a project that is handed over goes from one manager to the other', async () => {
  const moves = 'developers? projects? rooms? work?'
  await tells(
    { ann: 'outdated project assignments?', pam: `gone ${moves}`, max: `project ${moves}`, dev: 'outdated project rooms?' },
    change('ann', patch, `${website}/`, { assigned_pm: people.max.id }),
  )
  await tells(
    { ann: 'outdated project assignments?', pam: `project ${moves}`, max: moves, dev: 'outdated project rooms?' },
    change('ann', patch, `${website}/`, { assigned_pm: people.pam.id }),
  )
  await open('pam')
})

const looking = (what: string) => ({ ann: what, pam: what, dev: what })

test('a task is told to who has its project on the screen', async () => {
  const form = { project: website, title: 'Weeds', description: 'Long enough, surely.' }
  const { id } = await tells(looking('task'), change('pam', 'POST /api/tasks/', '', form))
  const route = 'PATCH /api/tasks/:task_id/'
  await tells(looking('task'), change('pam', route, `${id}/`, { status: 'done', assigned_to: people.dev.id, title: 'Weeds' }))
  await tells({}, change('pam', route, `${id}/`, {}))
  const [own] = [await newSubtask(id, { assigned_to: people.dev.id }), await newSubtask(id)]
  const shown = { ...looking('subtask subtask task'), dev: 'subtask subtask task work?' }
  await tells(shown, change('pam', route, `${id}/`, { title: 'Herbs' }))
  await tells(shown, change('pam', route, `${id}/`, { label_ids: [1] }))
  const counted = { ann: 'assignments?', pam: 'developers?', dev: 'work?' }
  const gone = { ann: `no task ${counted.ann}`, pam: `no task ${counted.pam}`, dev: `no task ${counted.dev}` }
  const back = { ann: `outdated task ${counted.ann}`, pam: `outdated task ${counted.pam}`, dev: `outdated task ${counted.dev}` }
  await tells(gone, change('pam', 'DELETE /api/tasks/:task_id/', `${id}/`))
  await tells(back, change('pam', 'POST /api/tasks/:task_id/restore/', `${id}/restore/`))
  const { version } = (await pam(`GET /api/tasks/${id}/`)).body.subtasks.find((one: { id: number }) => one.id === own.id)
  assert.ok(version > Number(versions.get(`subtask ${own.id}`)))
  for (let i = 0; i < 20; i++) await newSubtask(id)
  await tells({ ...looking('outdated task'), dev: 'outdated task work?' }, change('pam', route, `${id}/`, { title: 'Many' }))
})

test('a subtask is told to who has its project on the screen, and to whom it comes or from whom it goes', async () => {
  const make = 'POST /api/subtasks/'
  const route = 'PATCH /api/subtasks/:subtask_id/'
  const task = (await newTask()).id
  const { id } = await tells(looking('subtask'), change('pam', make, '', { task, title: 'Pull' }))
  await tells(looking('subtask'), change('pam', route, `${id}/`, { title: 'Push' }))
  await tells({}, change('pam', route, `${id}/`, {}))
  const counted = { ann: 'subtask assignments?', pam: 'subtask developers?', dev: 'subtask work?' }
  await tells(counted, change('pam', route, `${id}/`, { assigned_to_id: people.dev.id }))
  await tells({ ...looking('subtask'), dev: counted.dev }, change('dev', route, `${id}/`, { status: 'in_progress' }))
  await tells(counted, change('dev', route, `${id}/`, { status: 'done' }))
  await tells({ ...looking('subtask'), dev: counted.dev }, change('pam', route, `${id}/`, { assigned_to_id: null }))
  await tells(looking('subtask'), change('pam', route, `${id}/`, { status: 'todo' }))
  await tells(counted, change('pam', route, `${id}/`, { assigned_to_id: people.dev.id }))
  await pam('POST /api/members/bulk-assign/', { project: website, developers: [people.dana.id] })
  await tells({ ...counted, dana: 'work?' }, change('pam', route, `${id}/`, { assigned_to_id: people.dana.id }))
  await tells(
    { ann: 'no subtask assignments?', pam: 'no subtask developers?', dev: 'no subtask', dana: 'work?' },
    change('pam', 'DELETE /api/subtasks/:subtask_id/', `${id}/`),
  )
  await tells(
    { ...counted, dev: 'subtask', dana: 'work?' },
    change('pam', 'POST /api/subtasks/:subtask_id/restore/', `${id}/restore/`),
  )
  await tells(counted, change('pam', make, '', { task, title: 'Rake', assigned_to: people.dev.id }))
})

test('a comment is told to who has its project on the screen', async () => {
  const body = { content_type: 'task', object_id: tasks.home_page, text: 'Well.' }
  const { id } = await tells(looking('comment'), change('ann', 'POST /api/comments/', '', body))
  await tells(looking('no comment'), change('ann', 'DELETE /api/comments/:comment_id/', `${id}/`))
  await tells(looking('comment'), change('ann', 'POST /api/comments/:comment_id/restore/', `${id}/restore/`))
})

test('a label is told to those who choose labels, and one that is on tasks to all who see tasks', async () => {
  const known = { ann: 'labels?', pam: 'labels?', max: 'labels?' }
  const used = { ann: 'labels? work?', pam: 'labels? work?', max: 'labels? work?', dev: 'work?', dana: 'work?' }
  const { id } = await tells(known, change('ann', 'POST /api/labels/', '', { name: 'New' }))
  await tells(known, change('ann', 'PATCH /api/labels/:label_id/', `${id}/`, { name: 'Newer' }))
  await tells({}, change('ann', 'PATCH /api/labels/:label_id/', `${id}/`, {}))
  await pam(`PATCH /api/tasks/${tasks.home_page}/`, { label_ids: [id] })
  await tells(used, change('ann', 'PATCH /api/labels/:label_id/', `${id}/`, { name: 'Newest' }))
  await tells(used, change('ann', 'DELETE /api/labels/:label_id/', `${id}/`))
  await tells(used, change('ann', 'POST /api/labels/:label_id/restore/', `${id}/restore/`))
})

const staff = 'assignments? employees?'
const form = { job_title: 'Job', department: 'IT' }

test('people are told to the administrators, from the invitation on', async () => {
  const lin = { ...form, full_name: 'Lin', role: 'developer' }
  const { id } = await tells({ ann: staff }, change('ann', 'POST /api/employees/', '', { ...lin, email: 'lin@acme.test' }))
  const route = 'PUT /api/employees/:employee_id/'
  await tells({ ann: staff }, change('ann', route, `${id}/`, { ...lin, job_title: 'Gardener' }))
  const path = `${id}/resend-invitation/`
  await tells({ ann: staff }, change('ann', 'POST /api/employees/:employee_id/resend-invitation/', path))
  const { link } = await tells(
    { ann: staff },
    change('ann', 'POST /api/employees/:employee_id/invitation-link/', `${id}/invitation-link/`),
  )
  const [uidb64, token] = new URL(link).pathname.split('/').slice(-2)
  called.add('POST /api/set-password/')
  await tells({ ann: staff }, () => browser('acme')('POST /api/set-password/', { uidb64, token, new_password: 'Password-2' }))
})

test('a name is told to everybody, as it stands wherever somebody looks', async () => {
  const shown = 'assignments? developers? employees? projects? rooms? work?'
  const all = { ann: shown, pam: shown, max: shown, dev: shown, dana: shown, hana: shown }
  const mine = shown.replace('projects?', 'me? projects?')
  const rename = (who: Watcher, full_name: string) => change(who, 'PUT /api/profile/', '', { full_name })
  await tells({ ...all, dev: mine }, rename('dev', 'Devin'))
  await tells({}, rename('dev', 'Devin'))
  const path = `${people.hana.id}/`
  await tells(
    { ...all, hana: mine },
    change('ann', 'PUT /api/employees/:employee_id/', path, { ...form, full_name: 'Hanna', role: 'hr' }),
  )
  await rename('dev', 'Dev')()
  await tells(
    { ann: staff, pam: 'developers?', dev: 'me?' },
    change('ann', 'PUT /api/employees/:employee_id/', `${people.dev.id}/`, { ...form, full_name: 'Dev', role: 'developer' }),
  )
})

test('a developer who is reassigned leaves projects, of which the others are told', async () => {
  const reassign = (manager: number) => change('ann', 'POST /api/pm-assignments/', '', { developer: people.dana.id, manager })
  await query('delete from subtasks where assigned_to_id = $1', people.dana.id)
  await tells(
    {
      ann: 'project assignments?',
      pam: 'project developers? rooms?',
      max: 'developers?',
      dev: 'project rooms?',
      dana: 'developers? projects? rooms? work?',
    },
    reassign(people.max.id),
  )
  await tells({}, reassign(people.max.id))
  await tells({ ann: 'assignments?', pam: 'developers?', max: 'developers?' }, reassign(people.pam.id))
})

test('of who is deleted, or gets another role, all are told who were in a project or a room with them', async () => {
  const hire = async (role: string) =>
    (await ann('POST /api/employees/', { ...form, full_name: 'Temp', role, email: `${role}${Math.random()}@acme.test` })).body.id
  const shared = 'projects? rooms? work?'
  const admin = 'assignments? employees? projects? work?'
  for (const act of [
    (id: number) => change('ann', 'DELETE /api/employees/:employee_id/', `${id}/`),
    (id: number) => change('ann', 'PUT /api/employees/:employee_id/', `${id}/`, { ...form, full_name: 'Temp', role: 'hr' }),
  ]) {
    const id = await hire('developer')
    await ann('POST /api/pm-assignments/', { developer: id, manager: people.pam.id })
    await pam('POST /api/members/bulk-assign/', { project: website, developers: [id] })
    await as('hana')('POST /api/private-chat/', { participants: [people.hana.id, id] })
    await tells(
      { ann: `outdated ${admin}`, pam: `outdated developers? ${shared}`, dev: `outdated ${shared}`, hana: shared },
      act(id),
    )
    const manager = await hire('project_manager')
    await as('hana')('POST /api/private-chat/', { participants: [people.hana.id, manager] })
    await tells({ ann: admin, hana: shared }, act(manager))
  }
})

test('a private room is told to the two', async () => {
  const participants = [people.hana.id, people.dev.id]
  await tells({ dev: 'rooms?', hana: 'rooms?' }, change('hana', 'POST /api/private-chat/', '', { participants }))
})

test('a payment moves the day until which the workspace is open, which everybody’s pages may show', async () => {
  called.add('POST /api/stripe/webhook/')
  const all = Object.fromEntries(watchers.map((who) => [who, 'me?']))
  await tells(all, () => cashier(world).deliver(completed('acme')))
})

test('what is refused is told to nobody', async () => {
  await Promise.all([...pages.values()].map((page) => page.settled()))
  const before = [...pages.values()].map((page) => page.frames.filter(isNews).length)
  const refused: [Name, string, object?][] = [
    ['dev', `PATCH /api/subtasks/${subtasks.footer}/`, { title: 'X' }],
    ['pam', `PATCH /api/tasks/${tasks.home_page}/`, { title: 'X', assigned_to: people.una.id }],
    ['pam', `DELETE /api/members/${await memberOf(website, people.pam.id)}/`],
    ['pam', `PATCH /api/projects/${website}/`, { name: 'X', end_date: '2000-01-01', start_date: '2000-01-02' }],
    ['ann', `PATCH /api/projects/${website}/`, { name: 'X', assigned_pm: people.dev.id }],
    ['ann', `DELETE /api/employees/${people.pam.id}/`],
    ['ann', 'POST /api/labels/', { name: '' }],
  ]
  for (const [who, route, body] of refused) assert.ok([400, 403].includes((await as(who)(route, body)).status), route)
  await Promise.all([...pages.values()].map((page) => page.settled()))
  assert.deepEqual(
    [...pages.values()].map((page) => page.frames.filter(isNews).length),
    before,
  )
})

/** They change nothing that anybody else has before them, or tell it by a notification or a closed socket. */
const untold = [
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
  const changing = Object.values(api)
    .flatMap((domain) => Object.values(domain) as Endpoint[])
    .map(({ route }) => route)
    .filter((route) => !route.startsWith('GET '))
  assert.deepEqual([...called, ...untold].sort(byName), changing.sort(byName))
})
