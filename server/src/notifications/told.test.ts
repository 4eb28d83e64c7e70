// Who is notified of each event.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { comments, labels, members, okBody, password, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, browser, query, services } = await testApp()
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const { website } = projects

const names = new Map(Object.entries(people).map(([name, { id }]) => [id as number, name]))
/** The pages of each role. A task's page is open to everybody who sees the task. */
const pagesOf: Record<string, RegExp> = {
  tenant_admin:
    /^\/(tenant_admin(\/projects\/\d+|\/settings|\/reassign|\/employees\?add=developer&manager=\d+)?|project_manager\/tasks\/\d+|billing)$/,
  project_manager: /^\/project_manager(\/(projects|tasks)\/\d+)?$/,
  hr: /^\/people\/\d+$/,
  developer: /^\/(developer(\/projects\/\d+)?|project_manager\/tasks\/\d+)$/,
}

/** Asserts that the recipient can open the page of the notification's link. */
async function mustOpen(who: string | undefined, link: string) {
  const person = people[who as 'ann']
  if (!person) return
  assert.match(link, pagesOf[person.role] ?? /nobody/, `${who} ${link}`)
  const [, kind, id] = /(projects|tasks)\/(\d+)$/.exec(link) ?? []
  if (kind) assert.equal((await as(who as 'ann')(`GET /api/${kind}/${id}/`)).status, 200, `${who} ${link}`)
}

/** Deletes the notifications since the last call, and returns them in order, without the keys of work: those have a test of their own. */
async function takeNotifications() {
  const rows = await query('delete from notifications returning person_id::float8 as who, message, link, id')
  for (const { who, link } of rows) await mustOpen(names.get(Number(who)), String(link))
  return rows
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ who, message, link }) => [names.get(Number(who)) ?? who, String(message).replace(/\b[A-Z]+-\d+ “/g, '“'), link])
}
const refusedWith = async (expected: number, answer: Promise<{ status: number }>) => {
  assert.equal((await answer).status, expected)
  assert.deepEqual(await takeNotifications(), [])
}
const reassign = (developer: number, manager: number | null) => ann('POST /api/pm-assignments/', { developer, manager })
const newProject = async () => (await okBody(pam('POST /api/projects/', { name: 'Garden' }))).id
const newTask = async (project: number = website) =>
  (await okBody(pam('POST /api/tasks/', { project, title: 'Weeds', description: 'Long enough, surely.' }))).id
const newSubtask = async (task: number, fields: object = {}) =>
  (await okBody(pam('POST /api/subtasks/', { task, title: 'Pull', ...fields }))).id
const subtask = (id: number, request = pam) => ({
  change: (fields: object) => request(`PATCH /api/subtasks/${id}/`, fields),
  remove: () => request(`DELETE /api/subtasks/${id}/`),
  restore: () => request(`POST /api/subtasks/${id}/restore/`),
})

beforeEach(() => query('delete from notifications'))

test('a developer comes to a manager and goes from another: both are told, and the developer of the projects left', async () => {
  const una = people.una.id
  await okBody(reassign(una, people.max.id))
  assert.deepEqual(await takeNotifications(), [['max', 'Una has been assigned to you.', '/project_manager']])
  await okBody(max('POST /api/members/bulk-assign/', { project: projects.secret, developers: [una] }))
  await takeNotifications()
  await okBody(reassign(una, people.pam.id))
  assert.deepEqual(await takeNotifications(), [
    ['una', 'Ann removed you from the project “Secret”.', '/developer'],
    ['max', 'Una is no longer assigned to you.', '/project_manager'],
    ['pam', 'Una has been assigned to you.', '/project_manager'],
  ])
  await okBody(reassign(una, people.pam.id))
  assert.deepEqual(await takeNotifications(), [])
  await okBody(reassign(una, null))
  assert.deepEqual(await takeNotifications(), [['pam', 'Una is no longer assigned to you.', '/project_manager']])
})

test('a move that is refused tells nobody', () => refusedWith(400, reassign(people.dev.id, people.max.id)))

test('a manager is told when their developer is deleted or gets another role', async () => {
  const form = { full_name: 'Temp', job_title: 'Job', department: 'IT' }
  for (const change of [
    (id: number) => ann(`DELETE /api/employees/${id}/`),
    (id: number) => ann(`PUT /api/employees/${id}/`, { ...form, role: 'project_manager' }),
  ]) {
    const { id } = await okBody(ann('POST /api/employees/', { ...form, role: 'developer', email: 'temp@acme.test' }))
    await okBody(reassign(id, people.pam.id))
    await takeNotifications()
    await okBody(change(id))
    assert.deepEqual(await takeNotifications(), [['pam', 'Temp is no longer assigned to you.', '/project_manager']])
  }
})

