import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Answer, daysFrom, people, projects, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev, deb] = [as('ann'), as('pam'), as('max'), as('dev'), as('deb')]
const { website } = projects

type Request = typeof ann
const read = async (request: Request) => {
  const { status, body } = await request('GET /api/project-health/')
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const shown = async (request: Request = pam) => {
  const { last_activity_at: _, ...rest } = (await read(request)).find(({ project }: { project: number }) => project === website)
  return rest
}
const made = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body
}
const description = 'Long enough, surely.'
const newTask = (fields: object = {}) => made(pam('POST /api/tasks/', { project: website, title: 'T', description, ...fields }))
const newSubtask = (task: number, fields: object = {}) => made(pam('POST /api/subtasks/', { task, title: 'S', ...fields }))
/** Only a change may set a due date in the past. */
const due = (kind: 'tasks' | 'subtasks', id: number, due_date: string) => made(pam(`PATCH /api/${kind}/${id}/`, { due_date }))

const empty = {
  project: website,
  name: 'Website',
  tasks: 0,
  tasks_done: 0,
  subtasks: 0,
  subtasks_done: 0,
  overdue: 0,
  unassigned: 0,
  next_due: null,
  state: 'on_track',
  reason: '',
}

beforeEach(async () => {
  await query('delete from tasks where project_id = $1', website)
  await query('delete from project_updates')
  await query(`update projects set status = 'in_progress', end_date = null, is_active = true where id = $1`, website)
})

test('a person reads the active projects that they see, the newest first, also without any work', async () => {
  const idsOf = async (request: Request) => (await read(request)).map(({ project }: { project: number }) => project)
  assert.deepEqual(await shown(), empty)
  assert.deepEqual(await idsOf(ann), [projects.secret, website])
  for (const request of [pam, dev]) assert.deepEqual(await idsOf(request), [website])
  for (const request of [max, deb]) assert.deepEqual(await idsOf(request), [projects.secret])
  assert.deepEqual(await idsOf(as('una')), [])
  await query('update projects set is_active = false where id = $1', website)
  assert.deepEqual(await idsOf(pam), [])
})

test('tasks and subtasks are counted by their own status', async () => {
  const [one, two] = [await newTask(), await newTask({ status: 'done' })]
  await newSubtask(one.id)
  await newSubtask(one.id, { status: 'done' })
  await newSubtask(two.id, { assigned_to: people.dev.id })
  const expected = { ...empty, tasks: 2, tasks_done: 1, subtasks: 3, subtasks_done: 1, unassigned: 1 }
  for (const request of [ann, pam, dev]) assert.deepEqual(await shown(request), expected)
})

test('what is open and was due before today is overdue, and its project late', async () => {
  const task = await newTask()
  const [late, done, today] = [await newSubtask(task.id), await newSubtask(task.id), await newSubtask(task.id)]
  await due('subtasks', late.id, daysFrom(-1))
  await due('subtasks', done.id, daysFrom(-1))
  await due('subtasks', today.id, daysFrom(0))
  await made(pam(`PATCH /api/subtasks/${done.id}/`, { status: 'done' }))
  await made(pam(`PATCH /api/subtasks/${today.id}/`, { status: 'in_progress' }))
  assert.deepEqual([(await shown()).overdue, (await shown()).state, (await shown()).reason], [1, 'late', '1 overdue'])
  await due('tasks', task.id, daysFrom(-1))
  assert.deepEqual([(await shown()).overdue, (await shown()).reason], [2, '2 overdue'])
  await query(`update projects set status = 'on_hold' where id = $1`, website)
  assert.deepEqual([(await shown()).overdue, (await shown()).state, (await shown()).reason], [2, 'on_track', ''])
})

test('today is that of the workspace’s time zone', async () => {
  const task = await newTask()
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await query('update tenants set timezone = $1 where id = 1', timezone)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format()
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    await due('tasks', task.id, today)
    assert.equal((await shown()).overdue, 0)
    await due('tasks', task.id, yesterday)
    assert.equal((await shown()).overdue, 1)
  }
  await query(`update tenants set timezone = 'UTC' where id = 1`)
})

