// Undoing a deletion.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, outcome as exactOutcome, labels, people, projects, testApp } from '../testing/world.ts'
import { sweepTrash } from './trash.ts'

const { as, query, pools, runWhileLocked } = await testApp()
const [ann, pam, max, dev, dana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana')]

/** The same without the versions, which every change raises. */
const unversioned = <T>(value: T): T => JSON.parse(JSON.stringify(value, (key, each) => (key === 'version' ? undefined : each)))
const outcome = (answer: Answer) => unversioned(exactOutcome(answer))
const notFound = [404, { detail: 'Not found.' }]
const inactive = [400, { detail: 'Project is inactive.' }]
const { website } = projects

const newTask = async (fields: object = {}) =>
  (await pam('POST /api/tasks/', { project: website, title: 'Task', description: 'Long enough, surely.', ...fields })).body
const newSubtask = async (task: number, fields: object = {}) =>
  (await pam('POST /api/subtasks/', { task, title: 'Subtask', ...fields })).body
const newComment = async (task: number, request = pam) =>
  (await request('POST /api/comments/', { content_type: 'task', object_id: task, text: 'Well.' })).body
const newLabel = async (name: string) => (await ann('POST /api/labels/', { name, color: '#112233' })).body
const switchTo = (is_active: boolean) => ann(`PATCH /api/projects/${website}/`, { is_active })
const join = () => pam('POST /api/members/bulk-assign/', { project: website, developers: [people.dana.id] })
const leave = async () => query('delete from members where project_id = $1 and person_id = $2', website, people.dana.id)
/** The oldest first. */
const historyOf = async (task: number) =>
  ((await pam(`GET /api/tasks/${task}/history/`)).body.results as Line[])
    .map(({ field, before, after }) => ({ field, before, after }))
    .toReversed()
type Line = { field: string; before: string | null; after: string | null }
const lost = (field: string, before: string | null): Line => ({ field, before, after: null })
const got = (field: string, after: string): Line => ({ field, before: null, after })
const countTrash = async () => (await query('select count(*)::int as n from trash'))[0]?.n

/** Creates one object of each kind, with somebody who may delete it and a function that reads it. */
async function oneOfEach() {
  const task = await newTask()
  const subtask = await newSubtask(task.id)
  const comment = await newComment(task.id)
  const another = await newTask()
  const label = await newLabel(`Label ${task.id}`)
  return [
    { path: `/api/subtasks/${subtask.id}/`, whole: subtask, by: pam },
    { path: `/api/comments/${comment.id}/`, whole: comment, by: pam },
    { path: `/api/tasks/${another.id}/`, whole: another, by: pam },
    { path: `/api/labels/${label.id}/`, whole: label, by: ann },
  ]
}

test('a deleted task comes back whole, under its own ids, with its times and authors', async () => {
  await join()
  const extra = await newLabel('Extra')
  const { id } = await newTask({
    label_ids: [labels.design, extra.id],
    due_date: '2099-01-01',
    assigned_to: people.dev.id,
    status: 'in_progress',
  })
  await newSubtask(id, {
    estimated_hours: 12.5,
    assigned_to: people.dana.id,
    priority: 'high',
    due_date: '2099-02-01',
    description: '“Ünï”\n',
  })
  await newSubtask(id)
  for (const request of [pam, dev, ann]) await newComment(id, request)
  const whole = (await pam(`GET /api/tasks/${id}/`)).body
  assert.deepEqual([whole.subtasks.length, whole.comments.length, whole.labels.length], [2, 3, 2])
  const rows = async () => [
    await query(`select to_jsonb(t) - 'version' - 'changed_at' as row from tasks t where id = $1`, id),
    await query(`select to_jsonb(s) - 'version' as row from subtasks s where task_id = $1 order by id`, id),
    await query('select * from comments where task_id = $1 order by id', id),
    await query('select * from task_labels where task_id = $1 order by label_id', id),
  ]
  const before = await rows()
  assert.equal((await pam(`DELETE /api/tasks/${id}/`)).status, 204)
  assert.equal((await pam(`GET /api/tasks/${id}/`)).status, 404)
  assert.deepEqual(outcome(await pam(`POST /api/tasks/${id}/restore/`)), [200, unversioned(whole)])
  assert.deepEqual(await rows(), before)
  assert.ok((await dev(`GET /api/tasks/${id}/`)).body.version > whole.version)
  assert.deepEqual(unversioned((await dev(`GET /api/tasks/${id}/`)).body), unversioned(whole))
  assert.ok((await newTask()).id > id)
  assert.equal((await pam(`DELETE /api/tasks/${id}/`)).status, 204)
  assert.deepEqual(outcome(await pam(`POST /api/tasks/${id}/restore/`)), [200, unversioned(whole)])
  await leave()
})

test('each kind comes back as it was, once', async () => {
  for (const { path, whole, by } of await oneOfEach()) {
    assert.equal((await by(`DELETE ${path}`)).status, 204)
    assert.deepEqual(outcome(await by(`POST ${path}restore/`)), [200, unversioned(whole)], path)
    assert.deepEqual(outcome(await by(`POST ${path}restore/`)), notFound, path)
  }
  assert.equal(await countTrash(), 0)
})

test('a label comes back to the tasks that still are', async () => {
  const label = await newLabel('Everywhere')
  const [first, second] = [await newTask({ label_ids: [label.id, labels.design] }), await newTask({ label_ids: [label.id] })]
  await ann(`DELETE /api/labels/${label.id}/`)
  await pam(`DELETE /api/tasks/${second.id}/`)
  assert.deepEqual(outcome(await ann(`POST /api/labels/${label.id}/restore/`)), [200, label])
  assert.deepEqual((await pam(`GET /api/tasks/${first.id}/`)).body, first)
})

test('a label and a task that are both deleted come back together, in every order of deleting and undoing', async () => {
  const orders = [
    ['label', 'task'],
    ['task', 'label'],
  ] as const
  for (const deleted of orders)
    for (const undone of orders) {
      const label = await newLabel(`From ${deleted} to ${undone}`)
      const task = await newTask({ label_ids: [labels.design, label.id] })
      const paths = { label: `/api/labels/${label.id}/`, task: `/api/tasks/${task.id}/` }
      const by = { label: ann, task: pam }
      for (const kind of deleted) assert.equal((await by[kind](`DELETE ${paths[kind]}`)).status, 204)
      for (const kind of undone) assert.equal((await by[kind](`POST ${paths[kind]}restore/`)).status, 200)
      assert.deepEqual((await pam(`GET ${paths.task}`)).body.labels, task.labels, `${deleted}, ${undone}`)
      const lines = (await historyOf(task.id)).filter(({ field }) => field === 'label')
      assert.deepEqual(lines, [lost('label', label.name), got('label', label.name)], `${deleted}, ${undone}`)
    }
})

test('a label and an import that are both gone come back together', async () => {
  const label = await newLabel('Imported')
  const file = { text: 'ID,Title,Labels\na7,Imported task,Imported', file_name: 'tasks.csv' }
  const path = `/api/imports/${(await pam(`POST /api/projects/${website}/imports/`, file)).body.import.id}/`
  const labelsOf = async () =>
    query(
      "select l.name from tasks t join task_labels tl on tl.task_id = t.id join labels l on l.id = tl.label_id where t.title = 'Imported task'",
    )
  for (const [first, second] of [
    [pam, ann],
    [ann, pam],
  ] as const) {
    const remove = (by: typeof pam) => (by === pam ? pam(`POST ${path}undo/`) : ann(`DELETE /api/labels/${label.id}/`))
    const restore = (by: typeof pam) => by(`POST ${by === pam ? path : `/api/labels/${label.id}/`}restore/`)
    for (const by of [first, second]) assert.equal((await remove(by)).status, 204)
    for (const by of [first, second]) assert.equal((await restore(by)).status, 200)
    assert.deepEqual(await labelsOf(), [{ name: 'Imported' }])
  }
})

test('the history says that a blocker was deleted, and that it came back', async () => {
  const [waiting, blocker, another] = [await newTask(), await newTask({ title: 'First' }), await newTask({ title: 'Parent' })]
  const part = await newSubtask(another.id, { title: 'Part' })
  for (const key of [blocker.key, part.key]) await pam(`POST /api/tasks/${waiting.id}/blockers/`, { blocked_by: key })
  await pam(`DELETE /api/tasks/${blocker.id}/`)
  await pam(`DELETE /api/subtasks/${part.id}/`)
  await pam(`POST /api/subtasks/${part.id}/restore/`)
  await pam(`POST /api/tasks/${blocker.id}/restore/`)
  const [first, second] = [`${blocker.key} First`, `${part.key} Part`]
  assert.deepEqual(
    (await historyOf(waiting.id)).filter(({ field }) => field === 'blocker'),
    [
      got('blocker', first),
      got('blocker', second),
      lost('blocker', first),
      lost('blocker', second),
      got('blocker', second),
      got('blocker', first),
    ],
  )
})

test('a label whose name somebody gave anew meanwhile stays away', async () => {
  const label = await newLabel('Wanted')
  await ann(`DELETE /api/labels/${label.id}/`)
  const other = await newLabel('WANTED')
  const refused = [400, { name: ['A label with this name already exists.'] }]
  assert.deepEqual(outcome(await ann(`POST /api/labels/${label.id}/restore/`)), refused)
  await ann(`PATCH /api/labels/${other.id}/`, { name: 'Free again' })
  assert.deepEqual(outcome(await ann(`POST /api/labels/${label.id}/restore/`)), [200, label])
})

test('a label that is gone is left out of a task that comes back', async () => {
  const label = await newLabel('Passing')
  const task = await newTask({ label_ids: [label.id, labels.design] })
  await pam(`DELETE /api/tasks/${task.id}/`)
  await ann(`DELETE /api/labels/${label.id}/`)
  const back = (await pam(`POST /api/tasks/${task.id}/restore/`)).body
  assert.deepEqual(
    back.labels.map(({ id }: { id: number }) => id),
    [labels.design],
  )
})

test('what is open comes back to members only; what is done keeps its name', async () => {
  await join()
  const dana_id = people.dana.id
  const task = await newTask({ assigned_to: dana_id })
  const open = await newSubtask(task.id, { assigned_to: dana_id })
  const done = await newSubtask(task.id, { assigned_to: dana_id, status: 'done' })
  const kept = await newSubtask(task.id, { assigned_to: people.dev.id })
  const alone = await newSubtask((await newTask()).id, { assigned_to: dana_id })
  await pam(`DELETE /api/tasks/${task.id}/`)
  await pam(`DELETE /api/subtasks/${alone.id}/`)
  await leave()
  const restored = (await pam(`POST /api/tasks/${task.id}/restore/`)).body
  assert.equal(restored.assigned_to, null)
  assert.deepEqual(unversioned(restored.subtasks), [{ ...open, assigned_to: null }, done, kept].map(unversioned))
  assert.deepEqual(outcome(await pam(`POST /api/subtasks/${alone.id}/restore/`)), [
    200,
    unversioned({ ...alone, assigned_to: null }),
  ])
  const isLoss = ({ field }: Line) => field === 'assigned_to'
  const loss = lost('assigned_to', open.assigned_to.full_name)
  assert.deepEqual((await historyOf(task.id)).filter(isLoss), [loss, loss])
  assert.deepEqual((await historyOf(alone.task)).filter(isLoss), [loss])
})

test('a deletion can be undone for a minute, by whoever deleted', async () => {
  for (const { path, by, whole } of await oneOfEach()) {
    await by(`DELETE ${path}`)
    for (const request of [ann, pam, max, dev, dana, as('gwen'), as('gil')])
      if (request !== by) assert.ok([403, 404].includes((await request(`POST ${path}restore/`)).status), path)
    await query(`update trash set deleted_at = now() - interval '59 seconds'`)
    assert.deepEqual(outcome(await by(`POST ${path}restore/`)), [200, unversioned(whole)], path)
    await by(`DELETE ${path}`)
    await query(`update trash set deleted_at = now() - interval '61 seconds'`)
    assert.deepEqual(outcome(await by(`POST ${path}restore/`)), notFound, path)
  }
})

test('while the project is inactive nothing comes back, and afterwards it does', async () => {
  const each = (await oneOfEach()).filter(({ path }) => !path.includes('labels'))
  for (const { path, by } of each) await by(`DELETE ${path}`)
  await switchTo(false)
  for (const { path, by } of each) assert.deepEqual(outcome(await by(`POST ${path}restore/`)), inactive, path)
  await switchTo(true)
  for (const { path, by, whole } of each)
    assert.deepEqual(outcome(await by(`POST ${path}restore/`)), [200, unversioned(whole)], path)
})

test('who does not run the project any more brings nothing back; who does not see it, no comment', async () => {
  const each = (await oneOfEach()).filter(({ path }) => !path.includes('labels'))
  for (const { path, by } of each) await by(`DELETE ${path}`)
  const task = await newTask()
  const comment = await newComment(task.id, dev)
  await dev(`DELETE /api/comments/${comment.id}/`)
  await ann(`PATCH /api/projects/${website}/`, { assigned_pm: people.max.id })
  for (const { path } of each) assert.deepEqual(outcome(await pam(`POST ${path}restore/`)), notFound, path)
  await ann(`PATCH /api/projects/${website}/`, { assigned_pm: people.pam.id })
  await query('delete from members where project_id = $1 and person_id = $2', website, people.dev.id)
  assert.deepEqual(outcome(await dev(`POST /api/comments/${comment.id}/restore/`)), notFound)
  await query(
    `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`,
    website,
    people.dev.id,
  )
  assert.deepEqual(outcome(await dev(`POST /api/comments/${comment.id}/restore/`)), [200, comment])
})

test('what was in a task that is gone waits for the task', async () => {
  const task = await newTask()
  const [subtask, comment] = [await newSubtask(task.id), await newComment(task.id)]
  await pam(`DELETE /api/subtasks/${subtask.id}/`)
  await pam(`DELETE /api/comments/${comment.id}/`)
  await pam(`DELETE /api/tasks/${task.id}/`)
  assert.deepEqual(outcome(await pam(`POST /api/subtasks/${subtask.id}/restore/`)), notFound)
  assert.deepEqual(outcome(await pam(`POST /api/comments/${comment.id}/restore/`)), notFound)
  assert.deepEqual((await pam(`POST /api/tasks/${task.id}/restore/`)).body.subtasks, [])
  assert.deepEqual(outcome(await pam(`POST /api/subtasks/${subtask.id}/restore/`)), [200, unversioned(subtask)])
  assert.deepEqual(outcome(await pam(`POST /api/comments/${comment.id}/restore/`)), [200, comment])
})

test('of ten who undo one deletion at once one succeeds', async () => {
  for (const { path, by } of await oneOfEach()) {
    await by(`DELETE ${path}`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => by(`POST ${path}restore/`)))
    const { 200: back = [], 404: late = [] } = Object.groupBy(answers, ({ status }) => String(status))
    assert.deepEqual([back.length, late.length], [1, 9], path)
  }
})