test('a developer is told of their membership, once', async () => {
  const [dana, others] = [people.dana.id, { project: website, developers: [people.dev.id, people.dana.id] }]
  await okBody(pam('POST /api/members/bulk-assign/', others))
  assert.deepEqual(await takeNotifications(), [['dana', 'Pam added you to the project “Website”.', '/developer']])
  await okBody(pam('POST /api/members/bulk-assign/', others))
  assert.deepEqual(await takeNotifications(), [])
  await refusedWith(400, pam('POST /api/members/bulk-assign/', { project: website, developers: [dana, people.deb.id] }))
  for (const [request, by] of [
    [pam, 'Pam'],
    [ann, 'Ann'],
  ] as const) {
    const [row] = await query('select id::float8 from members where project_id = $1 and person_id = $2', website, dana)
    await okBody(request(`DELETE /api/members/${row?.id}/`))
    assert.deepEqual(await takeNotifications(), [['dana', `${by} removed you from the project “Website”.`, '/developer']])
    await okBody(pam('POST /api/members/bulk-assign/', others))
    await takeNotifications()
  }
  await refusedWith(400, pam(`DELETE /api/members/${members.dev}/`))
})

test('a developer is told when a subtask comes to them or goes, the former and the new one', async () => {
  const task = await newTask()
  const [d, n] = [people.dev.id, people.dana.id]
  const assigned = (who: string, what = 'the subtask “Pull”') => [who, `Pam assigned you ${what} in “Website”.`, '/developer']
  const unassigned = (who: string, what = 'the subtask “Pull”') => [who, `Pam took ${what} in “Website” from you.`, '/developer']
  const id = await newSubtask(task, { assigned_to: d })
  assert.deepEqual(await takeNotifications(), [assigned('dev')])
  await okBody(subtask(id).change({ assigned_to_id: n }))
  assert.deepEqual(await takeNotifications(), [unassigned('dev'), assigned('dana')])
  await okBody(subtask(id).change({ assigned_to_id: n, title: 'Push' }))
  await okBody(subtask(id).change({ title: 'Pull', status: 'in_progress' }))
  assert.deepEqual(await takeNotifications(), [])
  await okBody(subtask(id).change({ assigned_to_id: people.pam.id }))
  assert.deepEqual(await takeNotifications(), [unassigned('dana')])
  await okBody(subtask(id).change({ assigned_to_id: d }))
  await okBody(subtask(id).change({ assigned_to_id: null }))
  assert.deepEqual(await takeNotifications(), [assigned('dev'), unassigned('dev')])
  await refusedWith(400, subtask(id).change({ assigned_to_id: people.una.id }))

  await okBody(subtask(id).change({ assigned_to_id: d }))
  await takeNotifications()
  await okBody(subtask(id).remove())
  await okBody(subtask(id).restore())
  assert.deepEqual(await takeNotifications(), [unassigned('dev'), assigned('dev')])
  await newSubtask(task, { assigned_to: d, title: 'Rake' })
  await newSubtask(task, { assigned_to: n, title: 'Dig' })
  await newSubtask(task, { assigned_to: n, title: 'Was done', status: 'done' })
  await takeNotifications()
  await okBody(pam(`DELETE /api/tasks/${task}/`))
  const bothOfDev = 'the subtasks “Pull” and “Rake”'
  assert.deepEqual((await takeNotifications()).sort(), [unassigned('dana', 'the subtask “Dig”'), unassigned('dev', bothOfDev)])
  await okBody(pam(`POST /api/tasks/${task}/restore/`))
  assert.deepEqual((await takeNotifications()).sort(), [assigned('dana', 'the subtask “Dig”'), assigned('dev', bothOfDev)])
})

test('a task is work as a subtask is: its assignees are told when it comes and goes, and the manager of its status', async () => {
  const task = { project: website, title: 'Write the docs', description: 'All of the pages.' }
  const { id } = await okBody(pam('POST /api/tasks/', { ...task, assigned_to: people.dev.id }))
  const gets = ['dev', 'Pam assigned you the task “Write the docs” in “Website”.', '/developer']
  const loses = ['dev', 'Pam took the task “Write the docs” in “Website” from you.', '/developer']
  assert.deepEqual(await takeNotifications(), [gets])
  await dev(`PATCH /api/tasks/${id}/`, { status: 'in_progress' })
  assert.deepEqual(await takeNotifications(), [
    ['pam', 'Dev set “Write the docs” to In Progress.', `/project_manager/tasks/${id}`],
  ])
  await pam(`PATCH /api/tasks/${id}/`, { title: 'Write the docs', priority: 'high' })
  assert.deepEqual(await takeNotifications(), [])
  await pam(`PATCH /api/tasks/${id}/`, { assigned_to_id: null })
  assert.deepEqual(await takeNotifications(), [loses])
  await pam(`PATCH /api/tasks/${id}/`, { assigned_to_id: people.dev.id })
  await okBody(pam('POST /api/subtasks/', { task: id, title: 'The index', assigned_to: people.dev.id }))
  await pam('POST /api/comments/', { content_type: 'task', object_id: id, text: 'How is it going?' })
  assert.equal((await takeNotifications()).length, 3)
  await pam(`DELETE /api/tasks/${id}/`)
  const both = 'the task “Write the docs” and the subtask “The index”'
  assert.deepEqual(await takeNotifications(), [['dev', `Pam took ${both} in “Website” from you.`, '/developer']])
  await pam(`POST /api/tasks/${id}/restore/`)
  assert.deepEqual(await takeNotifications(), [['dev', `Pam assigned you ${both} in “Website”.`, '/developer']])
})

