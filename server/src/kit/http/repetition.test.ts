import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome, projects, tasks, testApp } from '../../testing/world.ts'

const { as, query } = await testApp()

const count = async (table: string) => Number((await query(`select count(*) as n from ${table}`))[0]?.n)
const body = { content_type: 'task', object_id: tasks.home_page, text: 'Once.' }
const withKey = (person: Parameters<typeof as>[0], key: string) => as(person, { headers: { 'idempotency-key': key } })

test('a repeated change is answered like the first, and nobody is told again', async () => {
  const before = { comments: await count('comments'), notifications: await count('notifications') }
  const dev = withKey('dev', 'comment')
  const first = await dev('POST /api/comments/', body)
  assert.equal(first.status, 201)
  const told = await count('notifications')
  assert.ok(told > before.notifications)
  for (let i = 0; i < 3; i++) assert.deepEqual(outcome(await dev('POST /api/comments/', body)), outcome(first))
  assert.equal(await count('comments'), before.comments + 1)
  assert.equal(await count('notifications'), told)
  assert.equal((await as('dev')('POST /api/comments/', body)).status, 201)
  assert.equal(await count('comments'), before.comments + 2)
})

test('of repetitions at the same moment one is carried out', async () => {
  const before = await count('subtasks')
  const pam = withKey('pam', 'subtask')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => pam('POST /api/subtasks/', { task: tasks.home_page, title: 'One of six' })),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1)
  assert.equal(await count('subtasks'), before + 1)
})

test('a repetition is answered like the first although it could not be made now', async () => {
  const { body: task } = await as('pam')('POST /api/tasks/', {
    project: projects.website,
    title: 'Short-lived',
    description: 'Soon deleted.',
  })
  const dev = withKey('dev', 'last-words')
  const comment = { ...body, object_id: task.id }
  const first = await dev('POST /api/comments/', comment)
  assert.equal(first.status, 201)
  assert.equal((await as('pam')(`DELETE /api/tasks/${task.id}/`)).status, 204)
  assert.deepEqual(outcome(await dev('POST /api/comments/', comment)), outcome(first))
  assert.equal((await as('dev')('POST /api/comments/', comment)).status, 400)
})

test('a refused change is not remembered: it can succeed later', async () => {
  const pam = withKey('pam', 'later')
  const change = { title: '' }
  assert.equal((await pam(`PATCH /api/tasks/${tasks.home_page}/`, change)).status, 400)
  assert.equal((await pam(`PATCH /api/tasks/${tasks.home_page}/`, { title: 'Home' })).status, 200)
})

test('a key belongs to its person and its request', async () => {
  const status = async (person: 'pam' | 'dev', text: string) =>
    outcome(await withKey(person, 'mine')('POST /api/comments/', { ...body, text }))
  assert.equal((await status('dev', 'Dev’s'))[0], 201)
  assert.equal((await status('pam', 'Pam’s'))[0], 201)
  const before = await count('comments')
  assert.deepEqual(await status('dev', 'Another'), [422, { detail: 'This Idempotency-Key belongs to another request.' }])
  assert.equal(await count('comments'), before)
})

test('a person who may no longer call gets no earlier answer', async () => {
  const dev = withKey('dev', 'before')
  assert.equal((await dev('POST /api/comments/', body)).status, 201)
  await query(`update tenants set is_blocked = true where id = 1`)
  assert.equal((await dev('POST /api/comments/', body)).body.code, 'tenant_blocked')
  await query(`update tenants set is_blocked = false where id = 1`)
})
