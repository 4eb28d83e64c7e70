import assert from 'node:assert/strict'
import { test } from 'node:test'
import { members, outcome, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, max] = [as('ann'), as('pam'), as('max')]

const { website } = projects
const count = async (text: string, ...values: unknown[]) =>
  (await query(`select count(*)::int as n from ${text}`, ...values))[0]?.n
const assign = (developers: unknown, project: unknown = website) => pam('POST /api/members/bulk-assign/', { project, developers })
const memberOf = async (person_id: number, project_id: number = website) =>
  Number((await query('select id::float8 from members where person_id = $1 and project_id = $2', person_id, project_id))[0]?.id)
const clear = () => query('delete from members where project_id = $1 and person_id = $2', website, people.dana.id)

test('a manager adds their own developers; who is a member already is skipped', async () => {
  const { status, body } = await assign([people.dana.id, people.dev.id, people.dana.id])
  assert.equal(status, 201)
  assert.deepEqual(
    body.members.map(({ role, employee }: { role: string; employee: object }) => [role, employee]),
    [
      ['project_manager', { id: people.pam.id, full_name: 'Pam', email: 'pam@acme.test' }],
      ['developer', { id: people.dana.id, full_name: 'Dana', email: 'dana@acme.test' }],
      ['developer', { id: people.dev.id, full_name: 'Dev', email: 'dev@acme.test' }],
    ],
  )
  assert.equal(
    body.members.find(
      ({ role, employee }: { role: string; employee: { id: number } }) => role === 'developer' && employee.id === people.dev.id,
    ).id,
    members.dev,
  )
  assert.deepEqual(outcome(await assign([people.dana.id])), [201, body])
  await clear()
})

test('anybody else in the list refuses the whole of it', async () => {
  const own = [400, { developers: ['Choose only developers who are assigned to you.'] }]
  for (const id of [
    people.deb.id,
    people.una.id,
    people.pam.id,
    people.max.id,
    people.hana.id,
    people.ann.id,
    people.gus.id,
    987_654,
  ])
    assert.deepEqual(outcome(await assign([people.dana.id, id])), own)
  const none = [400, { developers: ['Please select at least one developer.'] }]
  for (const developers of [[], undefined, null, people.dana.id, 'all']) assert.deepEqual(outcome(await assign(developers)), none)
  for (const bad of [['6'], [6.5], [0], [null]]) assert.deepEqual(Object.keys((await assign(bad)).body), ['developers'])
  assert.equal(await count('members where project_id = $1', website), 2)
})

test('a project that is not the manager’s own is no choice, whether it exists or not', async () => {
  const notYours = [400, { project: ['Choose one of your projects.'] }]
  for (const id of [projects.secret, projects.rocket, 987_654])
    assert.deepEqual(outcome(await assign([people.dana.id], id)), notYours)
  assert.deepEqual(outcome(await assign([people.dana.id], projects.old)), [400, { detail: 'Project is inactive.' }])
  assert.equal((await assign([people.dana.id])).status, 201)
  await clear()
})

test('the project manager is no member to be removed, whoever asks', async () => {
  const refused = [400, { detail: 'Pam is the Project Manager, and cannot be removed' }]
  assert.deepEqual(outcome(await pam(`DELETE /api/members/${members.pam}/`)), refused)
  assert.deepEqual(outcome(await ann(`DELETE /api/members/${members.pam}/`)), refused)
})

test('a member with open subtasks stays; the message counts them', async () => {
  await query('update subtasks set assigned_to_id = $1 where id = $2', people.dev.id, subtasks.header)
  const words = (n: string) => [400, { detail: `Dev has ${n}, which must be reassigned first.` }]
  for (const request of [pam, ann])
    assert.deepEqual(outcome(await request(`DELETE /api/members/${members.dev}/`)), words('2 assigned subtasks'))
  await pam(`PATCH /api/subtasks/${subtasks.header}/`, { assigned_to_id: null })
  for (const request of [pam, ann])
    assert.deepEqual(outcome(await request(`DELETE /api/members/${members.dev}/`)), words('1 assigned subtask'))
  assert.equal(await count('members where id = $1', members.dev), 1)
})

test('a member whose subtasks are all done leaves, and the done ones keep their name', async () => {
  await assign([people.dana.id])
  const { id } = (
    await pam('POST /api/subtasks/', { title: 'Done', task: tasks.home_page, assigned_to: people.dana.id, status: 'done' })
  ).body
  const member = await memberOf(people.dana.id)
  assert.deepEqual(outcome(await pam(`DELETE /api/members/${member}/`)), [204, undefined])
  assert.equal((await pam(`DELETE /api/members/${member}/`)).status, 404)
  assert.deepEqual(await query('select assigned_to_id::float8 from subtasks where id = $1', id), [
    { assigned_to_id: people.dana.id },
  ])
  assert.equal((await as('dana')(`GET /api/projects/${website}/`)).status, 404)
})

