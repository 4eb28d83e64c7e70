import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, WorkFile } from 'contract'
import {
  type Answer,
  comments,
  daysFrom,
  labels,
  okBody,
  outcome,
  people,
  projects,
  subtasks,
  tasks,
  testApp,
  today,
} from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]

const { website } = projects
const form = { project: website, title: 'Task', description: 'Long enough, surely.' }
const create = (fields: object = {}) => pam('POST /api/tasks/', { ...form, ...fields })
const tasksIn = async (id: number = website) =>
  (await query('select count(*)::int as n from tasks where project_id = $1', id))[0]?.n
const idsOf = ({ body }: Answer) => body.results.map(({ id }: { id: number }) => id)

test('a task shows its project, labels, subtasks and comments', async () => {
  const { status, body } = await pam(`GET /api/tasks/${tasks.home_page}/`)
  assert.equal(status, 200)
  const label = { id: labels.design, name: 'Design', color: '#00C4B4' }
  const subtask = {
    description: '',
    task: tasks.home_page,
    parent_task: { id: tasks.home_page, title: 'Home page' },
    status: 'todo',
    due_date: null,
    priority: 'medium',
    estimated_hours: null,
    spent_minutes: 0,
    blocked_by: [],
    version: 1,
    labels: [label],
  }
  const { created_at, subtasks: subs, comments: taskComments, files, ...rest } = body
  assert.deepEqual(
    files.map(({ name }: WorkFile) => name),
    ['sketch.png'],
  )
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, {
    id: tasks.home_page,
    key: 'WEB-1',
    title: 'Home page',
    description: 'The first page.',
    status: 'todo',
    priority: 'medium',
    due_date: null,
    project: website,
    project_name: 'Website',
    project_is_active: true,
    assigned_to: null,
    blocked_by: [],
    recurrence: null,
    spent_minutes: 0,
    next_task: null,
    version: 1,
    labels: [label],
  })
  assert.deepEqual(
    subs.map(({ created_at: _, ...sub }: { created_at: string }) => sub),
    [
      { ...subtask, id: subtasks.header, key: 'WEB-2', title: 'Header', assigned_to: null },
      { ...subtask, id: subtasks.footer, key: 'WEB-3', title: 'Footer', assigned_to: { id: people.dev.id, full_name: 'Dev' } },
    ],
  )
  assert.deepEqual(
    taskComments.map(({ created_at: _, ...comment }: { created_at: string }) => comment),
    [{ id: comments.dev, text: 'Nearly there.', author: people.dev.id, author_name: 'Dev', edited_at: null, reactions: [] }],
  )
})

test('tasks are seen by whoever sees their project', async () => {
  assert.deepEqual(idsOf(await ann('GET /api/tasks/')), [tasks.home_page, tasks.plan, tasks.gone])
  for (const request of [pam, dev]) assert.deepEqual(idsOf(await request('GET /api/tasks/')), [tasks.home_page, tasks.gone])
  assert.deepEqual(idsOf(await max('GET /api/tasks/')), [tasks.plan])
  assert.deepEqual(idsOf(await as('dana')('GET /api/tasks/')), [])
  for (const route of [
    `GET /api/tasks/?project=${website}`,
    `GET /api/projects/${website}/tasks/`,
    `GET /api/tasks/${tasks.home_page}/`,
  ]) {
    for (const request of [ann, pam, dev]) assert.equal((await request(route)).status, 200)
    for (const request of [max, as('deb'), as('dana')])
      assert.deepEqual(outcome(await request(route)), [404, { detail: 'Not found.' }], route)
  }
  for (const bad of ['x', '0', '-1', '987654', '1.5', '', '9'.repeat(40), '%00'])
    assert.deepEqual(outcome(await pam(`GET /api/tasks/?project=${bad}`)), [404, { detail: 'Not found.' }], bad)
})

test('a project’s tasks come as a plain array, the same tasks as in the list', async () => {
  const list = (await pam(`GET /api/tasks/?project=${website}`)).body.results
  assert.deepEqual((await pam(`GET /api/projects/${website}/tasks/`)).body, list)
  for (const task of list) assert.equal(JSON.stringify((await pam(`GET /api/tasks/${task.id}/`)).body), JSON.stringify(task))
})

test('a project’s tasks come a thousand at most, in the order of their ids; others are found by their titles', async () => {
  await query(
    `insert into tasks (tenant_id, project_id, title) select 1, ${projects.old}, 'Number ' || n || '%' from generate_series(1, 1100) n`,
  )
  const titles = async (query = '') =>
    ((await pam(`GET /api/projects/${projects.old}/tasks/${query}`)).body as Task[]).map(({ title }) => title)
  const all = await titles('?limit=9999')
  assert.deepEqual([all.length, all[0], all[999]], [1000, 'Gone', 'Number 999%'])
  assert.deepEqual(await titles(), all)
  assert.deepEqual(await titles('?limit=2&offset=1000'), ['Number 1000%', 'Number 1001%'])
  assert.deepEqual(await titles('?search=BER%201100%25'), ['Number 1100%'])
  assert.deepEqual(await titles('?search=_'), [])
  await query(`delete from tasks where tenant_id = 1 and title like 'Number%'`)
})

