import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFrom, outcome, people, projects, subtasks, tasks, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, max, dev, dana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana')]

const { home_page } = tasks
const { footer, header, plot, fax } = subtasks
const create = (fields: object = {}) => pam('POST /api/subtasks/', { title: 'Subtask', task: home_page, ...fields })
const change = (id: number, fields: object, request = pam) => request(`PATCH /api/subtasks/${id}/`, fields)
const countSubtasks = async () => (await query('select count(*)::int as n from subtasks'))[0]?.n

test('a manager creates a subtask with a title and a parent; the rest has its usual values', async () => {
  const { status, body } = await create({ title: ' Subtask ' })
  assert.equal(status, 201)
  const { id, key, created_at, version, ...rest } = body
  assert.ok(id && created_at && version)
  assert.match(key, /^WEB-\d+$/)
  assert.deepEqual(rest, {
    title: 'Subtask',
    description: '',
    task: home_page,
    parent_task: { id: home_page, title: 'Home page' },
    assigned_to: null,
    status: 'todo',
    due_date: null,
    priority: 'medium',
    estimated_hours: null,
    spent_minutes: 0,
    blocked_by: [],
    labels: [{ id: 1, name: 'Design', color: '#00C4B4' }],
  })
  const task = (await pam(`GET /api/tasks/${home_page}/`)).body
  assert.deepEqual(task.subtasks.at(-1), body)
})

test('title and parent are required; a parent that is not the manager’s is no choice, whether it exists or not', async () => {
  const before = await countSubtasks()
  const needed = ['This field is required']
  assert.deepEqual(outcome(await pam('POST /api/subtasks/', {})), [400, { title: ['Title is required.'], task: needed }])
  for (const task of [null, '']) assert.deepEqual(outcome(await create({ task })), [400, { task: needed }])
  for (const task of ['1', 1.5, 0, {}]) assert.deepEqual(Object.keys((await create({ task })).body), ['task'])
  for (const task of [tasks.plan, tasks.engine, 987_654])
    assert.deepEqual(outcome(await create({ task })), [400, { task: ['Choose one of your tasks.'] }])
  assert.equal(await countSubtasks(), before)
})

test('a new subtask is due today at the earliest; a later change may set any date', async () => {
  assert.deepEqual(outcome(await create({ due_date: daysFrom(-1) })), [400, { due_date: ['Due date cannot be in the past.'] }])
  const { body } = await create({ due_date: today() })
  assert.equal(body.due_date, today())
  assert.equal((await change(body.id, { due_date: daysFrom(-1) })).body.due_date, daysFrom(-1))
  assert.equal((await change(body.id, { due_date: '' })).body.due_date, null)
})

test('estimated hours are a number of tenths from 0, or none', async () => {
  const words = ['Estimated hours must be a number of at least 0, in steps of 0.1.']
  for (const hours of [-0.1, 0.05, '2', true, [1]])
    assert.deepEqual(outcome(await create({ estimated_hours: hours })), [400, { estimated_hours: words }])
  assert.equal((await create({ estimated_hours: 1e300 })).status, 400)
  for (const [hours, stored] of [
    [0, 0],
    [0.1, 0.1],
    [7.3, 7.3],
    [99_999, 99_999],
    [null, null],
    ['', null],
  ] as const)
    assert.equal((await create({ estimated_hours: hours })).body.estimated_hours, stored)
})

test('a subtask’s description has no minimum', async () => {
  assert.equal((await create({ description: 'x' })).body.description, 'x')
  assert.equal((await create({ description: null })).body.description, '')
  assert.equal((await create({ description: 'x'.repeat(10_001) })).status, 400)
})

test('a subtask is assigned to members only, under either name of the field', async () => {
  const before = await countSubtasks()
  const refused = (field: string) => [400, { [field]: ['The assignee must be a member of the project.'] }]
  for (const field of ['assigned_to', 'assigned_to_id'])
    for (const stranger of [people.dana.id, people.ann.id, people.gus.id, 987_654]) {
      assert.deepEqual(outcome(await create({ [field]: stranger })), refused(field))
      assert.deepEqual(outcome(await change(header, { [field]: stranger, title: 'New' })), refused(field))
    }
  assert.equal(await countSubtasks(), before)
  assert.deepEqual(await query('select title, assigned_to_id from subtasks where id = $1', header), [
    { title: 'Header', assigned_to_id: null },
  ])
  for (const field of ['assigned_to', 'assigned_to_id']) {
    assert.deepEqual((await create({ [field]: people.dev.id })).body.assigned_to, { id: people.dev.id, full_name: 'Dev' })
    assert.deepEqual((await change(header, { [field]: people.dev.id })).body.assigned_to, { id: people.dev.id, full_name: 'Dev' })
    assert.equal((await change(header, { [field]: null })).body.assigned_to, null)
  }
  assert.equal((await create({ assigned_to: people.dev.id, assigned_to_id: people.dev.id })).status, 201)
  assert.deepEqual(Object.keys((await create({ assigned_to: people.dev.id, assigned_to_id: null })).body), ['assigned_to_id'])
})

