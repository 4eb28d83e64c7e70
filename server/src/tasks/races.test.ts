// Concurrent changes to one task.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labels, people, projects, subtasks, testApp } from '../testing/world.ts'

const { as, query, runWhileLocked } = await testApp()
const [pam, dev] = [as('pam'), as('dev')]

const newTask = () => pam('POST /api/tasks/', { project: projects.website, title: 'Task', description: 'Long enough, surely.' })

test('of two who change different fields of one task or subtask at once neither loses theirs', async () => {
  const task = `PATCH /api/tasks/${(await newTask()).body.id}/`
  const subtask = `PATCH /api/subtasks/${subtasks.footer}/`
  for (let round = 0; round < 10; round++) {
    const labels_now = round % 2 ? [labels.design] : []
    const title = `Round ${round}`
    const status = round % 2 ? 'done' : 'todo'
    const answers = await Promise.all([
      pam(task, { title }),
      pam(task, { label_ids: labels_now, status }),
      pam(subtask, { title }),
      dev(subtask, { status }),
    ])
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200, 200],
    )
    const { body: stored } = await pam(task.replace('PATCH', 'GET'))
    assert.deepEqual([stored.title, stored.status, stored.labels.length], [title, status, labels_now.length])
    const [row] = await query('select title, status from subtasks where id = $1', subtasks.footer)
    assert.deepEqual(row, { title, status })
  }
})

test('of many who change one field at once each is answered with what it stored, and one of them stays', async () => {
  const { id } = (await newTask()).body
  const titles = Array.from({ length: 10 }, (_, n) => `Title ${n}`)
  const answers = await Promise.all(titles.map((title) => pam(`PATCH /api/tasks/${id}/`, { title })))
  assert.deepEqual(
    answers.map(({ body }) => body.title),
    titles,
  )
  assert.ok(titles.includes((await pam(`GET /api/tasks/${id}/`)).body.title))
})

test('twenty changes of one task at once all succeed', async () => {
  const { id } = (await newTask()).body
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      pam(`PATCH /api/tasks/${id}/`, { title: `Title ${i}`, label_ids: i % 2 ? [labels.design] : [] }),
    ),
  )
  assert.deepEqual(Object.keys(Object.groupBy(answers, ({ status }) => status)), ['200'])
})

test('a deletion amid new subtasks, comments and changes leaves nothing without its task', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = (await newTask()).body
    const answers = await Promise.all([
      pam('POST /api/subtasks/', { task: id, title: 'S', assigned_to: people.dev.id }),
      dev('POST /api/comments/', { content_type: 'task', object_id: id, text: 'C' }),
      pam(`DELETE /api/tasks/${id}/`),
      pam(`PATCH /api/tasks/${id}/`, { label_ids: [labels.design] }),
      pam(`DELETE /api/tasks/${id}/`),
    ])
    assert.ok(['204,404', '404,204'].includes([answers[2].status, answers[4].status].join()))
    for (const { status } of answers) assert.ok([200, 201, 204, 400, 404].includes(status), String(status))
  }
})

test('a task that is read while it is renamed shows one moment: all of it before the change, or all of it after', async () => {
  const { id } = (await newTask()).body
  const step = (await pam('POST /api/subtasks/', { task: id, title: 'Step' })).body
  const rename = `lock table subtasks in access exclusive mode;
    update tasks set title = 'Renamed', version = version + 1 where tenant_id = 1 and id = ${id}`
  const { answers } = await runWhileLocked(rename, () => pam(`GET /api/tasks/${id}/`))
  assert.deepEqual(answers[0]?.body.subtasks, [step])
})
