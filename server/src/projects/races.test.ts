// @long: Concurrent changes to one project.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labels, outcome, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, dev] = [as('ann'), as('pam'), as('dev')]

const inactive = [400, { detail: 'Project is inactive.' }]
const create = async () => (await pam('POST /api/projects/', { name: 'Temp' })).body
const newTask = async (project: number): Promise<number> =>
  (await pam('POST /api/tasks/', { project, title: 'T', description: 'Long enough, surely.' })).body.id
const subtask = async (task: number) => (await pam('POST /api/subtasks/', { task, title: 'S' })).body

test('once a project has been deactivated, no change to what is in it comes later', async () => {
  const [row] = await query(
    `insert into people (tenant_id, email, full_name, role, manager_id) values (1, 'eve@acme.test', 'Eve', 'developer', $1) returning id::float8`,
    people.pam.id,
  )
  const eve = Number(row?.id)
  for (let round = 0; round < 12; round++) {
    const project = await create()
    const task = (await pam('POST /api/tasks/', { project: project.id, title: 'T', description: 'Long enough, surely.' })).body
    const [kept, going, gone] = [await subtask(task.id), await subtask(task.id), await subtask(task.id)]
    await pam(`DELETE /api/subtasks/${gone.id}/`)
    await pam('POST /api/members/bulk-assign/', { project: project.id, developers: [people.dana.id] })
    const [row] = await query(
      'select id::float8 from members where project_id = $1 and person_id = $2',
      project.id,
      people.dana.id,
    )
    const member = Number(row?.id)
    await query(
      `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`,
      project.id,
      people.dev.id,
    )
    const [ending, ended] = [await newTask(project.id), await newTask(project.id)]
    await pam(`DELETE /api/tasks/${ended}/`)
    await query('update tasks set assigned_to_id = $1 where id = $2', people.dev.id, task.id)
    const unsaid = (await dev('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'U' })).body
    await dev(`DELETE /api/comments/${unsaid.id}/`)
    const comment = (await dev('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'C' })).body
    const views = `/api/projects/${project.id}/views/`
    const view = (await pam(`POST ${views}`, { name: 'Kept', query: '', is_shared: true })).body
    const { id: idea } = (await dev(`POST /api/tasks/${task.id}/proposals/`, { title: 'P' })).body
    const work = [
      () => pam(`POST /api/proposals/${idea}/accept/`),
      () => pam(`POST ${views}`, { name: 'New', query: '', is_shared: true }),
      () => ann(`POST /api/projects/${project.id}/updates/`, { state: 'late', text: 'U' }),
      () => pam(`PATCH /api/views/${view.id}/`, { name: 'Changed' }),
      () => pam('POST /api/tasks/', { project: project.id, title: 'T', description: 'Long enough, surely.' }),
      () => pam('POST /api/subtasks/', { task: task.id, title: 'S' }),
      () => pam('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'C' }),
      () => pam('POST /api/members/bulk-assign/', { project: project.id, developers: [eve] }),
      () => pam(`PATCH /api/tasks/${task.id}/`, { label_ids: [labels.design] }),
      () => pam(`PATCH /api/projects/${project.id}/`, { name: 'Renamed' }),
      () => pam(`PATCH /api/subtasks/${kept.id}/`, { status: 'done' }),
      () => pam(`DELETE /api/subtasks/${going.id}/`),
      () => pam(`POST /api/subtasks/${gone.id}/restore/`),
      () => dev(`DELETE /api/comments/${comment.id}/`),
      () => dev(`POST /api/comments/${unsaid.id}/restore/`),
      () => pam(`DELETE /api/tasks/${ending}/`),
      () => pam(`POST /api/tasks/${ended}/restore/`),
      () => ann(`PATCH /api/projects/${project.id}/`, { end_date: '2099-01-01' }),
      () => ann(`DELETE /api/members/${member}/`),
    ]
    const state = () =>
      query(
        `select (select name from projects where id = $1), (select end_date from projects where id = $1), (select string_agg(id::text, ' ' order by id) from tasks where project_id = $1) as tasks,
           (select string_agg(person_id::text, ' ' order by person_id) from members where project_id = $1) as members,
           (select string_agg(id || status, ' ' order by id) from subtasks where task_id = $2) as subtasks,
           (select string_agg(name, ' ' order by name) from saved_views where project_id = $1) as views,
           (select count(*) from project_updates where project_id = $1) as updates,
           (select count(*) from comments where task_id = $2) as comments,
           (select count(*) from task_labels where task_id = $2) as labels`,
        project.id,
        task.id,
      )
    let afterwards: Promise<unknown> = Promise.resolve()
    const deactivated = pam(`PATCH /api/projects/${project.id}/`, { is_active: false }).then(() => (afterwards = state()))
    const answers = await Promise.all(work.map((start) => start()))
    await deactivated
    for (const answer of answers) if (answer.status >= 300) assert.deepEqual(outcome(answer), inactive)
    assert.deepEqual(await state(), await afterwards)
  }
})

test('ten people changing one project at once all succeed', async () => {
  const { id } = await create()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => pam(`PATCH /api/projects/${id}/`, { name: `Name ${i}` })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})

test('two people change different fields of one project at once, and both changes stay', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await create()
    const [named, dated] = await Promise.all([
      pam(`PATCH /api/projects/${id}/`, { name: 'By Pam' }),
      ann(`PATCH /api/projects/${id}/`, { end_date: '2099-01-01', priority: 'high' }),
    ])
    assert.deepEqual([named.status, dated.status], [200, 200])
    const { name, end_date, priority } = (await pam(`GET /api/projects/${id}/`)).body
    assert.deepEqual({ name, end_date, priority }, { name: 'By Pam', end_date: '2099-01-01', priority: 'high' })
  }
})

test('of handing a project over and deactivating it at the same moment, the second is refused, and there is one manager', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await create()
    const [handed, deactivated] = await Promise.all([
      ann(`PATCH /api/projects/${id}/`, { assigned_pm: people.max.id }),
      pam(`PATCH /api/projects/${id}/`, { is_active: false }),
    ])
    const statuses = [handed.status, deactivated.status].join()
    assert.ok(['200,404', '400,200'].includes(statuses), statuses)
    const { assigned_pm, is_active, members } = (await ann(`GET /api/projects/${id}/`)).body
    const [manager] = members
    assert.deepEqual(
      [assigned_pm, is_active, members.length, manager.employee.id],
      handed.status === 200 ? [people.max.id, true, 1, people.max.id] : [people.pam.id, false, 1, people.pam.id],
    )
  }
})

test('a project is not made active while its manager is deleted: one of the two waits for the other', async () => {
  const form = { full_name: 'Mia', job_title: 'Job', department: 'IT', role: 'project_manager' }
  for (let round = 0; round < 20; round++) {
    const mia = (await ann('POST /api/employees/', { ...form, email: `mia${round}@acme.test` })).body.id
    const { id } = (await ann('POST /api/projects/', { name: 'Temp', assigned_pm: mia })).body
    await ann(`PATCH /api/projects/${id}/`, { is_active: false })
    const [deleted, activated] = await Promise.all([
      ann(`DELETE /api/employees/${mia}/`),
      ann(`PATCH /api/projects/${id}/`, { is_active: true }),
    ])
    assert.equal(activated.status, 200)
    assert.ok([204, 400].includes(deleted.status), String(deleted.status))
    // Either she stays its manager, or the activation was refused because the project has no manager.
    assert.equal(activated.body.has_manager, deleted.status === 400)
  }
})