test('a change touches only what was sent, and is counted; parent, id and tenant are not for writing', async () => {
  const before = (await create({ assigned_to: people.dev.id, due_date: daysFrom(2), estimated_hours: 2.5 })).body
  assert.deepEqual((await change(before.id, {})).body, before)
  assert.deepEqual((await change(before.id, { status: 'in_progress' })).body, {
    ...before,
    version: before.version + 1,
    status: 'in_progress',
  })
  const moved = await change(before.id, { task: tasks.gone, id: 1, tenant_id: 2, created_at: 'x', status: 'todo' })
  assert.deepEqual(outcome(moved), [200, { ...before, version: before.version + 2 }])
  for (const fields of [{ title: '' }, { status: 'open' }, { priority: 9 }, { due_date: 'soon' }, { estimated_hours: -1 }])
    assert.deepEqual(Object.keys((await change(before.id, fields)).body), Object.keys(fields))
})

const notYours = [403, { detail: 'You may only change the status of subtasks assigned to you.' }]

test('a developer changes the status of their own subtasks, and nothing else', async () => {
  for (const status of ['in_progress', 'done', 'todo']) {
    const answer = await change(footer, { status }, dev)
    assert.deepEqual([answer.status, answer.body.status], [200, status])
  }
  const changes = [
    {},
    { title: 'Mine' },
    { status: 'done', title: 'Mine' },
    { status: 'done', assigned_to_id: people.dev.id },
    { status: 'done', due_date: null },
    { status: 'done', task: tasks.plan },
    { status: 'done', anything: 1 },
    { assigned_to: null },
  ]
  for (const fields of changes) assert.deepEqual(outcome(await change(footer, fields, dev)), notYours)
  assert.deepEqual(await query('select title, status, assigned_to_id::float8 from subtasks where id = $1', footer), [
    { title: 'Footer', status: 'todo', assigned_to_id: people.dev.id },
  ])
  assert.deepEqual(outcome(await change(footer, { status: 'finished' }, dev)), [
    400,
    { status: ['Choose one of: todo, in_progress, done.'] },
  ])
})

test('a colleague’s or nobody’s subtask is not a developer’s to change, a project’s that is not theirs not even to see', async () => {
  assert.deepEqual(outcome(await change(header, { status: 'done' }, dev)), notYours)
  await change(header, { assigned_to_id: people.pam.id })
  assert.deepEqual(outcome(await change(header, { status: 'done' }, dev)), notYours)
  await change(header, { assigned_to_id: people.dev.id })
  assert.equal((await change(header, { status: 'done' }, dev)).status, 200)
  await change(header, { assigned_to_id: null, status: 'todo' })
  for (const [id, request] of [
    [plot, dev],
    [footer, dana],
    [footer, as('deb')],
  ] as const)
    assert.deepEqual(outcome(await change(id, { status: 'done' }, request)), [404, { detail: 'Not found.' }])
  assert.equal((await change(plot, { status: 'done' }, as('deb'))).status, 200)
})

test('a developer’s status waits while the project is inactive', async () => {
  assert.deepEqual(outcome(await change(fax, { status: 'done' }, dev)), [400, { detail: 'Project is inactive.' }])
  await pam(`PATCH /api/projects/${projects.old}/`, { is_active: true })
  assert.equal((await change(fax, { status: 'done' }, dev)).status, 200)
  await pam(`PATCH /api/projects/${projects.old}/`, { is_active: false })
})

test('only the project’s manager deletes a subtask', async () => {
  const { id } = (await create({ assigned_to: people.dev.id })).body
  for (const [request, status] of [
    [dev, 403],
    [ann, 403],
    [max, 404],
    [pam, 204],
    [pam, 404],
  ] as const)
    assert.equal((await request(`DELETE /api/subtasks/${id}/`)).status, status)
})

test('a subtask taken from a developer at the moment of their change is changed before or not at all', async () => {
  for (let round = 0; round < 25; round++) {
    const { id } = (await create({ assigned_to: people.dev.id })).body
    const [changed, taken] = await Promise.all([
      change(id, { status: 'in_progress' }, dev),
      change(id, { assigned_to_id: null, status: 'todo' }),
    ])
    assert.equal(taken.status, 200)
    assert.ok([200, 403].includes(changed.status))
    assert.deepEqual(await query('select status, assigned_to_id from subtasks where id = $1', id), [
      { status: 'todo', assigned_to_id: null },
    ])
  }
})

test('twenty changes of one subtask at once all succeed', async () => {
  const { id } = (await create()).body
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => change(id, { title: `Title ${i}` })))
  assert.deepEqual(Object.keys(Object.groupBy(answers, ({ status }) => status)), ['200'])
})
