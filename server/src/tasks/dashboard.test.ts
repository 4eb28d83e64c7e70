import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFrom, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, dev] = [as('ann'), as('pam'), as('dev')]

const dashboard = async (request = dev) => (await request('GET /api/developer-dashboard/')).body
const sub = (id: number, key: string, title: string, status = 'todo', due_date: string | null = null) => ({
  id,
  key,
  title,
  status,
  due_date,
  done_at: null as string | null,
})
const old = {
  id: projects.old,
  name: 'Old',
  is_active: false,
  is_member: true,
  tasks: [{ id: tasks.gone, name: 'Gone', subtasks: [sub(subtasks.fax, 'OLD-2', 'Fax')] }],
  own_tasks: [],
}
const website = {
  id: projects.website,
  name: 'Website',
  is_active: true,
  is_member: true,
  tasks: [{ id: tasks.home_page, name: 'Home page', subtasks: [sub(subtasks.footer, 'WEB-3', 'Footer')] }],
  own_tasks: [],
}

test('a developer sees their projects, inactive ones too, and only the subtasks assigned to them', async () => {
  assert.deepEqual(await dashboard(), { active_projects: [old, website], past_projects: [] })
  assert.deepEqual(await dashboard(as('dana')), { active_projects: [], past_projects: [] })
})

test('a task without subtasks of theirs is left out; a project without any is still theirs', async () => {
  await pam('POST /api/tasks/', { project: projects.website, title: 'Nothing for Dev', description: 'Long enough, surely.' })
  await pam('POST /api/members/bulk-assign/', { project: projects.website, developers: [people.dana.id] })
  assert.deepEqual((await dashboard(as('dana'))).active_projects, [{ ...website, tasks: [] }])
  assert.deepEqual((await dashboard()).active_projects[1], website)
})

test('a task that is assigned to a developer is theirs, with or without subtasks, until it is taken from them', async () => {
  const assign = (who: number | null) => pam(`PATCH /api/tasks/${tasks.home_page}/`, { assigned_to_id: who })
  const own = async () => (await dashboard(as('dana'))).active_projects[0]?.own_tasks
  const member = { project: projects.website, developers: [people.dana.id] }
  await pam('POST /api/members/bulk-assign/', member)
  assert.deepEqual(await own(), [])
  const { key, title, status, due_date } = (await assign(people.dana.id)).body
  assert.deepEqual(await own(), [{ ...sub(tasks.home_page, key, title, status, due_date), done_at: null }])
  assert.deepEqual((await dashboard(as('dana'))).active_projects[0].tasks, [])
  await assign(null)
  assert.deepEqual(await own(), [])
})

test('a completed project is past, and current again when it is reopened', async () => {
  await pam(`PATCH /api/projects/${projects.website}/`, { status: 'completed' })
  assert.deepEqual(await dashboard(), { active_projects: [old], past_projects: [website] })
  await pam(`PATCH /api/projects/${projects.website}/`, { status: 'on_hold' })
  assert.deepEqual(await dashboard(), { active_projects: [old, website], past_projects: [] })
})

test('subtasks come by due date, those without one last', async () => {
  const late = (
    await pam('POST /api/subtasks/', { task: tasks.home_page, title: 'Late', assigned_to: people.dev.id, due_date: daysFrom(9) })
  ).body
  const soon = (
    await pam('POST /api/subtasks/', { task: tasks.home_page, title: 'Soon', assigned_to: people.dev.id, due_date: daysFrom(1) })
  ).body
  assert.deepEqual((await dashboard()).active_projects[1].tasks[0].subtasks, [
    sub(soon.id, soon.key, 'Soon', 'todo', daysFrom(1)),
    sub(late.id, late.key, 'Late', 'todo', daysFrom(9)),
    sub(subtasks.footer, 'WEB-3', 'Footer'),
  ])
  await query('delete from subtasks where id in ($1, $2)', late.id, soon.id)
})

test('a project that a developer has left is past while they have done subtasks in it, and gone otherwise', async () => {
  await dev(`PATCH /api/subtasks/${subtasks.footer}/`, { status: 'done' })
  const [member] = await query(
    'select id::float8 from members where person_id = $1 and project_id = $2',
    people.dev.id,
    projects.website,
  )
  assert.equal((await ann(`DELETE /api/members/${member?.id}/`)).status, 204)
  const [{ done_at } = { done_at: null }] = await query(
    'select iso(done_at) as done_at from subtasks where id = $1',
    subtasks.footer,
  )
  const done = {
    ...website,
    is_member: false,
    tasks: [{ ...website.tasks[0], subtasks: [{ ...sub(subtasks.footer, 'WEB-3', 'Footer', 'done'), done_at }] }],
  }
  assert.deepEqual(await dashboard(), { active_projects: [old], past_projects: [done] })
  await pam(`PATCH /api/subtasks/${subtasks.footer}/`, { assigned_to_id: null })
  assert.deepEqual(await dashboard(), { active_projects: [old], past_projects: [] })
})

test('a subtask counts as done since it was last set to done, also after it was in the trash', async () => {
  const { id } = (await pam('POST /api/subtasks/', { task: tasks.home_page, title: 'Counted' })).body
  const doneAt = async () => (await query('select iso(done_at) as done_at from subtasks where id = $1', id))[0]?.done_at
  const become = (fields: object) => pam(`PATCH /api/subtasks/${id}/`, fields)
  assert.equal(await doneAt(), null)
  await become({ status: 'done' })
  const first = await doneAt()
  assert.ok(Math.abs(Date.parse(String(first)) - Date.now()) < 600_000)
  await become({ title: 'Later', status: 'done' })
  await pam(`DELETE /api/subtasks/${id}/`)
  await pam(`POST /api/subtasks/${id}/restore/`)
  assert.equal(await doneAt(), first)
  await become({ status: 'in_progress' })
  assert.equal(await doneAt(), null)
  await become({ status: 'done' })
  assert.notEqual(await doneAt(), first)
})
