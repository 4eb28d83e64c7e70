import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from 'contract'
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
    const { created_at } = body
    const fresh = { edited_at: null, reactions: [] }
    assert.deepEqual(body, { id: body.id, text: 'Well said.', author: id, author_name: name, created_at, ...fresh })
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

test('its author changes a comment, which is marked and keeps its earlier texts', async () => {
  const { id } = (await comment(dev, { text: 'First.' })).body
  const change = (request: typeof ann, body: object) => request(`PATCH /api/comments/${id}/`, body)
  const refused = [403, { detail: 'Only its author can change a comment.' }]
  for (const request of [ann, pam]) assert.deepEqual(outcome(await change(request, { text: 'Mine.' })), refused)
  for (const request of [max, dana]) assert.equal((await change(request, { text: 'Mine.' })).status, 404)
  assert.deepEqual(outcome(await change(dev, { text: ' ' })), [400, { text: ['This field is required'] }])
  assert.equal((await change(dev, { text: 'x'.repeat(5001) })).status, 400)
  assert.equal((await change(dev, { text: 'First.' })).body.edited_at, null)

  const { status, body } = await change(dev, { text: 'Second.' })
  assert.equal(status, 200)
  assert.equal(body.text, 'Second.')
  assert.ok(Date.parse(body.edited_at) >= Date.parse(body.created_at))
  assert.deepEqual((await pam(`GET /api/tasks/${tasks.home_page}/`)).body.comments.at(-1), body)
  assert.deepEqual((await pam('GET /api/tasks/')).body.results[0].comments.at(-1), body)
  await change(dev, { text: 'Third.' })

  const { results } = (await ann(`GET /api/comments/${id}/history/`)).body
  assert.deepEqual(
    results.map(({ field, before, person }: Change) => [field, before, person.full_name]),
    [
      ['comment', null, 'Dev'],
      ['comment', null, 'Dev'],
    ],
  )
  const version = (await ann(`GET /api/history/${results[1].id}/`)).body
  assert.deepEqual([version.before, version.after, version.earlier, version.later], ['First.', 'Second.', null, results[0].id])
  assert.equal((await max(`GET /api/history/${results[1].id}/`)).status, 404)
  assert.equal((await dev(`DELETE /api/comments/${id}/`)).status, 204)
  for (const path of [`comments/${id}/history`, `history/${results[1].id}`])
    assert.equal((await dev(`GET /api/${path}/`)).status, 404)
  assert.equal((await dev(`POST /api/comments/${id}/restore/`)).body.text, 'Third.')
  assert.equal((await dev(`GET /api/comments/${id}/history/`)).body.count, 2)
})

test('its author ticks a box of a comment, which is no edit', async () => {
  const { id } = (await comment(dev, { text: '- [ ] Ask\n- [ ] Wait' })).body
  const check_box = { number: 1, text: 'Wait', is_checked: true }
  const { status, body } = await dev(`PATCH /api/comments/${id}/`, { check_box })
  assert.deepEqual([status, body.text, body.edited_at], [200, '- [ ] Ask\n- [x] Wait', null])
  assert.equal((await dev(`GET /api/comments/${id}/history/`)).body.count, 0)
  assert.equal((await pam(`PATCH /api/comments/${id}/`, { check_box })).status, 403)
  const gone = { ...check_box, text: 'Something else' }
  assert.equal((await dev(`PATCH /api/comments/${id}/`, { check_box: gone })).status, 400)
  assert.equal((await dev(`PATCH /api/comments/${id}/`, { text: 'Both', check_box })).status, 400)
})

test('whoever sees a comment reacts to it, and sees who else did', async () => {
  const { id } = (await comment(pam)).body
  const react = (request: typeof ann, reactions: unknown) => request(`PUT /api/comments/${id}/reactions/`, { reactions })
  const shown = ({ body }: { body: { reactions: { reaction: string; people: { full_name: string }[] }[] } }) =>
    body.reactions.map(({ reaction, people: who }) => `${reaction} ${who.map(({ full_name }) => full_name)}`)
  assert.deepEqual(shown(await react(dev, ['🎉', '👍', '👍'])), ['👍 Dev', '🎉 Dev'])
  assert.deepEqual(shown(await react(ann, ['👍'])), ['👍 Dev,Ann', '🎉 Dev'])
  const read = (await pam(`GET /api/tasks/${tasks.home_page}/`)).body.comments.at(-1)
  assert.deepEqual(shown({ body: read }), ['👍 Dev,Ann', '🎉 Dev'])
  assert.deepEqual((await pam('GET /api/tasks/')).body.results[0].comments.at(-1), read)
  assert.deepEqual(shown(await react(dev, ['🎉'])), ['👍 Ann', '🎉 Dev'])
  assert.equal((await react(dev, ['🎉'])).body.edited_at, null)
  for (const request of [max, dana]) assert.equal((await react(request, ['👍'])).status, 404)
  assert.equal((await react(dev, ['🦄'])).status, 400)
  assert.equal((await react(dev, null)).status, 400)
  assert.equal((await pam(`DELETE /api/comments/${id}/`)).status, 204)
  assert.deepEqual(shown(await pam(`POST /api/comments/${id}/restore/`)), ['👍 Ann', '🎉 Dev'])
  assert.deepEqual(shown(await react(dev, [])), ['👍 Ann'])
})

test('one reaction at a time is counted once, whoever chooses it at the same moment', async () => {
  const { id } = (await comment(pam)).body
  await Promise.all(
    [dev, dev, pam, ann, dev].map((request) => request(`PUT /api/comments/${id}/reactions/`, { reactions: ['👀'] })),
  )
  const [{ people: who }] = (await pam(`GET /api/tasks/${tasks.home_page}/`)).body.comments.at(-1).reactions
  assert.deepEqual(
    new Set(who.map((person: { id: number }) => person.id)),
    new Set([people.dev.id, people.pam.id, people.ann.id]),
  )
  assert.equal(who.length, 3)
})