test('a label that is created and one that comes back at the same moment, under one name: one of the two', async () => {
  for (let round = 0; round < 15; round++) {
    const label = await newLabel(`Contested ${round}`)
    await ann(`DELETE /api/labels/${label.id}/`)
    const [back, created] = await Promise.all([
      ann(`POST /api/labels/${label.id}/restore/`),
      ann('POST /api/labels/', { name: `contested ${round}` }),
    ])
    assert.ok(['200,400', '400,201'].includes([back.status, created.status].join()), [back.status, created.status].join())
  }
})

test('a change at the moment of a deletion is undone with it or comes back with it, and is never lost', async () => {
  for (let round = 0; round < 25; round++) {
    const task = await newTask()
    const subtask = await newSubtask(task.id, { assigned_to: people.dev.id })
    const isWhole = round % 2 === 0
    const path = isWhole ? `/api/tasks/${task.id}/` : `/api/subtasks/${subtask.id}/`
    const [changed, commented, removed] = await Promise.all([
      dev(`PATCH /api/subtasks/${subtask.id}/`, { status: 'in_progress' }),
      dev('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Quick.' }),
      pam(`DELETE ${path}`),
    ])
    assert.equal(removed.status, 204)
    assert.equal((await pam(`POST ${path}restore/`)).status, 200)
    const { subtasks, comments } = (await pam(`GET /api/tasks/${task.id}/`)).body
    assert.equal(subtasks[0].status, changed.status === 200 ? 'in_progress' : 'todo')
    assert.equal(comments.length, commented.status === 201 ? 1 : 0)
  }
})

