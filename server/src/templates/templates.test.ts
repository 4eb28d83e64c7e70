import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostTemplates, mostWorkInTemplate, type Project, type Task, type Template, templateProblems } from 'contract'
import { daysFrom, labels, okBody, outcome, people, projects, templates, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev, max] = [as('ann'), as('pam'), as('dev'), as('max')]
const description = 'As it went the first time.'

const newProject = async (fields: object = {}): Promise<Project> => {
  const project = await okBody(pam('POST /api/projects/', { name: 'Launch', description, ...fields }))
  await okBody(pam('POST /api/members/bulk-assign/', { project: project.id, developers: [people.dev.id] }))
  return project
}
const newTask = (project: Project, fields: object = {}): Promise<Task> =>
  okBody(pam('POST /api/tasks/', { project: project.id, title: 'Prepare', description: '- [x] One of the notes', ...fields }))
const newSubtask = (task: Task, fields: object = {}) =>
  okBody(pam('POST /api/subtasks/', { task: task.id, title: 'A step', assigned_to_id: people.dev.id, ...fields }))
const save = (project: { id: number }, name: string, request = pam) =>
  request(`POST /api/projects/${project.id}/template/`, { name })
const use = (template: { id: number }, fields: object = {}, request = pam) =>
  request(`POST /api/templates/${template.id}/projects/`, { name: 'Second launch', ...fields })
const tasksOf = async (project: { id: number }): Promise<Task[]> =>
  (await okBody(ann(`GET /api/tasks/?project=${project.id}`))).results
const names = async (request = pam) => (await okBody(request('GET /api/templates/'))).map(({ name }: Template) => name)

test('a template holds the work of a project, and a project that uses it begins with all of it', async () => {
  const project = await newProject({ start_date: daysFrom(2) })
  const prepare = await newTask(project, {
    ...{ due_date: daysFrom(5), status: 'in_progress', priority: 'high', recurrence: 'weekly', label_ids: [labels.design] },
  })
  const step = await newSubtask(prepare, {
    due_date: daysFrom(4),
    estimated_hours: 3.5,
    priority: 'low',
    description: 'As agreed.',
  })
  const launch = await newTask(project, { title: 'Launch', status: 'done', assigned_to_id: people.dev.id })
  await okBody(pam(`POST /api/tasks/${launch.id}/blockers/`, { blocked_by: step.key }))

  const template: Template = await okBody(save(project, 'Launches'))
  assert.deepEqual(
    [template.name, template.description, template.tasks, template.subtasks, template.author.full_name],
    ['Launches', description, 2, 1, 'Pam'],
  )
  const listed = await okBody(ann('GET /api/templates/'))
  assert.deepEqual(
    listed.find(({ id }: Template) => id === template.id),
    template,
  )

  const made: Project = await okBody(use(template, { start_date: daysFrom(30), description }))
  assert.deepEqual(
    [made.name, made.description, made.start_date, made.status],
    ['Second launch', description, daysFrom(30), 'planning'],
  )
  const [first, second, ...others] = await tasksOf(made)
  assert.deepEqual(
    [first?.title, first?.description, first?.status, first?.priority, first?.due_date, first?.recurrence, first?.assigned_to],
    ['Prepare', '- [ ] One of the notes', 'todo', 'high', daysFrom(33), 'weekly', null],
  )
  assert.deepEqual(first?.labels, prepare.labels)
  const [copied] = first?.subtasks ?? []
  assert.deepEqual(
    [copied?.title, copied?.description, copied?.due_date, copied?.estimated_hours, copied?.priority, copied?.assigned_to],
    ['A step', 'As agreed.', daysFrom(32), 3.5, 'low', null],
  )
  assert.deepEqual(
    [second?.title, second?.status, second?.due_date, second?.assigned_to, others],
    ['Launch', 'todo', null, null, []],
  )
  assert.deepEqual(
    second?.blocked_by.map(({ key }) => key),
    [copied?.key],
  )
  assert.deepEqual(
    (await tasksOf(project)).map(({ status }) => status),
    ['in_progress', 'done'],
  )
  // The project and its work can be changed like any other.
  await okBody(pam(`PATCH /api/tasks/${first?.id}/`, { status: 'done' }))
})

test('the dates of a project without a start count from its first due date, and from today in one that uses it', async () => {
  const project = await newProject()
  const task = await newTask(project, { due_date: daysFrom(8) })
  await newSubtask(task, { due_date: daysFrom(6) })
  const template = await okBody(save(project, 'Undated'))
  const [made] = await tasksOf(await okBody(use(template)))
  assert.deepEqual([made?.due_date, made?.subtasks[0]?.due_date], [daysFrom(2), daysFrom(0)])
})

