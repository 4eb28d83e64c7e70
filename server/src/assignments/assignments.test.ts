import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, max] = [as('ann'), as('pam'), as('max')]

const reassign = (developer: unknown, manager?: unknown) => ann('POST /api/pm-assignments/', { developer, manager })
const reassigned = [200, { detail: 'Developer reassigned.' }]
const logOf = (developer_id: number) =>
  query(
    `select previous_manager_id::float8 as from, new_manager_id::float8 as to, assigned_by_id::float8 as by
     from assignments where developer_id = $1 order by id`,
    developer_id,
  )
const managerOf = async (id: number) => (await query('select manager_id::float8 from people where id = $1', id))[0]?.manager_id
const isMember = async (person: number, project: number) =>
  (await query('select from members where person_id = $1 and project_id = $2', person, project)).length === 1

const unassigned = { id: 0, full_name: 'Unassigned Developers', email: '' }
const asManager = (name: 'pam' | 'max', full_name: string) => ({ id: people[name].id, full_name, email: `${name}@acme.test` })
const asDeveloper = (name: 'dana' | 'deb' | 'dev' | 'una', full_name: string, open_subtasks_count: number) => ({
  id: people[name].id,
  full_name,
  email: `${name}@acme.test`,
  open_subtasks_count,
})
const [dana, deb, dev, una] = [
  asDeveloper('dana', 'Dana', 0),
  asDeveloper('deb', 'Deb', 1),
  asDeveloper('dev', 'Dev', 1),
  asDeveloper('una', 'Una', 0),
]

test('the board has a column for nobody first, then every manager by name, those without developers too', async () => {
  await query(
    `insert into people (tenant_id, email, full_name, role, is_active) values
       (1, 'abe@acme.test', 'abe', 'project_manager', true), (1, 'zed@acme.test', 'Zed', 'project_manager', false),
       (1, 'gone@acme.test', 'Gone', 'developer', false)`,
  )
  const { status, body } = await ann('GET /api/pm-assignments/grouped/')
  assert.equal(status, 200)
  const [, abe] = body
  assert.deepEqual(body, [
    { manager: unassigned, developers: [una] },
    { manager: { id: abe.manager.id, full_name: 'abe', email: 'abe@acme.test' }, developers: [] },
    { manager: asManager('max', 'Max'), developers: [deb] },
    { manager: asManager('pam', 'Pam'), developers: [dana, dev] },
  ])
})

test('a developer moves to a manager and back to nobody, each move one line of the history', async () => {
  for (const [manager, to] of [
    [people.pam.id, people.pam.id],
    [people.max.id, people.max.id],
    [null, null],
    [people.pam.id, people.pam.id],
    [0, null],
    [people.max.id, people.max.id],
    [undefined, null],
  ])
    assert.deepEqual([outcome(await reassign(una.id, manager)), await managerOf(una.id)], [reassigned, to])
  const by = people.ann.id
  const [p, m] = [people.pam.id, people.max.id]
  assert.deepEqual(await logOf(una.id), [
    { from: null, to: p, by },
    { from: p, to: m, by },
    { from: m, to: null, by },
    { from: null, to: p, by },
    { from: p, to: null, by },
    { from: null, to: m, by },
    { from: m, to: null, by },
  ])
})

test('a move to the manager whom they have changes and writes nothing', async () => {
  for (const [developer, manager] of [
    [dana.id, people.pam.id],
    [una.id, null],
    [una.id, 0],
  ] as const) {
    const before = await logOf(developer)
    assert.deepEqual(outcome(await reassign(developer, manager)), reassigned)
    assert.deepEqual(await logOf(developer), before)
  }
})

test('only a developer is moved, and only to a project manager, both of this workspace', async () => {
  const noDeveloper = [400, { developer: ['Choose a developer of this workspace.'] }]
  for (const id of [people.pam.id, people.ann.id, people.hana.id, people.gus.id, 987_654])
    assert.deepEqual(outcome(await reassign(id, people.max.id)), noDeveloper)
  const noManager = [400, { manager: ['Choose a project manager of this workspace.'] }]
  for (const id of [people.deb.id, people.ann.id, people.hana.id, people.gil.id, 987_654])
    assert.deepEqual(outcome(await reassign(una.id, id)), noManager)
  assert.deepEqual(outcome(await reassign(undefined, people.max.id)), [400, { developer: ['This field is required'] }])
  for (const bad of ['3', -1, 1.5, true])
    assert.deepEqual(outcome(await reassign(una.id, bad)), [400, { manager: ['Not a valid id.'] }])
  assert.equal(await managerOf(una.id), null)
})