test('the list is filtered by status and priority, and comes in pages of at most 1000', async () => {
  const project = (await pam('POST /api/projects/', { name: 'Paged' })).body.id
  await query(
    `insert into tasks (tenant_id, project_id, title, status, priority)
     select 1, $1, n::text, (array['todo', 'in_progress', 'done'])[n % 3 + 1], (array['low', 'high'])[n % 2 + 1] from generate_series(1, 1200) n`,
    project,
  )
  const listTasks = (query = '') => pam(`GET /api/tasks/?project=${project}${query}`)
  const standard = await listTasks()
  assert.deepEqual([standard.body.count, standard.body.results.length], [1200, 500])
  assert.equal((await listTasks('&limit=5000')).body.results.length, 1000)
  const filtered = await listTasks('&status=todo&priority=high&limit=150')
  assert.deepEqual([filtered.body.count, filtered.body.results.length], [200, 150])
  assert.ok(
    filtered.body.results.every(
      ({ status, priority }: { status: string; priority: string }) => status === 'todo' && priority === 'high',
    ),
  )
  const rest = await pam(`GET ${filtered.body.next}`)
  assert.deepEqual([rest.body.results.length, rest.body.next], [50, null])
  assert.equal(new Set([...idsOf(filtered), ...idsOf(rest)]).size, 200)
  const last = await listTasks(`&limit=1000&after=${idsOf(await listTasks('&limit=1000')).at(-1)}`)
  assert.deepEqual([last.body.count, last.body.results.length, last.body.next], [200, 200, null])
  assert.deepEqual(idsOf(last), idsOf(await listTasks('&offset=1000')))
  assert.deepEqual(idsOf(await listTasks('&status=todo&after=0')), idsOf(await listTasks('&status=todo')))
  for (const bad of ['&status=open', '&priority=urgent', '&limit=0']) assert.equal((await listTasks(bad)).status, 400)
  await query('delete from tasks where project_id = $1', project)
})

test('a manager creates a task in their own project', async () => {
  const { status, body } = await create({ title: ' Task ', label_ids: [labels.design, labels.design], assigned_to: null })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.title, body.status, body.priority, body.due_date, body.project, body.assigned_to, body.labels.length],
    ['Task', 'todo', 'medium', null, website, null, 1],
  )
  assert.deepEqual((await pam(`GET /api/tasks/${body.id}/`)).body, body)
})

test('title and description are required, the description with ten characters', async () => {
  const short = ['Description is required and should be at least 10 characters.']
  const before = await tasksIn()
  const bad: [object, object][] = [
    [
      { title: undefined, description: undefined },
      { title: ['Title is required.'], description: short },
    ],
    [{ title: ' ' }, { title: ['Title is required.'] }],
    [{ description: ' too short ' }, { description: short }],
    [{ description: '' }, { description: short }],
    [{ project: undefined }, { project: ['Project ID is missing.'] }],
    [{ due_date: daysFrom(-1) }, { due_date: ['Due date cannot be in the past.'] }],
    [{ title: 'x'.repeat(256) }, { title: ['Ensure this field has no more than 255 characters.'] }],
  ]
  for (const [fields, errors] of bad) assert.deepEqual(outcome(await create(fields)), [400, errors])
  for (const fields of [{ status: 'open' }, { priority: 'urgent' }, { due_date: 'soon' }, { label_ids: 1 }, { label_ids: ['1'] }])
    assert.deepEqual(Object.keys((await create(fields)).body), Object.keys(fields))
  assert.equal(await tasksIn(), before)
  for (const fields of [{ due_date: today() }, { due_date: '' }, { due_date: null }, { description: 'ten chars.' }])
    assert.equal((await create(fields)).status, 201)
})

test('a missing project is missing, however it is missing', async () => {
  for (const project of [undefined, null, ''])
    assert.deepEqual(outcome(await create({ project })), [400, { project: ['Project ID is missing.'] }])
})

test('a project that is not the manager’s is no choice, whether it exists or not', async () => {
  for (const project of [projects.secret, projects.rocket, 987_654])
    assert.deepEqual(outcome(await create({ project })), [400, { project: ['Choose one of your projects.'] }])
  for (const project of ['1', 1.5, 0, -1, {}]) assert.deepEqual(Object.keys((await create({ project })).body), ['project'])
})

test('a label of another workspace, or none at all, refuses the whole task', async () => {
  const before = await tasksIn()
  for (const id of [labels.fuel, 987_654])
    assert.deepEqual(outcome(await create({ label_ids: [labels.design, id] })), [
      400,
      { label_ids: ['Choose only labels of this workspace.'] },
    ])
  assert.equal(await tasksIn(), before)
})

test('a task is assigned to a member of its project only; the complaint stands where the assignee was sent', async () => {
  const before = await tasksIn()
  for (const field of ['assigned_to', 'assigned_to_id']) {
    for (const stranger of [people.dana.id, people.max.id, people.gus.id, 987_654])
      assert.deepEqual(outcome(await create({ [field]: stranger })), [
        400,
        { [field]: ['The assignee must be a member of the project.'] },
      ])
    assert.deepEqual((await create({ [field]: people.dev.id })).body.assigned_to, { id: people.dev.id, full_name: 'Dev' })
  }
  assert.equal((await create({ assigned_to: people.dev.id, assigned_to_id: people.pam.id })).status, 400)
  assert.equal(await tasksIn(), Number(before) + 2)
})

