import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, recurrences, type Subtask, type Task } from 'contract'
import { daysFrom, labels, type Name, okBody, outcome, people, projects, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [pam, dev] = [as('pam'), as('dev')]
const description = 'Look at the backups:\n- [x] Disk\n- [ ] Cloud'

const newTask = (fields: object = {}): Promise<Task> =>
  okBody(pam('POST /api/tasks/', { project: projects.website, title: 'Check', description, ...fields }))
const newSubtask = (task: Task, fields: object = {}): Promise<Subtask> =>
  okBody(pam('POST /api/subtasks/', { task: task.id, title: 'A step', ...fields }))
const change = (task: { id: number }, fields: object): Promise<Task> => okBody(pam(`PATCH /api/tasks/${task.id}/`, fields))
const read = (id: number): Promise<Task> => okBody(dev(`GET /api/tasks/${id}/`))
const nextOf = ({ next_task }: Task) => read(next_task?.id ?? assert.fail('Nothing came after it'))
const allOf = async (): Promise<Task[]> => (await okBody(dev(`GET /api/tasks/?project=${projects.website}`))).results
const inboxOf = async (name: Name) =>
  (await query('select message from notifications where person_id = $1 order by id', people[name].id)).map(
    ({ message }) => message,
  )

test('a task that recurs stays when it is done, and the next one appears', async () => {
  const fields = { due_date: daysFrom(2), recurrence: 'weekly', priority: 'high', label_ids: [labels.design] }
  const task = await newTask({ ...fields, assigned_to_id: people.dev.id })
  assert.equal(task.recurrence, 'weekly')
  const step = await newSubtask(task, {
    ...{ description: '- [x] Look', due_date: daysFrom(1), priority: 'low', estimated_hours: 2.5, assigned_to_id: people.dev.id },
  })
  const other = await newSubtask(task, { title: 'Another' })
  await okBody(pam(`POST /api/subtasks/${other.id}/blockers/`, { blocked_by: step.key }))
  await okBody(pam(`PATCH /api/subtasks/${step.id}/`, { status: 'done' }))
  await okBody(dev('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Full.' }))

  const done = await change(task, { status: 'done' })
  const next = await nextOf(done)
  assert.deepEqual([done.status, done.recurrence, done.next_task], ['done', 'weekly', { id: next.id, key: next.key }])
  assert.deepEqual(
    [next.title, next.description, next.status, next.priority, next.due_date, next.recurrence, next.next_task],
    ['Check', description.replace('[x]', '[ ]'), 'todo', 'high', daysFrom(9), 'weekly', null],
  )
  assert.deepEqual([next.assigned_to?.id, next.labels.map(({ id }) => id)], [people.dev.id, [labels.design]])
  assert.deepEqual(
    next.subtasks.map((subtask) => [subtask.title, subtask.status, subtask.due_date, subtask.assigned_to?.id]),
    [
      ['A step', 'todo', daysFrom(8), people.dev.id],
      ['Another', 'todo', null, undefined],
    ],
  )
  const [first, second] = next.subtasks
  assert.deepEqual([first?.description, first?.estimated_hours, first?.priority], ['- [ ] Look', 2.5, 'low'])
  assert.deepEqual(
    second?.blocked_by.map(({ subtask }) => subtask),
    [first?.id],
  )
  assert.deepEqual(next.comments, [])
  assert.notEqual(next.key, task.key)
  assert.match(String((await inboxOf('dev')).at(-1)), new RegExp(`${first?.key} “A step”`))
  const listed = await allOf()
  for (const shown of [done, next])
    assert.deepEqual(
      listed.find(({ id }) => id === shown.id),
      shown,
    )
})

test('two requests that finish a task at once make one next task', async () => {
  const task = await newTask({ recurrence: 'daily', title: 'Once' })
  await Promise.all(Array.from({ length: 5 }, () => change(task, { status: 'done' })))
  assert.equal((await allOf()).filter(({ title }) => title === 'Once').length, 2)
})