test('what is done and changes hands concerns nobody any more', async () => {
  const id = await newSubtask(await newTask(), { assigned_to: people.dev.id, status: 'done' })
  await okBody(subtask(id).change({ assigned_to_id: null }))
  await okBody(subtask(id).remove())
  assert.deepEqual(await takeNotifications(), [])
})

test('the project manager is told when a developer changes the status of their subtask', async () => {
  const { footer } = subtasks
  const link = `/project_manager/tasks/${tasks.home_page}`
  for (const [status, name] of [
    ['in_progress', 'In Progress'],
    ['done', 'Done'],
    ['todo', 'To Do'],
  ]) {
    await okBody(subtask(footer, dev).change({ status }))
    assert.deepEqual(await takeNotifications(), [['pam', `Dev set “Footer” to ${name}.`, link]])
  }
  await okBody(subtask(footer, dev).change({ status: 'todo' }))
  await okBody(subtask(footer).change({ status: 'done' }))
  await okBody(subtask(footer).change({ status: 'todo' }))
  assert.deepEqual(await takeNotifications(), [])
  await refusedWith(403, subtask(footer, dev).change({ status: 'done', title: 'X' }))
  await refusedWith(400, subtask(subtasks.fax, dev).change({ status: 'done' }))
})

test('the project manager and the developers with subtasks in a task are told of a comment, its author is not', async () => {
  const task = await newTask()
  await newSubtask(task, { assigned_to: people.dev.id })
  await newSubtask(task, { assigned_to: people.dev.id })
  await newSubtask(task, { assigned_to: people.pam.id })
  await newSubtask(task)
  await takeNotifications()
  const comment = (request: typeof ann, object_id = task) =>
    request('POST /api/comments/', { content_type: 'task', object_id, text: 'Well.' })
  const [to, by] = [(who: string, by: string) => [who, `${by} commented on “Weeds”.`, `/project_manager/tasks/${task}`], comment]
  await okBody(by(ann))
  assert.deepEqual((await takeNotifications()).sort(), [to('dev', 'Ann'), to('pam', 'Ann')])
  await okBody(by(pam))
  assert.deepEqual(await takeNotifications(), [to('dev', 'Pam')])
  const { id } = await okBody(by(dev))
  assert.deepEqual(await takeNotifications(), [to('pam', 'Dev')])
  await okBody(dev(`DELETE /api/comments/${id}/`))
  await okBody(dev(`POST /api/comments/${id}/restore/`))
  assert.deepEqual(await takeNotifications(), [])
  await refusedWith(400, comment(max))
  await refusedWith(403, pam(`DELETE /api/comments/${comments.dev}/`))
})

test('who has left a project is told of no comment in it, though their done subtasks stay', async () => {
  await query(`delete from subtasks where assigned_to_id = $1`, people.dana.id)
  const task = await newTask()
  await newSubtask(task, { assigned_to: people.dana.id, status: 'done' })
  const [row] = await query('select id::float8 from members where project_id = $1 and person_id = $2', website, people.dana.id)
  await okBody(pam(`DELETE /api/members/${row?.id}/`))
  await takeNotifications()
  await okBody(ann('POST /api/comments/', { content_type: 'task', object_id: task, text: 'Well.' }))
  assert.deepEqual(
    (await takeNotifications()).map(([who]) => who),
    ['pam'],
  )
})

