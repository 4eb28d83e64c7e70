import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Attention, OpenItem } from 'contract'
import { daysAfter, endOfWeek } from '../capacity/hours.ts'
import { type Answer, daysFrom, people, projects, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max] = [as('ann'), as('pam'), as('max')]
const { website, secret } = projects
const [dev, dana] = [
  { id: people.dev.id, full_name: 'Dev' },
  { id: people.dana.id, full_name: 'Dana' },
]

type Request = typeof ann
async function read(request: Request): Promise<Attention> {
  const { status, body } = await request('GET /api/attention/')
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const made = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
  return body
}
const newTask = (fields: object = {}) =>
  made(pam('POST /api/tasks/', { project: website, title: 'T', description: 'Long enough, surely.', ...fields }))
const newSubtask = (task: number, fields: object = {}) => made(pam('POST /api/subtasks/', { task, title: 'S', ...fields }))
/** Only a change may set a due date in the past. */
const due = (kind: 'tasks' | 'subtasks', id: number, due_date: string) => made(pam(`PATCH /api/${kind}/${id}/`, { due_date }))
const ids = (list: { id: number }[]) => list.map(({ id }) => id)
const loadOf = ({ load }: Attention, person: { id: number }) => load.find((each) => each.person.id === person.id)

beforeEach(async () => {
  await query('delete from tasks')
  // Everybody works a full week.
  await query('delete from schedules')
  await query(`update projects set status = 'in_progress', is_active = true where id in ($1, $2)`, website, secret)
})

const capacity = 40
const nothing = { open_subtasks: 0, hours_this_week: 0, hours_next_week: 0, overdue: 0, capacity }
test('without any work, nothing needs attention but the developers who have none', async () => {
  assert.deepEqual(await read(pam), {
    overdue: [],
    overdue_count: 0,
    unassigned: [],
    unassigned_count: 0,
    idle: [dana, dev],
    overloaded: [],
    load: [
      { person: dana, ...nothing },
      { person: dev, ...nothing },
    ],
  })
  assert.deepEqual(
    (await read(ann)).idle.map(({ full_name }) => full_name),
    ['Dana', 'Deb', 'Dev', 'Una'],
  )
})

test('overdue work is listed with its project and assignee, the oldest first', async () => {
  const task = await newTask({ title: 'Late task', assigned_to: dev.id })
  const subtask = await newSubtask(task.id, { title: 'Later' })
  const done = await newSubtask(task.id, { status: 'done' })
  await newSubtask(task.id, { due_date: today() })
  await due('tasks', task.id, daysFrom(-1))
  await due('subtasks', subtask.id, daysFrom(-2))
  await due('subtasks', done.id, daysFrom(-2))
  const project = { id: website, name: 'Website' }
  const later: OpenItem = {
    type: 'subtask',
    id: subtask.id,
    key: subtask.key,
    title: 'Later',
    task: task.id,
    project,
    assigned_to: null,
    due_date: daysFrom(-2),
  }
  const late: OpenItem = {
    type: 'task',
    id: task.id,
    key: task.key,
    title: 'Late task',
    task: task.id,
    project,
    assigned_to: dev,
    due_date: daysFrom(-1),
  }
  for (const request of [pam, ann]) {
    const { overdue, overdue_count } = await read(request)
    assert.deepEqual([overdue, overdue_count], [[later, late], 2])
  }
  assert.equal((await read(max)).overdue_count, 0)
})

test('unassigned subtasks are listed, the next due first and those without a date last', async () => {
  const task = await newTask()
  const undated = await newSubtask(task.id)
  const dated = await newSubtask(task.id, { due_date: daysFrom(9) })
  await newSubtask(task.id, { status: 'done' })
  await newSubtask(task.id, { assigned_to: dev.id })
  const { unassigned, unassigned_count } = await read(pam)
  assert.deepEqual([ids(unassigned), unassigned_count], [[dated.id, undated.id], 2])
  assert.deepEqual([unassigned[0]?.type, unassigned[0]?.due_date, unassigned[1]?.due_date], ['subtask', daysFrom(9), null])
})

test('fifty items are listed, and all are counted', async () => {
  const task = await newTask()
  await query(
    `insert into subtasks (tenant_id, task_id, title, due_date) select 1, $1, 'S' || n, current_date - n from generate_series(1, 60) n`,
    task.id,
  )
  const { overdue, overdue_count, unassigned, unassigned_count } = await read(pam)
  assert.deepEqual([overdue.length, overdue_count, unassigned.length, unassigned_count], [50, 60, 50, 60])
  assert.deepEqual([overdue[0]?.title, unassigned[49]?.title], ['S60', 'S11'])
})