test('the admin removes a member of any project, another manager does not even see one', async () => {
  await assign([people.dana.id])
  const member = await memberOf(people.dana.id)
  assert.equal((await max(`DELETE /api/members/${member}/`)).status, 404)
  assert.equal((await ann(`DELETE /api/members/${member}/`)).status, 204)
})

test('open subtasks in another project keep nobody in this one', async () => {
  await assign([people.dana.id])
  const other = (await pam('POST /api/projects/', { name: 'Other' })).body.id
  await assign([people.dana.id], other)
  const task = (await pam('POST /api/tasks/', { project: other, title: 'T', description: 'Long enough, surely.' })).body.id
  await pam('POST /api/subtasks/', { title: 'S', task, assigned_to: people.dana.id })
  assert.equal((await pam(`DELETE /api/members/${await memberOf(people.dana.id, other)}/`)).status, 400)
  assert.equal((await pam(`DELETE /api/members/${await memberOf(people.dana.id)}/`)).status, 204)
})

test('a manager sees the developers assigned to them, with what they have still to do', async () => {
  const list = async (query = '') => (await pam(`GET /api/my-developers/${query}`)).body
  const base = { job_title: 'Job', is_active: true }
  const dana = { id: people.dana.id, full_name: 'Dana', email: 'dana@acme.test', ...base }
  const dev = { id: people.dev.id, full_name: 'Dev', email: 'dev@acme.test', ...base }
  // Dana has one in the project Other; Dev has Footer in Website and Fax in Old.
  assert.deepEqual(await list(), [
    { ...dana, assigned_subtasks_count: 1 },
    { ...dev, assigned_subtasks_count: 2 },
  ])
  assert.deepEqual(await list(`?project_id=${website}`), [
    { ...dana, assigned_subtasks_count: 0 },
    { ...dev, assigned_subtasks_count: 1 },
  ])
  await pam(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'done' })
  assert.equal((await list(`?project_id=${website}`))[1].assigned_subtasks_count, 0)
  await pam(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'todo' })
  for (const bad of [projects.secret, projects.rocket, 987_654, 'x', '0', ''])
    assert.deepEqual(outcome(await pam(`GET /api/my-developers/?project_id=${bad}`)), [404, { detail: 'Not found.' }])
})

/** Counts open subtasks whose assignee is not a member of their project. */
const strangersWork = () =>
  count(`subtasks s join tasks t on t.id = s.task_id where s.assigned_to_id is not null and s.status <> 'done'
    and not exists (select from members m where m.project_id = t.project_id and m.person_id = s.assigned_to_id)`)

test('a removal and an assignment at the same moment: one of the two is refused', async () => {
  for (let round = 0; round < 40; round++) {
    await assign([people.dana.id])
    const member = await memberOf(people.dana.id)
    const [assigned, removed] = await Promise.all([
      round % 2
        ? pam('POST /api/subtasks/', { title: 'Race', task: tasks.home_page, assigned_to: people.dana.id })
        : pam(`PATCH /api/subtasks/${subtasks.header}/`, { assigned_to_id: people.dana.id }),
      pam(`DELETE /api/members/${member}/`),
    ])
    const statuses = [assigned.status, removed.status].join()
    assert.ok(['400,204', '200,400', '201,400'].includes(statuses), statuses)
    assert.equal(await strangersWork(), 0)
    await query(
      'update subtasks set assigned_to_id = null where assigned_to_id = $1 and task_id = $2',
      people.dana.id,
      tasks.home_page,
    )
    await clear()
  }
})

test('a done subtask is reopened only while its assignee is a member, also at the moment of their removal', async () => {
  const subtask = (await pam('POST /api/subtasks/', { title: 'Again', task: tasks.home_page })).body.id
  const change = (fields: object) => pam(`PATCH /api/subtasks/${subtask}/`, fields)
  for (let round = 0; round < 30; round++) {
    await assign([people.dana.id])
    await change({ assigned_to_id: people.dana.id, status: 'done' })
    const reopen = round % 2 ? change : (fields: object) => as('dana')(`PATCH /api/subtasks/${subtask}/`, fields)
    const [reopened, removed] = await Promise.all([
      reopen({ status: 'in_progress' }),
      pam(`DELETE /api/members/${await memberOf(people.dana.id)}/`),
    ])
    assert.equal(await strangersWork(), 0, [reopened.status, removed.status].join())
    await change({ status: 'done' })
    await clear()
  }
  assert.deepEqual(outcome(await change({ status: 'todo' })), [
    400,
    { status: ['The assignee must be a member of the project.'] },
  ])
  assert.equal((await change({ title: 'Still done' })).status, 200)
  assert.equal((await change({ status: 'todo', assigned_to_id: null })).status, 200)
})
