import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from 'contract'
import { daysFrom, labels, okBody, outcome, people, projects, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [pam, dev] = [as('pam'), as('dev')]

const newTask = (fields: object = {}): Promise<Task> =>
  okBody(pam('POST /api/tasks/', { project: projects.website, title: 'Release 1', description: '- [x] Notes', ...fields }))
const newSubtask = (task: Task, fields: object) =>
  okBody(pam('POST /api/subtasks/', { task: task.id, title: 'A step', ...fields }))
const copy = (task: { id: number }, fields: object) => pam(`POST /api/tasks/${task.id}/copy/`, fields)

test('a copy has the content of a task, and begins again', async () => {
  const task = await newTask({ due_date: daysFrom(10), recurrence: 'weekly', label_ids: [labels.design], priority: 'high' })
  const build = await newSubtask(task, {
    title: 'Build',
    assigned_to_id: people.dev.id,
    due_date: daysFrom(8),
    estimated_hours: 4,
  })
  const ship = await newSubtask(task, { title: 'Ship', status: 'done', due_date: daysFrom(10) })
  await okBody(pam(`POST /api/subtasks/${ship.id}/blockers/`, { blocked_by: build.key }))
  await okBody(pam(`POST /api/tasks/${task.id}/blockers/`, { blocked_by: 'WEB-1' }))
  await okBody(dev('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Hm' }))
  const before: Task = await okBody(dev(`GET /api/tasks/${task.id}/`))

  const copied: Task = await okBody(copy(task, { title: 'Release 2', due_date: daysFrom(30) }))
  assert.deepEqual(
    [copied.title, copied.description, copied.status, copied.priority, copied.due_date, copied.recurrence],
    ['Release 2', '- [ ] Notes', 'todo', 'high', daysFrom(30), null],
  )
  assert.deepEqual([copied.labels, copied.comments, copied.blocked_by], [before.labels, [], []])
  assert.deepEqual(
    copied.subtasks.map(({ title, status, due_date, assigned_to, estimated_hours }) => [
      title,
      status,
      due_date,
      assigned_to?.id,
      estimated_hours,
    ]),
    [
      ['Build', 'todo', daysFrom(28), people.dev.id, 4],
      ['Ship', 'todo', daysFrom(30), undefined, null],
    ],
  )
  const [first, second] = copied.subtasks
  assert.deepEqual(
    second?.blocked_by.map(({ key, status }) => [key, status]),
    [[first?.key, 'todo']],
  )
  const [told] = await query('select message from notifications where person_id = $1 order by id desc limit 1', people.dev.id)
  assert.match(String(told?.message), new RegExp(`${first?.key} “Build”`))
  assert.deepEqual(await okBody(dev(`GET /api/tasks/${task.id}/`)), before)
  assert.deepEqual(await okBody(dev(`GET /api/tasks/${copied.id}/`)), copied)
})

test('without a due date of either task, the copied subtasks have none', async () => {
  const dated = await newTask({ due_date: daysFrom(10) })
  const undated = await newTask()
  for (const task of [dated, undated]) await newSubtask(task, { due_date: daysFrom(8) })
  for (const [task, due_date] of [
    [dated, null],
    [undated, daysFrom(3)],
  ] as const) {
    const copied: Task = await okBody(copy(task, { title: 'Copy', due_date }))
    assert.deepEqual([copied.due_date, copied.subtasks[0]?.due_date], [due_date, null])
  }
})

test('copied subtasks are not due before today', async () => {
  const task = await newTask({ due_date: daysFrom(10) })
  await newSubtask(task, { due_date: daysFrom(1) })
  const copied: Task = await okBody(copy(task, { title: 'Sooner', due_date: daysFrom(2) }))
  assert.equal(copied.subtasks[0]?.due_date, daysFrom(0))
})

test('a copy needs a title, and no due date in the past', async () => {
  const task = await newTask()
  assert.deepEqual(outcome(await copy(task, { due_date: daysFrom(-1) })), [
    400,
    { title: ['Title is required.'], due_date: ['Due date cannot be in the past.'] },
  ])
})

test('the manager of the project copies its tasks, and nobody else', async () => {
  const fields = { title: 'Mine' }
  const path = `POST /api/tasks/${tasks.home_page}/copy/`
  assert.equal((await pam(path, fields)).status, 201)
  assert.equal((await dev(path, fields)).status, 403)
  assert.equal((await as('max')(path, fields)).status, 404)
})