test('a project that is completed, on hold or inactive needs no attention, and its work keeps nobody busy', async () => {
  const task = await newTask()
  await newSubtask(task.id, { assigned_to: dev.id, estimated_hours: 500, due_date: today() })
  await due('subtasks', (await newSubtask(task.id)).id, daysFrom(-1))
  const summary = async () => {
    const { overdue_count, unassigned_count, idle, overloaded } = await read(pam)
    return [overdue_count, unassigned_count, idle.length, overloaded.length]
  }
  assert.deepEqual(await summary(), [1, 1, 1, 1])
  for (const rest of [`status = 'completed'`, `status = 'on_hold'`, `status = 'planning', is_active = false`]) {
    await query(`update projects set ${rest} where id = $1`, website)
    assert.deepEqual(await summary(), [0, 0, 2, 0], rest)
  }
})

test('a developer with work in another manager’s project is not idle, but only that manager reads how much it is', async () => {
  const membership = [secret, dev.id] as const
  await query(`insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`, ...membership)
  const plan = await made(max('POST /api/tasks/', { project: secret, title: 'Plan', description: 'Long enough, surely.' }))
  await made(max('POST /api/subtasks/', { task: plan.id, title: 'S', assigned_to: dev.id }))
  assert.deepEqual((await read(pam)).idle, [dana])
  assert.equal(loadOf(await read(pam), dev)?.open_subtasks, 0)
  for (const request of [max, ann]) assert.equal(loadOf(await read(request), dev)?.open_subtasks, 1)
  await query('delete from members where project_id = $1 and person_id = $2', ...membership)
})

test('a developer with an open task is not idle until it is done', async () => {
  const task = await newTask({ assigned_to: dev.id })
  assert.deepEqual((await read(pam)).idle, [dana])
  await made(pam(`PATCH /api/tasks/${task.id}/`, { status: 'done' }))
  assert.deepEqual((await read(pam)).idle, [dana, dev])
})

test('the load sums estimated hours by the week in which they are due, those of this week also when they are done', async () => {
  const { id } = await newTask()
  const sunday = endOfWeek(today(), 1)
  const add = (due_date: string | null, estimated_hours: number | null, fields: object = {}) =>
    newSubtask(id, { due_date, estimated_hours, assigned_to: dev.id, ...fields })
  const late = await add(null, 0.7)
  await due('subtasks', late.id, daysFrom(-30))
  await add(sunday, 0.1)
  await add(daysAfter(sunday, 1), 3)
  await add(daysAfter(sunday, 7), 0.5)
  await add(daysAfter(sunday, 8), 100)
  await add(null, 100)
  await add(sunday, null)
  await add(sunday, 5, { status: 'done' })
  const expected = { person: dev, open_subtasks: 7, hours_this_week: 5.1, hours_next_week: 3.5, overdue: 1, capacity }
  for (const request of [pam, ann]) assert.deepEqual(loadOf(await read(request), dev), expected)
})

test('a developer reads the unassigned subtasks of their running projects', async () => {
  const unassigned = async (request: Request) => {
    const { status, body } = await request('GET /api/unassigned/')
    assert.equal(status, 200, JSON.stringify(body))
    return [body.count, body.results.map(({ id }: OpenItem) => id)]
  }
  const task = await newTask()
  const undated = await newSubtask(task.id)
  const dated = await newSubtask(task.id, { due_date: daysFrom(9) })
  await newSubtask(task.id, { status: 'done' })
  await newSubtask(task.id, { assigned_to: dev.id })
  assert.deepEqual(await unassigned(as('dev')), [2, [dated.id, undated.id]])
  assert.deepEqual(await unassigned(as('deb')), [0, []])
  await query(`update projects set status = 'on_hold' where id = $1`, website)
  assert.deepEqual(await unassigned(as('dev')), [0, []])
})

test('a person is overloaded with more hours in the whole week than they can work in it, apart from what is overdue', async () => {
  const { id } = await newTask()
  const until = endOfWeek(today(), 1)
  const subtask = await newSubtask(id, { due_date: until, estimated_hours: capacity, assigned_to: dev.id })
  assert.deepEqual((await read(pam)).overloaded, [])
  await made(pam(`PATCH /api/subtasks/${subtask.id}/`, { estimated_hours: capacity + 0.1 }))
  await newSubtask(id, { due_date: until, estimated_hours: 300, assigned_to: people.pam.id })
  const late = await newSubtask(id, { estimated_hours: 300, assigned_to: dev.id })
  await due('subtasks', late.id, daysFrom(-8))
  assert.deepEqual((await read(pam)).overloaded, [
    { person: { id: people.pam.id, full_name: 'Pam' }, hours: 300, capacity, until },
    { person: dev, hours: capacity + 0.1, capacity, until },
  ])
  assert.deepEqual(
    (await read(pam)).load.map(({ person }) => person.full_name),
    ['Dana', 'Dev', 'Pam'],
  )
})