test('a next task that nobody has touched goes when the one before it is reopened', async () => {
  const task = await newTask({ recurrence: 'daily' })
  await newSubtask(task, { assigned_to_id: people.dev.id })
  const done = await change(task, { status: 'done' })
  const reopened = await change(task, { status: 'in_progress' })
  assert.deepEqual([reopened.status, reopened.recurrence, reopened.next_task], ['in_progress', 'daily', null])
  assert.equal((await dev(`GET /api/tasks/${done.next_task?.id}/`)).status, 404)
  const again = await change(task, { status: 'done' })
  assert.notEqual(again.next_task?.id, done.next_task?.id)
  await nextOf(again)
})

for (const [name, touch] of Object.entries({
  'a changed title': (next: Task) => change(next, { title: 'Other' }),
  'a comment': (next: Task) => okBody(dev('POST /api/comments/', { content_type: 'task', object_id: next.id, text: 'Hm' })),
  'a new subtask': (next: Task) => newSubtask(next),
  'progress of a subtask': (next: Task) => okBody(pam(`PATCH /api/subtasks/${next.subtasks[0]?.id}/`, { status: 'in_progress' })),
}))
  test(`a next task with ${name} stays when the one before it is reopened, and stays the only one`, async () => {
    const task = await newTask({ recurrence: 'daily' })
    await newSubtask(task)
    const done = await change(task, { status: 'done' })
    await touch(await nextOf(done))
    const reopened = await change(task, { status: 'todo' })
    assert.deepEqual(reopened.next_task, done.next_task)
    assert.deepEqual((await change(task, { status: 'done' })).next_task, done.next_task)
  })

test('a recurrence that is set when a task is done already, or created as done, makes the next one at once', async () => {
  const task = await newTask({ status: 'done' })
  assert.equal(task.next_task, null)
  assert.equal((await nextOf(await change(task, { recurrence: 'daily' }))).due_date, daysFrom(1))
  assert.equal((await nextOf(await newTask({ status: 'done', recurrence: 'daily' }))).due_date, daysFrom(1))
})

test('a task that is changed while it is finished hands its new state on', async () => {
  const task = await newTask({ recurrence: 'daily', due_date: daysFrom(1) })
  const done = await change(task, { status: 'done', title: 'Renamed', due_date: daysFrom(5), label_ids: [labels.design] })
  const next = await nextOf(done)
  assert.deepEqual([next.title, next.due_date, next.labels.length], ['Renamed', daysFrom(6), 1])
})

test('without a recurrence nothing comes after a task', async () => {
  const task = await newTask({ recurrence: 'daily' })
  assert.equal((await change(task, { recurrence: null })).recurrence, null)
  assert.equal((await change(task, { status: 'done' })).next_task, null)
  assert.equal((await newTask({ recurrence: '' })).recurrence, null)
  assert.deepEqual(outcome(await pam(`PATCH /api/tasks/${task.id}/`, { recurrence: 'yearly' })), [
    400,
    { recurrence: ['Choose one of: daily, weekdays, weekly, monthly.'] },
  ])
})

test('a monthly task keeps to the day of the due date that somebody has chosen', async () => {
  // The next 31st of a month whose next month is shorter.
  const january = `${new Date().getUTCFullYear() + 1}-01-31`
  const task = await newTask({ recurrence: 'monthly', due_date: january })
  const february = await nextOf(await change(task, { status: 'done' }))
  assert.equal(february.due_date?.slice(5, 7), '02')
  // A change of something else leaves the day as it is.
  await change(february, { title: 'Still monthly', due_date: february.due_date })
  const march = await nextOf(await change(february, { status: 'done' }))
  assert.equal(march.due_date?.slice(5), '03-31')
  await change(march, { due_date: march.due_date?.replace('-31', '-10') })
  assert.equal((await nextOf(await change(march, { status: 'done' }))).due_date?.slice(5), '04-10')
})

