// What happens when a person is deleted or gets another role.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome, password, people, projects, tasks, testApp } from '../testing/world.ts'

const { as, browser, query, sessionOf } = await testApp()
const [ann, pam] = [as('ann'), as('pam')]

const count = async (text: string, ...values: unknown[]) =>
  (await query(`select count(*)::int as n from ${text}`, ...values))[0]?.n

let counter = 0
/** A developer of Pam's, member of her Website, with some of its subtasks. */
async function developer({ open = 0, done = 0 } = {}) {
  const [row] = await query(
    `insert into people (tenant_id, email, full_name, role, manager_id, password_hash, accepted_at)
     select 1, $1, 'Temp', 'developer', $2, password_hash, now() from people where id = $2 returning id::float8`,
    `temp${++counter}@acme.test`,
    people.pam.id,
  )
  const id = Number(row?.id)
  const [member] = await query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer') returning id::float8`,
    projects.website,
    id,
  )
  await query(
    `insert into subtasks (tenant_id, task_id, title, assigned_to_id, status)
     select 1, $1, 'Work', $2, case when n > $3 then 'done' when n % 2 = 0 then 'todo' else 'in_progress' end
     from generate_series(1, $3::int + $4::int) n`,
    tasks.home_page,
    id,
    open,
    done,
  )
  return { id, member_id: Number(member?.id), email: `temp${counter}@acme.test` }
}
const asRole = (role: string, full_name = 'Temp') => ({ full_name, job_title: 'Job', department: 'IT', role })

test('a deleted developer cannot log in, is offered by no list and belongs to no project', async () => {
  const { id, email } = await developer()
  assert.equal((await browser('acme')('POST /api/token/', { email, password })).status, 200)
  assert.equal((await ann(`DELETE /api/employees/${id}/`)).status, 204)

  assert.equal((await browser('acme')('POST /api/token/', { email, password })).status, 401)
  const lists = ['GET /api/employees/', 'GET /api/pm-assignments/grouped/', `GET /api/projects/${projects.website}/`]
  for (const list of lists) assert.ok(!JSON.stringify((await ann(list)).body).includes(email), list)
  assert.ok(!JSON.stringify((await pam('GET /api/my-developers/')).body).includes(email))
  assert.equal((await ann(`DELETE /api/employees/${id}/`)).status, 404)
  assert.equal((await ann(`PUT /api/employees/${id}/`, asRole('hr'))).status, 404)
  assert.equal((await pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [id] })).status, 400)
})

