import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query, runWhileLocked } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev, dana] = [as('ann'), as('pam'), as('dev'), as('dana')]
const { header } = subtasks

beforeEach(async () => {
  await query('delete from limits')
  await query('delete from notifications')
  await query(`update subtasks set assigned_to_id = null, status = 'todo' where id = $1`, header)
})

type Request = typeof ann
const ask = (request: Request, id: number = header) => request(`POST /api/subtasks/${id}/request/`)
const asked = [200, { detail: 'The project manager has been asked for this subtask.' }]
const refusal = (detail: string) => [400, { detail }]
const notifications = () => query('select person_id::float8 as who, message, link from notifications order by id')

test('a developer asks the manager for a subtask that nobody has', async () => {
  assert.deepEqual(outcome(await ask(dev)), asked)
  const link = `/project_manager/tasks/${tasks.home_page}`
  const message = 'Dev asks for WEB-2 “Header” in “Website”.'
  assert.deepEqual(await notifications(), [{ who: people.pam.id, message, link }])
})

test('a repeated request is answered the same way, and the manager is notified once a day', async () => {
  for (let i = 0; i < 3; i++) assert.deepEqual(outcome(await ask(dev)), asked)
  assert.equal((await notifications()).length, 1)
  await query('update limits set resets_at = now()')
  assert.deepEqual(outcome(await ask(dev)), asked)
  assert.equal((await notifications()).length, 2)
})

test('of twenty requests at once, one notifies the manager', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(dev)))
  for (const answer of answers) assert.deepEqual(outcome(answer), asked)
  assert.equal((await notifications()).length, 1)
})

test('a new manager is asked again', async () => {
  await ask(dev)
  await query('update projects set assigned_pm = $1 where id = $2', people.max.id, projects.website)
  await ask(dev)
  assert.deepEqual(
    (await notifications()).map(({ who }) => who),
    [people.pam.id, people.max.id],
  )
  await query('update projects set assigned_pm = $1 where id = $2', people.pam.id, projects.website)
})

test('a subtask that is assigned or done can’t be asked for, and nobody is told', async () => {
  assert.deepEqual(outcome(await ask(dev, subtasks.footer)), refusal('This subtask is already assigned to you.'))
  await query('update subtasks set assigned_to_id = $1 where id = $2', people.pam.id, header)
  assert.deepEqual(outcome(await ask(dev)), refusal('This subtask has been assigned to somebody else.'))
  await query(`update subtasks set assigned_to_id = null, status = 'done' where id = $1`, header)
  assert.deepEqual(outcome(await ask(dev)), refusal('This subtask is done.'))
  assert.deepEqual(await notifications(), [])
  // A refusal has used up no request.
  await query(`update subtasks set status = 'todo' where id = $1`, header)
  assert.deepEqual(outcome(await ask(dev)), asked)
  assert.equal((await notifications()).length, 1)
})

test('a request that waits while the subtask is assigned is refused', async () => {
  const { answers } = await runWhileLocked(`update subtasks set assigned_to_id = ${people.pam.id} where id = ${header}`, () =>
    ask(dev),
  )
  assert.deepEqual(answers.map(outcome), [refusal('This subtask has been assigned to somebody else.')])
})

test('only members of the project ask', async () => {
  assert.equal((await ask(dana)).status, 404)
  for (const request of [ann, pam]) assert.equal((await ask(request)).status, 403)
})

test('a person asks for twenty subtasks an hour', async () => {
  const rows = await query(
    `insert into subtasks (tenant_id, task_id, title) select 1, $1, 'S' || n from generate_series(1, 25) n returning id::float8`,
    tasks.home_page,
  )
  const answers = await Promise.all(rows.map(({ id }) => ask(dev, Number(id))))
  const { 200: passed = [], 429: waiting = [] } = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual([passed.length, waiting.length, (await notifications()).length], [20, 5, 20])
  for (const { headers } of waiting) assert.ok(Number(headers['retry-after']) > 0)
})