test('what is due before the start of the project is not due before today', async () => {
  const project = await newProject({ start_date: daysFrom(20) })
  await newTask(project, { due_date: daysFrom(1) })
  const [made] = await tasksOf(await okBody(use(await okBody(save(project, 'Early')), { start_date: daysFrom(3) })))
  assert.equal(made?.due_date, daysFrom(0))
})

test('a template stays as it is when its project changes, and loses the labels that are deleted', async () => {
  const project = await newProject()
  const label = await okBody(ann('POST /api/labels/', { name: 'Short-lived' }))
  const task = await newTask(project, { label_ids: [label.id, labels.design] })
  const template = await okBody(save(project, 'Lasting'))
  await okBody(pam(`PATCH /api/tasks/${task.id}/`, { title: 'Renamed' }))
  await okBody(pam(`DELETE /api/tasks/${task.id}/`))
  await okBody(ann(`DELETE /api/labels/${label.id}/`))
  const [made, ...others] = await tasksOf(await okBody(use(template)))
  assert.deepEqual([made?.title, made?.labels.map(({ id }) => id), others], ['Prepare', [labels.design], []])
})

test('a manager’s template serves the administrator and the other managers, and only they see it', async () => {
  const project = await newProject()
  await newTask(project)
  const template = await okBody(save(project, 'Shared'))
  for (const request of [ann, max]) assert.ok((await names(request)).includes('Shared'))
  for (const name of ['dev', 'hana'] as const) assert.equal((await as(name)('GET /api/templates/')).status, 403)
  assert.equal((await okBody(use(template, {}, max))).assigned_pm, people.max.id)
  const byAnn = await okBody(use(template, { assigned_pm: people.pam.id }, ann))
  assert.equal((await tasksOf(byAnn)).length, 1)
  assert.deepEqual(outcome(await use(template, { name: '' }, ann)), [
    400,
    { name: ['Project name is required.'], assigned_pm: ['Project manager is required.'] },
  ])
  assert.equal((await use({ id: templates.gil })).status, 404)
  assert.deepEqual((await names(as('gil', { at: 'globex' }))) as string[], ['Rockets'])
})

test('a name is unique in the workspace, whatever its case', async () => {
  const project = await newProject()
  await newTask(project)
  await okBody(save(project, 'Twice'))
  assert.deepEqual(outcome(await save(project, ' tWICE ')), [400, { name: [templateProblems.taken] }])
  const answers = await Promise.all(Array.from({ length: 4 }, () => save(project, 'Race')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400])
})

test('an inactive project can be saved as a template', async () => {
  const project = await newProject()
  await newTask(project)
  await okBody(pam(`PATCH /api/projects/${project.id}/`, { is_active: false }))
  await okBody(save(project, 'From the archive'))
})

test('an empty project, one that is too large, and one too many are refused', async () => {
  assert.deepEqual(outcome(await save(await newProject(), 'Empty')), [400, { detail: templateProblems.empty }])
  const large = await newProject()
  const rows = (count: number) =>
    query(`insert into tasks (tenant_id, project_id, title) select 1, $1, 'T' from generate_series(1, ${count})`, large.id)
  await rows(mostWorkInTemplate)
  const template = await okBody(save(large, 'Just right'))
  assert.equal((await tasksOf(await okBody(use(template)))).length, 500)
  await rows(1)
  assert.deepEqual(outcome(await save(large, 'Too large')), [400, { detail: templateProblems.tooLarge }])
  const missing = mostTemplates - (await names()).length
  await query(
    `insert into templates (tenant_id, name, description, author_id)
     select 1, 'Filler ' || n, '', ${people.pam.id} from generate_series(1, ${missing}) n`,
  )
  assert.deepEqual(outcome(await save({ id: projects.website }, 'One more')), [400, { detail: templateProblems.tooMany }])
  await query(`delete from templates where name like 'Filler %'`)
})

test('a manager deletes their own templates, and an administrator any', async () => {
  const project = await newProject()
  await newTask(project)
  const [own, other] = [await okBody(save(project, 'Own')), await okBody(save(project, 'Other', ann))]
  const remove = (template: Template, request = pam) => request(`DELETE /api/templates/${template.id}/`)
  assert.equal((await remove(own, max)).status, 403)
  assert.equal((await remove(other)).status, 403)
  assert.equal((await remove(own, dev)).status, 403)
  assert.equal((await remove(own)).status, 204)
  assert.equal((await remove(own)).status, 404)
  assert.equal((await use(own)).status, 404)
  assert.equal((await remove(other, ann)).status, 204)
})