test('work that comes back while its assignee is being removed holds them', async () => {
  const task = await newTask()
  await join()
  await query('delete from subtasks where assigned_to_id = $1', people.dana.id)
  const subtask = await newSubtask(task.id, { assigned_to: people.dana.id })
  await pam(`DELETE /api/subtasks/${subtask.id}/`)
  const [row] = await query('select id::float8 from members where project_id = $1 and person_id = $2', website, people.dana.id)
  const { answers } = await runWhileLocked(
    'lock table notifications in share mode',
    () => pam(`POST /api/subtasks/${subtask.id}/restore/`),
    () => pam(`DELETE /api/members/${row?.id}/`),
  )
  assert.deepEqual(answers.map(outcome), [
    [200, unversioned(subtask)],
    [400, { detail: 'Dana has 1 assigned subtask, which must be reassigned first.' }],
  ])
})

test('what was deleted more than an hour ago is swept away, in every workspace; the sweep sees no content', async () => {
  await query('delete from trash')
  const [old, young] = [await newTask(), await newTask()]
  await pam(`DELETE /api/tasks/${old.id}/`)
  await as('gwen')(`DELETE /api/labels/${labels.fuel}/`)
  await query(`update trash set deleted_at = now() - interval '61 minutes'`)
  await pam(`DELETE /api/tasks/${young.id}/`)
  await sweepTrash(pools)
  assert.deepEqual(await query('select row_id::float8 from trash'), [{ row_id: young.id }])
  await assert.rejects(pools.platform.query('select content from trash'), /permission denied/)
  assert.equal((await pools.workspace.query('select 1 from trash')).rowCount, 0)
})
