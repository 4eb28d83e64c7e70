import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, daysFrom, members, outcome, people, projects, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]

const idsOf = ({ body }: Answer) => body.results.map(({ id }: { id: number }) => id)
const create = async (fields: object = {}) => (await pam('POST /api/projects/', { name: 'Temp', ...fields })).body

test('the admin sees all projects, a manager those they run, a developer those they are a member of', async () => {
  const { website, secret, old } = projects
  assert.deepEqual(idsOf(await ann('GET /api/projects/')), [secret, website, old])
  assert.deepEqual(idsOf(await pam('GET /api/projects/')), [website, old])
  assert.deepEqual(idsOf(await max('GET /api/projects/')), [secret])
  assert.deepEqual(idsOf(await dev('GET /api/projects/')), [website, old])
  assert.deepEqual(idsOf(await as('dana')('GET /api/projects/')), [])
  for (const [request, status] of [
    [ann, 200],
    [pam, 200],
    [dev, 200],
    [max, 404],
    [as('dana'), 404],
  ] as const)
    assert.equal((await request(`GET /api/projects/${website}/`)).status, status)
})

test('a project shows its members, the manager first, one row a person', async () => {
  const { status, body } = await pam(`GET /api/projects/${projects.website}/`)
  const { created_at, ...project } = body
  assert.equal(status, 200)
  assert.match(created_at, /Z$/)
  assert.deepEqual(project, {
    id: projects.website,
    key: 'WEB',
    name: 'Website',
    description: 'The website of Acme.',
    start_date: null,
    end_date: null,
    priority: 'medium',
    status: 'planning',
    is_active: true,
    assigned_pm: people.pam.id,
    has_manager: true,
    version: 1,
    members: [
      { id: members.pam, role: 'project_manager', employee: { id: people.pam.id, full_name: 'Pam', email: 'pam@acme.test' } },
      { id: members.dev, role: 'developer', employee: { id: people.dev.id, full_name: 'Dev', email: 'dev@acme.test' } },
    ],
  })
})

test('the list comes in pages', async () => {
  const first = await ann('GET /api/projects/?limit=2')
  assert.deepEqual([first.body.count, first.body.next, first.body.previous], [3, '/api/projects/?limit=2&offset=2', null])
  const second = await ann(`GET ${first.body.next}`)
  assert.deepEqual(
    [idsOf(second), second.body.next, second.body.previous],
    [[projects.old], null, '/api/projects/?limit=2&offset=0'],
  )
})

test('a manager creates a project for themselves, whoever they name', async () => {
  for (const assigned_pm of [undefined, null, people.max.id]) {
    const { status, body } = await pam('POST /api/projects/', { name: '  Mine  ', assigned_pm })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.name, body.assigned_pm, body.status, body.priority, body.is_active],
      ['Mine', people.pam.id, 'planning', 'medium', true],
    )
    assert.deepEqual(
      body.members.map(({ role, employee }: { role: string; employee: { id: number } }) => [role, employee.id]),
      [['project_manager', people.pam.id]],
    )
  }
})

test('the admin creates a project for a project manager of the workspace, and must choose one', async () => {
  const create = (assigned_pm?: unknown) => ann('POST /api/projects/', { name: 'Chosen', assigned_pm })
  assert.equal((await create(people.max.id)).body.assigned_pm, people.max.id)
  for (const none of [undefined, null])
    assert.deepEqual(outcome(await create(none)), [400, { assigned_pm: ['Project manager is required.'] }])
  for (const id of [people.dev.id, people.ann.id, people.hana.id, people.gil.id, 987_654])
    assert.deepEqual(outcome(await create(id)), [400, { assigned_pm: ['Choose a project manager of this workspace.'] }])
  for (const bad of [0, -1, 1.5, '3', true]) assert.deepEqual(Object.keys((await create(bad)).body), ['assigned_pm'])
})