test('today is the workspace’s when the next date is counted', async () => {
  for (const [zone, offset] of [
    ['Pacific/Kiritimati', 14],
    ['Pacific/Pago_Pago', -11],
  ] as const) {
    await query(`update tenants set timezone = $1 where subdomain = 'acme'`, zone)
    const today = new Date(Date.now() + offset * 3_600_000).toISOString().slice(0, 10)
    const next = await nextOf(await change(await newTask({ recurrence: 'daily' }), { status: 'done' }))
    assert.equal(next.due_date, addDays(today, 1))
  }
  await query(`update tenants set timezone = 'UTC' where subdomain = 'acme'`)
})

test('the history tells of a recurrence, and of a task that came by one only that it was created', async () => {
  const task = await newTask()
  await change(task, { recurrence: 'monthly' })
  const done = await change(task, { status: 'done' })
  const fields = async (id: number) =>
    (await okBody(dev(`GET /api/tasks/${id}/history/`))).results.map((line: { field: string; before: string; after: string }) => [
      line.field,
      line.before,
      line.after,
    ])
  assert.deepEqual(await fields(task.id), [
    ['status', 'todo', 'done'],
    ['recurrence', null, 'monthly'],
    ['created', null, null],
  ])
  assert.deepEqual(await fields(done.next_task?.id ?? 0), [['created', null, null]])
})

test('people who have left the project get no part of the next task', async () => {
  const task = await newTask({ recurrence: 'daily' })
  const step = await newSubtask(task, { assigned_to_id: people.dev.id })
  await okBody(pam(`PATCH /api/subtasks/${step.id}/`, { status: 'done' }))
  const { members } = await okBody(pam(`GET /api/projects/${projects.website}/`))
  const member = members.find(({ employee }: { employee: { id: number } }) => employee.id === people.dev.id)
  await query('delete from members where id = $1', member.id)
  const { next_task } = await change(task, { status: 'done' })
  const next: Task = await okBody(pam(`GET /api/tasks/${next_task?.id}/`))
  assert.deepEqual(
    next.subtasks.map(({ assigned_to }) => assigned_to),
    [null],
  )
})

test('a recurrence ends with the calendar', async () => {
  for (const recurrence of recurrences) {
    const task = await newTask({ due_date: '9999-12-31', recurrence })
    const done = await change(task, { status: 'done' })
    assert.deepEqual([done.status, done.next_task], ['done', null], recurrence)
    await change(task, { status: 'todo' })
  }
})

test('what is due at the ends of the calendar is copied, repeated and shown', async () => {
  const [end, begin] = ['9999-12-31', '0001-01-01']
  const task = await newTask({ due_date: daysFrom(1), recurrence: 'weekly' })
  for (const due_date of [end, begin]) {
    const subtask = await newSubtask(task, { assigned_to_id: people.pam.id, estimated_hours: 3 })
    await okBody(pam(`PATCH /api/subtasks/${subtask.id}/`, { due_date }))
  }
  const copy: Task = await okBody(pam(`POST /api/tasks/${task.id}/copy/`, { title: 'Copy', due_date: end }))
  assert.deepEqual(
    copy.subtasks.map(({ due_date }) => due_date),
    [end, copy.subtasks[1]?.due_date],
  )
  const { next_task } = await change(task, { status: 'done' })
  const next: Task = await okBody(pam(`GET /api/tasks/${next_task?.id}/`))
  assert.equal(next.subtasks[0]?.due_date, end)
  await change(copy, { due_date: begin })
  const reads = [
    ...['project-health/', 'progress/', 'attention/', 'developer-dashboard/', 'workload/', 'tasks/', 'projects/'],
    ...[`search/?q=step&from=${begin}&to=${end}`, `absences/?from=9999-12-01&to=${end}`, `absences/?from=${begin}&to=0001-02-01`],
  ]
  for (const path of reads)
    for (const by of [pam, dev]) {
      const { status } = await by(`GET /api/${path}`)
      assert.ok(status < 500, path)
    }
})
