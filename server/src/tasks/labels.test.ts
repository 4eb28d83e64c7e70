import assert from 'node:assert/strict'
import { test } from 'node:test'
import { labels, outcome, tasks, testApp } from '../testing/world.ts'

const { as, query, runWhileLocked } = await testApp()
const [ann, pam, gwen] = [as('ann'), as('pam'), as('gwen')]

const taken = [400, { name: ['A label with this name already exists.'] }]
const create = (body: object) => ann('POST /api/labels/', body)
const change = (id: number, body: object) => ann(`PATCH /api/labels/${id}/`, body)
const names = async () => (await ann('GET /api/labels/')).body.results.map(({ name }: { name: string }) => name)

test('the admin creates a label, in the usual colour or one of their own; the managers see it', async () => {
  const { status, body } = await create({ name: '  Backend ', id: 900, tenant_id: 2 })
  assert.deepEqual([status, body], [201, { id: body.id, name: 'Backend', color: '#00C4B4' }])
  assert.notEqual(body.id, 900)
  assert.equal((await create({ name: 'Red', color: '#fF0000' })).body.color, '#fF0000')
  for (const color of ['', null, undefined]) assert.equal((await create({ name: `No ${color}`, color })).body.color, '#00C4B4')
  assert.deepEqual((await pam('GET /api/labels/')).body.results[0], body)
  assert.deepEqual(
    (await gwen('GET /api/labels/')).body.results.map(({ name }: { name: string }) => name),
    ['Fuel'],
  )
})

test('a label needs a name, of 50 characters at most, and a colour that is one', async () => {
  const needed = [400, { name: ['Label name is required.'] }]
  for (const name of ['', '  ', null, undefined]) assert.deepEqual(outcome(await create({ name })), needed)
  assert.deepEqual(outcome(await create({ name: 'x'.repeat(51) })), [
    400,
    { name: ['Ensure this field has no more than 50 characters.'] },
  ])
  assert.equal((await create({ name: 'x'.repeat(50) })).status, 201)
  for (const name of [7, ['a'], {}]) assert.deepEqual(outcome(await create({ name })), [400, { name: ['Not a valid text.'] }])
  const wrong = [400, { color: ['Use the colour format #RRGGBB.'] }]
  for (const color of ['red', '#12345', '#1234567', '00C4B4', '#GGGGGG', 7, '#000000\n1'])
    assert.deepEqual(outcome(await create({ name: 'Coloured', color })), wrong)
  assert.deepEqual(outcome(await create({ name: '', color: 'x' })), [400, { ...(needed[1] as object), ...(wrong[1] as object) }])
})

test('a name is given once in a workspace, in whatever case', async () => {
  for (const name of ['Design', 'DESIGN', ' design ']) assert.deepEqual(outcome(await create({ name })), taken)
  assert.equal((await create({ name: 'Ärger' })).status, 201)
  assert.deepEqual(outcome(await create({ name: 'äRGER' })), taken)
  assert.equal((await create({ name: 'fuel' })).status, 201)
  assert.deepEqual(outcome(await change(labels.design, { name: 'ärger' })), taken)
  assert.deepEqual(outcome(await change(labels.design, { name: 'DESIGN' })), [
    200,
    { id: labels.design, name: 'DESIGN', color: '#00C4B4' },
  ])
})

test('of ten who create one label at once one succeeds, and the others are told that the name is taken', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => create({ name: i % 2 ? 'Race' : 'RACE' })))
  const { 201: created = [], 400: late = [] } = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual([created.length, late.length], [1, 9])
  for (const answer of late) assert.deepEqual(outcome(answer), taken)
})

test('a change touches only what was sent, and a task shows it', async () => {
  assert.equal((await change(labels.design, { name: 'Looks' })).body.color, '#00C4B4')
  const after = { id: labels.design, name: 'Looks', color: '#123456' }
  assert.deepEqual(outcome(await change(labels.design, { color: '#123456', id: 900, tenant_id: 2 })), [200, after])
  assert.deepEqual(outcome(await change(labels.design, {})), [200, after])
  assert.deepEqual((await pam(`GET /api/tasks/${tasks.home_page}/`)).body.labels, [after])
  assert.deepEqual(outcome(await change(labels.design, { name: ' ' })), [400, { name: ['Label name is required.'] }])
  assert.deepEqual(outcome(await change(labels.design, { color: '' })), [400, { color: ['Use the colour format #RRGGBB.'] }])
})

test('a deleted label is gone from the list and from its tasks', async () => {
  assert.deepEqual(outcome(await ann(`DELETE /api/labels/${labels.design}/`)), [204, undefined])
  assert.ok(!(await names()).includes('Looks'))
  assert.deepEqual((await pam(`GET /api/tasks/${tasks.home_page}/`)).body.labels, [])
  assert.equal((await ann(`DELETE /api/labels/${labels.design}/`)).status, 404)
  assert.equal((await change(labels.design, { name: 'X' })).status, 404)
  assert.equal((await pam(`PATCH /api/tasks/${tasks.home_page}/`, { label_ids: [labels.design] })).status, 400)
})

test('a label that is deleted while tasks are given it is gone, and nothing fails', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = (await create({ name: `Short-lived ${round}` })).body
    if (round % 2) await pam(`PATCH /api/tasks/${tasks.home_page}/`, { label_ids: [id] })
    const [removed, ...answers] = await Promise.all([
      ann(`DELETE /api/labels/${id}/`),
      pam(`PATCH /api/tasks/${tasks.home_page}/`, { label_ids: [id] }),
      pam(`PATCH /api/tasks/${tasks.home_page}/`, { label_ids: [] }),
      pam('POST /api/tasks/', { project: 1, title: 'T', description: 'Long enough, surely.', label_ids: [id] }),
    ])
    assert.equal(removed.status, 204)
    for (const { status } of answers) assert.ok([200, 201, 400].includes(status), String(status))
    assert.deepEqual(await query('select count(*)::int as n from task_labels where label_id = $1', id), [{ n: 0 }])
  }
})

test('a label that a new task is being given is deleted afterwards, and taken off it', async () => {
  const { id } = (await create({ name: 'Contested' })).body
  const { answers } = await runWhileLocked(
    'lock table task_labels in share mode',
    () => pam('POST /api/tasks/', { project: 1, title: 'T', description: 'Long enough, surely.', label_ids: [id] }),
    () => ann(`DELETE /api/labels/${id}/`),
  )
  const [created, removed] = answers
  assert.deepEqual([created?.status, removed?.status], [201, 204])
  assert.deepEqual((await pam(`GET /api/tasks/${created?.body.id}/`)).body.labels, [])
})