test('a developer with active subtasks of the present manager stays, and is told which; done and unassigned ones do not count', async () => {
  await pam(`PATCH /api/subtasks/${subtasks.header}/`, { assigned_to_id: dev.id })
  const blocking = (id: number, title: string) => ({
    id,
    title,
    task__title: 'Home page',
    task__project__id: projects.website,
    task__project__name: 'Website',
  })
  const refused = (...blocking_subtasks: object[]) => [400, { detail: 'Developer still has active subtasks', blocking_subtasks }]
  const footer = blocking(subtasks.footer, 'Footer')
  for (const manager of [people.max.id, null])
    assert.deepEqual(outcome(await reassign(dev.id, manager)), refused(blocking(subtasks.header, 'Header'), footer))
  assert.ok(await isMember(dev.id, projects.website))
  assert.deepEqual([await managerOf(dev.id), await logOf(dev.id)], [people.pam.id, []])

  await pam(`PATCH /api/subtasks/${subtasks.header}/`, { assigned_to_id: null })
  await pam(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'in_progress' })
  assert.deepEqual(outcome(await reassign(dev.id, people.max.id)), refused(footer))
  await pam(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'done' })
  assert.deepEqual(outcome(await reassign(dev.id, people.max.id)), reassigned)
})

test('who moves leaves the former manager’s active projects; inactive ones and done work keep the name', async () => {
  // Dev has just moved from Pam to Max, with an open subtask in Pam's inactive project.
  assert.equal(await isMember(dev.id, projects.website), false)
  assert.equal(await isMember(dev.id, projects.old), true)
  assert.deepEqual(
    await query('select assigned_to_id::float8 from subtasks where id in ($1, $2)', subtasks.footer, subtasks.fax),
    [{ assigned_to_id: dev.id }, { assigned_to_id: dev.id }],
  )
  assert.equal((await as('dev')(`GET /api/projects/${projects.website}/`)).status, 404)
  assert.equal((await max('POST /api/members/bulk-assign/', { project: projects.secret, developers: [dev.id] })).status, 201)
})

test('the board counts what holds a developer: not what is done, in inactive projects or for other managers', async () => {
  const countOf = async () =>
    (await ann('GET /api/pm-assignments/grouped/')).body
      .flatMap(({ developers }: { developers: object[] }) => developers)
      .find(({ id }: { id: number }) => id === una.id).open_subtasks_count
  await query('update people set manager_id = $1 where id = $2', people.pam.id, una.id)
  const rows = [
    [tasks.home_page, 'todo'],
    [tasks.home_page, 'in_progress'],
    [tasks.home_page, 'done'],
    [tasks.gone, 'todo'],
    [tasks.plan, 'todo'],
  ]
  for (const row of rows)
    await query(
      `insert into subtasks (tenant_id, task_id, status, title, assigned_to_id) values (1, $1, $2, 'Una', $3)`,
      ...row,
      una.id,
    )
  assert.equal(await countOf(), 2)
  await query('update people set manager_id = $1 where id = $2', people.max.id, una.id)
  assert.equal(await countOf(), 1)
  await query('delete from subtasks where assigned_to_id = $1', una.id)
  await query('update people set manager_id = null where id = $1', una.id)
})

test('work for another manager does not hold a developer', async () => {
  await max('POST /api/subtasks/', { task: tasks.plan, title: 'For Max', assigned_to: dev.id })
  await query('update people set manager_id = $1 where id = $2', people.pam.id, dev.id)
  assert.deepEqual(outcome(await reassign(dev.id, null)), reassigned)
  assert.equal(await isMember(dev.id, projects.secret), true)
  await query('update people set manager_id = $1 where id = $2', people.max.id, dev.id)
  assert.equal((await reassign(dev.id, null)).status, 400)
})

test('a move and a new subtask, or a new membership, at the same moment: one of the two is refused', async () => {
  for (let round = 0; round < 40; round++) {
    await query('update people set manager_id = $1 where id = $2', people.pam.id, dana.id)
    if (round % 2) await pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [dana.id] })
    const [moved, assigned] = await Promise.all([
      reassign(dana.id, round % 4 < 2 ? people.max.id : null),
      round % 2
        ? pam('POST /api/subtasks/', { title: 'Race', task: tasks.home_page, assigned_to: dana.id })
        : pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [dana.id] }),
    ])
    assert.ok([200, 400].includes(moved.status) && [201, 400].includes(assigned.status), `${moved.status} ${assigned.status}`)
    const [row] = await query(
      `select p.manager_id = $2 as is_pams, exists (select from members where person_id = p.id and project_id = $3) as is_member,
         exists (select from subtasks where assigned_to_id = p.id and status <> 'done') as has_work from people p where p.id = $1`,
      dana.id,
      people.pam.id,
      projects.website,
    )
    if (moved.status === 200)
      assert.deepEqual(row, { is_pams: row?.is_pams === null ? null : false, is_member: false, has_work: false })
    else assert.deepEqual(row, { is_pams: true, is_member: true, has_work: true })
    await query('delete from subtasks where assigned_to_id = $1', dana.id)
    await query('delete from members where person_id = $1', dana.id)
  }
})

test('ten moves of one developer at once leave a history without a gap', async () => {
  await query('update people set manager_id = null where id = $1', una.id)
  await query('delete from assignments where developer_id = $1', una.id)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reassign(una.id, i % 2 ? people.max.id : people.pam.id)))
  for (const answer of answers) assert.deepEqual(outcome(answer), reassigned)
  let manager: unknown = null
  for (const { from, to } of await logOf(una.id)) {
    assert.equal(from, manager)
    assert.notEqual(to, from)
    manager = to
  }
  assert.equal(manager, await managerOf(una.id))
})