test('a project’s name is required; a description is empty or has ten characters', async () => {
  const bad: [object, object][] = [
    [{ name: undefined }, { name: ['Project name is required.'] }],
    [{ name: '  ' }, { name: ['Project name is required.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ description: '  too short ' }, { description: ['Description must be at least 10 characters.'] }],
    [{ description: 'x'.repeat(10_001) }, { description: ['Ensure this field has no more than 10000 characters.'] }],
  ]
  for (const [fields, errors] of bad)
    assert.deepEqual(outcome(await pam('POST /api/projects/', { name: 'X', ...fields })), [400, errors])
  for (const fields of [{ name: 'x'.repeat(255) }, { description: '' }, { description: null }, { description: 'ten chars.' }])
    assert.equal((await pam('POST /api/projects/', { name: 'X', ...fields })).status, 201)
})

test('a new project starts today at the earliest, and ends no sooner than it starts', async () => {
  const [yesterday, tomorrow] = [daysFrom(-1), daysFrom(1)]
  const bad: [object, object][] = [
    [{ start_date: yesterday }, { start_date: ['Start date cannot be in the past.'] }],
    [{ start_date: tomorrow, end_date: today() }, { end_date: ['End date cannot be before start date.'] }],
    [
      { start_date: yesterday, end_date: daysFrom(-2) },
      { start_date: ['Start date cannot be in the past.'], end_date: ['End date cannot be before start date.'] },
    ],
    [{ start_date: '2030-02-30' }, { start_date: ['Use the date format YYYY-MM-DD.'] }],
    [{ end_date: '01.02.2030' }, { end_date: ['Use the date format YYYY-MM-DD.'] }],
  ]
  for (const [dates, errors] of bad)
    assert.deepEqual(outcome(await pam('POST /api/projects/', { name: 'X', ...dates })), [400, errors])
  const good = [
    { start_date: today(), end_date: today() },
    { start_date: null, end_date: yesterday },
    { start_date: '', end_date: '' },
  ]
  for (const dates of good) assert.equal((await pam('POST /api/projects/', { name: 'X', ...dates })).status, 201)
})

test('today is today in the workspace’s time zone', async () => {
  const dateIn = (zone: string) => new Date().toLocaleDateString('sv', { timeZone: zone })
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await query(`update tenants set timezone = $1 where subdomain = 'acme'`, zone)
    const dayBefore = new Date(Date.parse(dateIn(zone)) - 86_400_000).toISOString().slice(0, 10)
    assert.equal((await pam('POST /api/projects/', { name: 'X', start_date: dateIn(zone) })).status, 201, zone)
    assert.equal((await pam('POST /api/projects/', { name: 'X', start_date: dayBefore })).status, 400, zone)
  }
  await query(`update tenants set timezone = 'UTC' where subdomain = 'acme'`)
})

test('a change touches only what was sent, and is counted', async () => {
  const before = await create({
    description: 'A long description.',
    start_date: daysFrom(1),
    end_date: daysFrom(9),
    priority: 'high',
  })
  const change = async (fields: object) => (await pam(`PATCH /api/projects/${before.id}/`, fields)).body
  assert.deepEqual(await change({}), before)
  assert.deepEqual(await change({ status: 'in_progress' }), { ...before, version: before.version + 1, status: 'in_progress' })
  assert.deepEqual(await change({ end_date: null, description: '' }), {
    ...before,
    version: before.version + 2,
    status: 'in_progress',
    end_date: null,
    description: '',
  })
  assert.deepEqual(await change({ id: 1, tenant_id: 2, created_at: '2020-01-01', members: [] }), await change({}))
  for (const fields of [{ name: '' }, { status: 'done' }, { priority: 'urgent' }, { is_active: 'yes' }, { is_active: null }])
    assert.equal((await pam(`PATCH /api/projects/${before.id}/`, fields)).status, 400)
})

test('a start date in the past is accepted while it is unchanged', async () => {
  const { id } = await create()
  await query(`update projects set start_date = current_date - 5 where id = $1`, id)
  const change = (fields: object) => pam(`PATCH /api/projects/${id}/`, fields)
  assert.equal((await change({ start_date: daysFrom(-5), name: 'Same start' })).status, 200)
  assert.deepEqual(outcome(await change({ start_date: daysFrom(-4) })), [
    400,
    { start_date: ['Start date cannot be in the past.'] },
  ])
  assert.deepEqual(outcome(await change({ end_date: daysFrom(-6) })), [
    400,
    { end_date: ['End date cannot be before start date.'] },
  ])
  assert.equal((await change({ end_date: daysFrom(-5) })).status, 200)
  assert.deepEqual(outcome(await change({ start_date: today() })), [400, { end_date: ['End date cannot be before start date.'] }])
  assert.equal((await change({ start_date: today(), end_date: null })).status, 200)
})

test('only the admin hands a project over; the former manager is no member any more', async () => {
  const { id } = await create()
  await pam('POST /api/members/bulk-assign/', { project: id, developers: [people.dev.id] })
  assert.equal(
    (await pam(`PATCH /api/projects/${id}/`, { assigned_pm: people.max.id, name: 'Kept' })).body.assigned_pm,
    people.pam.id,
  )
  for (const assigned_pm of [people.dev.id, people.gil.id, null])
    assert.equal((await ann(`PATCH /api/projects/${id}/`, { assigned_pm })).status, 400)
  const { body } = await ann(`PATCH /api/projects/${id}/`, { assigned_pm: people.max.id })
  assert.equal(body.assigned_pm, people.max.id)
  assert.deepEqual(
    body.members.map(({ role, employee }: { role: string; employee: { full_name: string } }) => [role, employee.full_name]),
    [
      ['project_manager', 'Max'],
      ['developer', 'Dev'],
    ],
  )
  assert.equal((await pam(`GET /api/projects/${id}/`)).status, 404)
  assert.equal((await max(`GET /api/projects/${id}/`)).status, 200)
})

test('whoever leaves a project keeps what they have done there, and nothing that is open', async () => {
  const { id } = await create()
  const task = (
    await pam('POST /api/tasks/', { title: 'T', description: 'Ten letters.', project: id, assigned_to: people.pam.id })
  ).body
  const subtask = async (status: string) =>
    (await pam('POST /api/subtasks/', { title: status, task: task.id, assigned_to: people.pam.id, status })).body.id
  const [open, done] = [await subtask('todo'), await subtask('done')]
  assert.equal((await ann(`PATCH /api/projects/${id}/`, { assigned_pm: people.max.id })).status, 200)
  const current = (await max(`GET /api/tasks/${task.id}/`)).body
  assert.equal(current.assigned_to, null)
  const assignees = Object.fromEntries(
    current.subtasks.map((subtask: { id: number; assigned_to: unknown }) => [subtask.id, subtask.assigned_to]),
  )
  assert.deepEqual(assignees, { [open]: null, [done]: { id: people.pam.id, full_name: 'Pam' } })
})

test('a developer reads a project, and changes nothing of it', async () => {
  assert.equal((await dev(`PATCH /api/projects/${projects.website}/`, { name: 'Mine' })).status, 403)
  assert.equal((await pam(`PATCH /api/projects/${projects.website}/`, { priority: 'high' })).status, 200)
})