test('the administrators are told when a manager creates or completes a project, and not when they do so themselves', async () => {
  const [another] = await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at) values (1, 'abby@acme.test', 'Abby', 'tenant_admin', now()) returning id::float8`,
  )
  const [gone] = await query(
    `insert into people (tenant_id, email, full_name, role, accepted_at, is_active) values (1, 'abel@acme.test', 'Abel', 'tenant_admin', now(), false) returning id::float8`,
  )
  names.set(Number(another?.id), 'abby').set(Number(gone?.id), 'abel')
  const id = await newProject()
  const link = `/tenant_admin/projects/${id}`
  const both = (message: string) => ['ann', 'abby'].map((who) => [who, message, link])
  assert.deepEqual(await takeNotifications(), both('Pam created the project “Garden”.'))
  const change = (request: typeof ann, fields: object) => request(`PATCH /api/projects/${id}/`, fields)
  await okBody(change(pam, { status: 'completed', name: 'Park' }))
  assert.deepEqual(await takeNotifications(), both('Pam completed the project “Park”.'))
  await okBody(change(pam, { status: 'completed' }))
  await okBody(change(pam, { status: 'in_progress' }))
  await okBody(change(ann, { status: 'completed' }))
  assert.deepEqual(await takeNotifications(), [])
  await refusedWith(400, pam('POST /api/projects/', { name: '' }))
  await okBody(change(pam, { status: 'in_progress' }))
  await refusedWith(400, change(pam, { status: 'completed', end_date: '2000-01-01', start_date: '2000-01-02' }))
  await query('update people set is_active = false where id = $1', another?.id)
})

test('a manager is told of a project that the admin gives to them or takes from them', async () => {
  const { id } = await okBody(ann('POST /api/projects/', { name: 'By Ann', assigned_pm: people.pam.id }))
  const expected = (who: string, name: string) => [
    who,
    `Ann made you the project manager of “${name}”.`,
    `/project_manager/projects/${id}`,
  ]
  assert.deepEqual(await takeNotifications(), [expected('pam', 'By Ann')])
  const change = (fields: object) => okBody(ann(`PATCH /api/projects/${id}/`, fields))
  await change({ assigned_pm: people.pam.id })
  await change({ name: 'Ours' })
  assert.deepEqual(await takeNotifications(), [])
  await change({ assigned_pm: people.max.id, name: 'Yours' })
  assert.deepEqual(await takeNotifications(), [
    expected('max', 'Yours'),
    ['pam', 'Ann made Max the project manager of “Yours” in your place.', '/project_manager'],
  ])
  await refusedWith(400, ann(`PATCH /api/projects/${id}/`, { assigned_pm: people.dev.id }))
})

test('the administrators are told once that an invitation was accepted, by the link or by the first log-in', async () => {
  const form = { job_title: 'Job', department: 'IT', role: 'developer' }
  const link = async (id: number) => {
    const [row] = await query('select key from password_links where person_id = $1 and ended_at is null', id)
    return {
      uidb64: Buffer.from(String(id)).toString('base64url'),
      token: services.tokens.sign('link', 1, String(row?.key)),
      new_password: password,
    }
  }
  const byLink = await okBody(ann('POST /api/employees/', { ...form, full_name: 'Lin', email: 'lin@acme.test' }))
  const byLogin = await okBody(ann('POST /api/employees/', { ...form, full_name: 'Lou', email: 'lou@acme.test', password }))
  assert.deepEqual(await takeNotifications(), [])
  await refusedWith(400, browser('acme')('POST /api/set-password/', { ...(await link(byLink.id)), new_password: 'weak' }))
  await okBody(browser('acme')('POST /api/set-password/', await link(byLink.id)))
  assert.deepEqual(await takeNotifications(), [['ann', 'Lin accepted the invitation.', '/tenant_admin']])
  const logIn = (email: string, secret = password) => browser('acme')('POST /api/token/', { email, password: secret })
  await refusedWith(401, logIn('lou@acme.test', 'Wrong-1'))
  await Promise.all([1, 2, 3].map(() => okBody(logIn('lou@acme.test'))))
  assert.deepEqual(await takeNotifications(), [['ann', 'Lou accepted the invitation.', '/tenant_admin']])
  await okBody(browser('acme')('POST /api/set-password/', await link(byLogin.id)))
  await okBody(logIn('lin@acme.test'))
  await okBody(logIn('dev@acme.test'))
  assert.deepEqual(await takeNotifications(), [])
})

test('what nobody needs to know tells nobody', async () => {
  const task = await newTask()
  await okBody(pam(`PATCH /api/tasks/${task}/`, { title: 'Herbs', status: 'done', assigned_to: people.dev.id }))
  await okBody(pam(`DELETE /api/tasks/${task}/`))
  await okBody(ann('POST /api/labels/', { name: 'New' }))
  await okBody(ann(`DELETE /api/labels/${labels.design}/`))
  await okBody(ann(`PATCH /api/projects/${website}/`, { priority: 'high' }))
  await okBody(dev('PUT /api/profile/', { full_name: 'Dev' }))
  assert.deepEqual(await takeNotifications(), [])
})