test('the next due date is the earliest from today on of what is open, with its title and task', async () => {
  const [one, two] = [await newTask({ title: 'One' }), await newTask({ title: 'Two' })]
  await due('tasks', one.id, daysFrom(-1))
  assert.equal((await shown()).next_due, null)
  await due('tasks', two.id, daysFrom(20))
  assert.deepEqual((await shown()).next_due, { date: daysFrom(20), title: 'Two', task: two.id })
  const step = await newSubtask(one.id, { title: 'Step', due_date: daysFrom(20) })
  assert.equal((await shown()).next_due.title, 'Two')
  await due('subtasks', step.id, '9999-12-31')
  await due('tasks', two.id, '9999-12-31')
  assert.deepEqual((await shown()).next_due, { date: '9999-12-31', title: 'Two', task: two.id })
  await due('subtasks', step.id, daysFrom(0))
  assert.deepEqual((await shown()).next_due, { date: daysFrom(0), title: 'Step', task: one.id })
  await made(pam(`PATCH /api/subtasks/${step.id}/`, { status: 'done' }))
  assert.equal((await shown()).next_due.title, 'Two')
})

test('a project is at risk while something to do is due within three days', async () => {
  const { id } = await newTask({ due_date: daysFrom(4) })
  assert.equal((await shown()).state, 'on_track')
  await due('tasks', id, daysFrom(3))
  const { state, reason } = await shown()
  assert.deepEqual([state, reason], ['at_risk', '1 due within 3 days and not started'])
  await made(pam(`PATCH /api/tasks/${id}/`, { status: 'in_progress' }))
  assert.equal((await shown()).state, 'on_track')
})

test('a project is at risk while one person has more open hours than working hours until a date', async () => {
  const { id } = await newTask()
  // Eight weeks, wherever they begin, have 320 working hours.
  const due_date = daysFrom(55)
  const hours = { assigned_to: people.dev.id, due_date, estimated_hours: 160.1, status: 'in_progress' }
  const { id: first } = await newSubtask(id, hours)
  const { id: second } = await newSubtask(id, { ...hours, estimated_hours: 159.9 })
  assert.deepEqual([(await shown()).state, (await shown()).reason], ['on_track', ''])
  await made(pam(`PATCH /api/subtasks/${second}/`, { estimated_hours: 160 }))
  assert.equal((await shown()).state, 'at_risk')
  assert.match((await shown(dev)).reason, /^Dev has 320\.1 h of work due by \d+ \w+ \d{4}$/)
  await made(pam(`PATCH /api/subtasks/${first}/`, { assigned_to: people.pam.id }))
  assert.equal((await shown()).state, 'on_track')
  await made(pam(`PATCH /api/subtasks/${first}/`, { assigned_to: people.dev.id, status: 'done' }))
  assert.equal((await shown()).state, 'on_track')
})

test('the last activity is the last change of the project, or of a task with anything in it', async () => {
  await query(`update projects set created_at = '2026-01-01', changed_at = null where id = $1`, website)
  const activity = async () => (await read(pam))[0].last_activity_at
  assert.equal(Date.parse(await activity()), Date.parse('2026-01-01'))
  const { id } = await newTask()
  const back = () => query(`update tasks set created_at = '2026-01-02', changed_at = null where id = $1`, id)
  const isNow = async (what: string) => assert.ok(Date.now() - Date.parse(await activity()) < 600_000, what)
  await isNow('a new task')
  await back()
  assert.equal(Date.parse(await activity()), Date.parse('2026-01-02'))
  await made(dev('POST /api/comments/', { content_type: 'task', object_id: id, text: 'Well.' }))
  await isNow('a comment')
  await back()
  await newSubtask(id)
  await isNow('a subtask')
  await back()
  await made(ann(`PATCH /api/projects/${website}/`, { priority: 'low' }))
  await isNow('the project')
})