test('deletion ends the person’s sessions and links, and nobody else’s', async () => {
  const [leaving, staying] = [await sessionOf('dana'), await sessionOf('dev')]
  const me = async (cookie: string) => (await as(null, { headers: { cookie } })('GET /api/me/')).status
  await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now() + interval '1 day')`,
    people.dana.id,
  )
  assert.equal(await me(leaving), 200)
  assert.equal((await ann(`DELETE /api/employees/${people.dana.id}/`)).status, 204)
  assert.equal(await me(leaving), 401)
  assert.equal(await me(staying), 200)
  for (const table of ['password_links', 'sessions'])
    assert.equal(await count(`${table} where person_id = $1 and ended_at is null`, people.dana.id), 0, table)
})

test('deletion frees open work, and keeps what is done and said under the person’s name', async () => {
  const { id } = await developer({ open: 2, done: 1 })
  await query(
    'insert into comments (tenant_id, task_id, author_id, text) values (1, $1, $2, $3)',
    tasks.home_page,
    id,
    'Farewell.',
  )
  await query('update tasks set assigned_to_id = $1 where id = $2', id, tasks.home_page)
  assert.equal((await ann(`DELETE /api/employees/${id}/`)).status, 204)

  const task = (await pam(`GET /api/tasks/${tasks.home_page}/`)).body
  const work = task.subtasks.filter(({ title }: { title: string }) => title === 'Work')
  assert.deepEqual(
    work.map(({ status, assigned_to }: { status: string; assigned_to: object | null }) => [status, assigned_to]),
    [
      ['in_progress', null],
      ['todo', null],
      ['done', { id, full_name: 'Temp' }],
    ],
  )
  assert.equal(task.assigned_to, null)
  assert.equal(task.comments.at(-1).author_name, 'Temp')
})

test('a project manager with active projects is neither deleted nor given another role', async () => {
  const words = (what: string, n: string) =>
    `Pam manages ${n} and cannot be ${what}: another project manager must take over first.`
  const demote = () => ann(`PUT /api/employees/${people.pam.id}/`, asRole('developer', 'Pam'))
  const remove = () => ann(`DELETE /api/employees/${people.pam.id}/`)
  assert.deepEqual(outcome(await remove()), [400, { detail: words('deleted', '1 active project') }])
  assert.deepEqual(outcome(await demote()), [400, { detail: words('given another role', '1 active project') }])
  const { id } = (await pam('POST /api/projects/', { name: 'Second' })).body
  assert.deepEqual(outcome(await remove()), [400, { detail: words('deleted', '2 active projects') }])
  await pam(`PATCH /api/projects/${id}/`, { is_active: false })
  assert.equal((await ann(`PUT /api/employees/${people.pam.id}/`, asRole('project_manager', 'Pam'))).status, 200)
})

test('once another manager took over, the former one can go, and their developers are unassigned', async () => {
  const manager = (await ann('POST /api/employees/', { ...asRole('project_manager', 'Mia'), email: 'mia@acme.test' })).body
  const { id } = await developer()
  await query('update people set manager_id = $1 where id = $2', manager.id, id)
  const project = (await ann('POST /api/projects/', { name: 'Handed over', assigned_pm: manager.id })).body
  assert.equal((await ann(`DELETE /api/employees/${manager.id}/`)).status, 400)
  assert.equal((await ann(`PATCH /api/projects/${project.id}/`, { assigned_pm: people.pam.id })).status, 200)
  assert.equal((await ann(`DELETE /api/employees/${manager.id}/`)).status, 204)

  const [unassigned] = (await ann('GET /api/pm-assignments/grouped/')).body
  assert.ok(unassigned.developers.some((person: { id: number }) => person.id === id))
  const [entry] = await query(
    'select previous_manager_id::float8, new_manager_id, assigned_by_id::float8 from assignments where developer_id = $1',
    id,
  )
  assert.deepEqual(entry, { previous_manager_id: manager.id, new_manager_id: null, assigned_by_id: people.ann.id })
})

test('a manager who becomes a developer gives their developers back', async () => {
  const manager = (await ann('POST /api/employees/', { ...asRole('project_manager', 'Moe'), email: 'moe@acme.test' })).body
  const { id } = await developer()
  await query('update people set manager_id = $1 where id = $2', manager.id, id)
  assert.equal((await ann(`PUT /api/employees/${manager.id}/`, asRole('developer', 'Moe'))).body.role, 'developer')
  assert.deepEqual(await query('select manager_id from people where id = $1', id), [{ manager_id: null }])
})

test('a developer with open subtasks keeps the role; without, they leave manager and projects', async () => {
  const { id } = await developer({ open: 2, done: 1 })
  const promote = () => ann(`PUT /api/employees/${id}/`, asRole('project_manager'))
  const words = (n: string) => [400, { role: [`This developer still has ${n}, which must be reassigned first.`] }]
  assert.deepEqual(outcome(await promote()), words('2 open subtasks'))
  await query(`update subtasks set status = 'done' where assigned_to_id = $1 and status = 'todo'`, id)
  assert.deepEqual(outcome(await promote()), words('1 open subtask'))
  assert.equal(await count('members where person_id = $1', id), 1)
  assert.equal((await ann(`PUT /api/employees/${id}/`, asRole('developer', 'Still Temp'))).status, 200)

  await query(`update subtasks set status = 'done' where assigned_to_id = $1`, id)
  assert.equal((await promote()).status, 200)
  assert.equal(await count('members where person_id = $1', id), 0)
  assert.deepEqual(await query('select manager_id from people where id = $1', id), [{ manager_id: null }])
})

test('a deletion and an assignment at the same moment never leave work with a deleted person', async () => {
  for (let round = 0; round < 25; round++) {
    const { id } = await developer({ open: 1 })
    const assign = () => pam('POST /api/subtasks/', { title: 'Race', task: tasks.home_page, assigned_to_id: id })
    const answers = await Promise.all([assign(), ann(`DELETE /api/employees/${id}/`), assign()])
    assert.equal(answers[1].status, 204)
    for (const { status } of [answers[0], answers[2]]) assert.ok(status === 201 || status === 400)
  }
  assert.equal(await count(`subtasks s join people p on p.id = s.assigned_to_id where not p.is_active and s.status <> 'done'`), 0)
  assert.equal(await count(`members m join people p on p.id = m.person_id where not p.is_active`), 0)
})

test('a role change and an assignment at the same moment never leave open work with somebody who is no developer', async () => {
  for (let round = 0; round < 25; round++) {
    const { id } = await developer()
    const [changed, assigned] = await Promise.all([
      ann(`PUT /api/employees/${id}/`, asRole('hr')),
      pam('POST /api/subtasks/', { title: 'Race', task: tasks.home_page, assigned_to: id }),
    ])
    assert.ok(['200,400', '400,201'].includes([changed.status, assigned.status].join()))
  }
  assert.equal(await count(`subtasks s join people p on p.id = s.assigned_to_id where p.role = 'hr' and s.status <> 'done'`), 0)
})

test('a deletion and a new project at the same moment never leave an active project with a deleted manager', async () => {
  for (let round = 0; round < 25; round++) {
    const email = `boss${round}@acme.test`
    const { id } = (await ann('POST /api/employees/', { ...asRole('project_manager', 'Boss'), email })).body
    const boss = as(null, { headers: { cookie: await sessionOf({ id, at: 'acme' }) } })
    await Promise.all([
      boss('POST /api/projects/', { name: 'Race' }),
      ann('POST /api/projects/', { name: 'Race', assigned_pm: id }),
      ann(`DELETE /api/employees/${id}/`),
    ])
  }
  assert.equal(await count('projects r join people p on p.id = r.assigned_pm where r.is_active and not p.is_active'), 0)
})
