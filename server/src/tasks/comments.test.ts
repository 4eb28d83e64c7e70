import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comments, outcome, people, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const [ann, pam, max, dev, dana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana')]

const comment = (request: typeof ann, fields: object = {}) =>
  request('POST /api/comments/', { content_type: 'task', object_id: tasks.home_page, text: 'Well said.', ...fields })
const countComments = async () => (await query('select count(*)::int as n from comments'))[0]?.n

test('whoever sees a task comments on it, under their own name', async () => {
  for (const [request, { id }, name] of [
    [ann, people.ann, 'Ann'],
    [pam, people.pam, 'Pam'],
    [dev, people.dev, 'Dev'],
  ] as const) {
    const { status, body } = await comment(request, {
      text: '  Well said. ',
      author: people.max.id,
      author_id: people.max.id,
      tenant_id: 2,
    })
    assert.equal(status, 201)
    assert.deepEqual(body, { id: body.id, text: 'Well said.', author: id, author_name: name, created_at: body.created_at })
    assert.deepEqual((await pam(`GET /api/tasks/${tasks.home_page}/`)).body.comments.at(-1), body)
  }
})

test('a task that one does not see is no choice, whether it exists or not', async () => {
  const before = await countComments()
  const refused = [400, { object_id: ['Choose a task that you can see.'] }]
  for (const request of [max, dana, as('deb')]) assert.deepEqual(outcome(await comment(request)), refused)
  for (const object_id of [tasks.plan, tasks.engine, 987_654])
    assert.deepEqual(outcome(await comment(pam, { object_id })), refused)
  assert.equal(await countComments(), before)
  assert.equal((await comment(max, { object_id: tasks.plan })).status, 201)
})

test('an empty comment is none, and comments are for tasks', async () => {
  const needed = ['This field is required']
  for (const text of ['', ' \n ', undefined, null])
    assert.deepEqual(outcome(await comment(pam, { text })), [400, { text: needed }])
  assert.deepEqual((await comment(pam, { text: 'x'.repeat(5001) })).body, {
    text: ['Ensure this field has no more than 5000 characters.'],
  })
  assert.equal((await comment(pam, { text: 'x'.repeat(5000) })).status, 201)
  for (const content_type of ['subtask', 'project', '', undefined])
    assert.deepEqual(outcome(await comment(pam, { content_type })), [400, { content_type: ['Comments are for tasks only.'] }])
  assert.deepEqual(outcome(await comment(pam, { object_id: undefined })), [400, { object_id: needed }])
})

test('only its author deletes a comment', async () => {
  const { id } = (await comment(dev)).body
  const refused = [403, { detail: 'Only its author can delete a comment.' }]
  for (const request of [ann, pam]) assert.deepEqual(outcome(await request(`DELETE /api/comments/${id}/`)), refused)
  for (const request of [max, dana]) assert.equal((await request(`DELETE /api/comments/${id}/`)).status, 404)
  assert.equal((await dev(`DELETE /api/comments/${id}/`)).status, 204)
  assert.equal((await dev(`DELETE /api/comments/${id}/`)).status, 404)
})

test('who is no member any more does not see even their own comment', async () => {
  await query('delete from members where person_id = $1 and project_id = 1', people.dev.id)
  assert.equal((await dev(`DELETE /api/comments/${comments.dev}/`)).status, 404)
  await query(`insert into members (tenant_id, project_id, person_id, role) values (1, 1, $1, 'developer')`, people.dev.id)
  assert.equal((await dev(`DELETE /api/comments/${comments.dev}/`)).status, 204)
})