test('a change touches only what was sent, and is counted', async () => {
  const before = (await create({ label_ids: [labels.design], due_date: daysFrom(3), assigned_to: people.dev.id })).body
  const change = async (fields: object) => (await pam(`PATCH /api/tasks/${before.id}/`, fields)).body
  assert.deepEqual(await change({}), before)
  assert.deepEqual(await change({ status: 'done' }), { ...before, version: before.version + 1, status: 'done' })
  assert.deepEqual(await change({ due_date: '', status: 'todo' }), { ...before, version: before.version + 2, due_date: null })
  assert.deepEqual(await change({ label_ids: [] }), { ...before, version: before.version + 3, due_date: null, labels: [] })
  assert.deepEqual(await change({ assigned_to_id: null }), {
    ...before,
    version: before.version + 4,
    due_date: null,
    labels: [],
    assigned_to: null,
  })
  assert.deepEqual(await change({ due_date: daysFrom(-30), description: 'short' }), {
    ...before,
    version: before.version + 5,
    due_date: daysFrom(-30),
    description: 'short',
    labels: [],
    assigned_to: null,
  })
  assert.deepEqual((await pam(`PATCH /api/tasks/${before.id}/`, { title: '' })).body, { title: ['Title is required.'] })
})

test('project, id and tenant of a task are not for writing', async () => {
  const before = (await create()).body
  const { body } = await pam(`PATCH /api/tasks/${before.id}/`, {
    project: projects.old,
    id: 1,
    tenant_id: 2,
    created_at: 'x',
    subtasks: [],
    title: 'New',
  })
  assert.deepEqual(body, { ...before, version: before.version + 1, title: 'New' })
})

test('a change with one bad part changes nothing at all', async () => {
  const before = (await create({ label_ids: [labels.design] })).body
  const bad = [
    { title: 'New', label_ids: [labels.fuel] },
    { title: 'New', label_ids: [], assigned_to: people.dana.id },
    { title: 'New', status: 'open' },
  ]
  for (const fields of bad) assert.equal((await pam(`PATCH /api/tasks/${before.id}/`, fields)).status, 400)
  assert.deepEqual((await pam(`GET /api/tasks/${before.id}/`)).body, before)
  assert.equal((await pam(`PATCH /api/tasks/${before.id}/`, { title: 'New', label_ids: [labels.design] })).status, 200)
})

test('a developer changes the status of a task that is assigned to them, and nothing else', async () => {
  const { id } = await okBody(
    pam('POST /api/tasks/', {
      ...{ project: projects.website, title: 'Write the docs', description: 'All of the pages.' },
      assigned_to: people.dev.id,
    }),
  )
  const change = (body: object) => dev(`PATCH /api/tasks/${id}/`, body)
  assert.equal((await okBody(change({ status: 'in_progress' }))).status, 'in_progress')
  const refused = 'You may only change the status of tasks assigned to you.'
  for (const body of [{}, { title: 'Mine' }, { status: 'done', title: 'Mine' }, { assigned_to_id: null }])
    assert.deepEqual(outcome(await change(body)), [403, { detail: refused }], JSON.stringify(body))
  assert.equal((await change({ status: 'finished' })).status, 400)
  assert.equal((await dev(`DELETE /api/tasks/${id}/`)).status, 403)
  assert.equal((await okBody(pam(`PATCH /api/tasks/${id}/`, { assigned_to_id: null }))).assigned_to, null)
  assert.deepEqual(outcome(await change({ status: 'done' })), [403, { detail: refused }])
})

test('only the project’s manager changes or deletes a task', async () => {
  const { id } = (await create()).body
  for (const [request, status] of [
    [dev, 403],
    [ann, 403],
    [max, 404],
    [pam, 200],
  ] as const)
    assert.equal((await request(`PATCH /api/tasks/${id}/`, { title: 'New' })).status, status)
  for (const [request, status] of [
    [dev, 403],
    [ann, 403],
    [max, 404],
    [pam, 204],
    [pam, 404],
  ] as const)
    assert.equal((await request(`DELETE /api/tasks/${id}/`)).status, status)
})

test('a deleted task takes its subtasks, comments and labels along', async () => {
  const { id } = (await create({ label_ids: [labels.design] })).body
  await pam('POST /api/subtasks/', { task: id, title: 'S' })
  await dev('POST /api/comments/', { content_type: 'task', object_id: id, text: 'C' })
  assert.equal((await pam(`DELETE /api/tasks/${id}/`)).status, 204)
  for (const table of ['subtasks', 'comments', 'task_labels'])
    assert.deepEqual(await query(`select count(*)::int as n from ${table} where task_id = $1`, id), [{ n: 0 }], table)
  assert.equal((await pam(`GET /api/tasks/${id}/`)).status, 404)
})
