import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, people, projects, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev, dana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana')]
const { website } = projects
const { home_page } = tasks
const missing = [404, { detail: 'Not found.' }]

beforeEach(async () => {
  await query('delete from limits')
  await query('delete from notifications')
  await query('delete from subtask_proposals')
})

type Request = typeof ann
const idea = { title: 'Search box', description: 'With suggestions.', estimated_hours: 6.5 }
const propose = (request: Request, task: number = home_page, body: object = idea) =>
  request(`POST /api/tasks/${task}/proposals/`, body)
async function proposed(request: Request = dev, task?: number) {
  const { status, body } = await propose(request, task)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const accept = (request: Request, id: number) => request(`POST /api/proposals/${id}/accept/`)
const decline = (request: Request, id: number) => request(`POST /api/proposals/${id}/decline/`)
const list = async (request: Request) => (await request(`GET /api/projects/${website}/proposals/`)).body
const notifications = () => query('select person_id::float8 as who, message, link from notifications order by id')
const countSubtasks = async (title: string) =>
  (await query('select count(*)::int as n from subtasks where title = $1', title))[0]?.n
const newTask = async (): Promise<number> =>
  (await pam('POST /api/tasks/', { project: website, title: 'T', description: 'Long enough, surely.' })).body.id

test('a developer proposes a subtask in a task that they work on, and the manager is notified', async () => {
  const { id, created_at, ...rest } = await proposed()
  assert.deepEqual(rest, {
    ...idea,
    project: website,
    task: { id: home_page, title: 'Home page' },
    author: { id: people.dev.id, full_name: 'Dev' },
  })
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 600_000)
  const page = { count: 1, next: null, previous: null, results: [{ id, created_at, ...rest }] }
  for (const request of [pam, dev]) assert.deepEqual(await list(request), page)
  const message = 'Dev proposes the subtask “Search box” in “Website”.'
  assert.deepEqual(await notifications(), [{ who: people.pam.id, message, link: `/project_manager/projects/${website}` }])
})

test('only who works on a task proposes subtasks in it', async () => {
  const task = await newTask()
  const refusal = [403, { detail: 'You can only propose subtasks in tasks that you work on.' }]
  for (const body of [idea, {}]) assert.deepEqual(outcome(await propose(dev, task, body)), refusal)
  await pam(`PATCH /api/tasks/${task}/`, { assigned_to: people.dev.id })
  await proposed(dev, task)
  assert.deepEqual(outcome(await propose(dana)), missing)
  for (const request of [ann, pam]) assert.equal((await propose(request)).status, 403)
})

test('a developer sees their own proposals, and nobody of another project any', async () => {
  await query(
    `insert into subtask_proposals (tenant_id, project_id, task_id, person_id, title) values (1, $1, $2, $3, 'Other')`,
    website,
    home_page,
    people.dana.id,
  )
  await proposed()
  assert.deepEqual([(await list(pam)).count, (await list(dev)).count], [2, 1])
  assert.deepEqual(outcome(await max(`GET /api/projects/${website}/proposals/`)), missing)
})

test('an accepted proposal becomes a subtask of its proposer, who is told so', async () => {
  const { id } = await proposed()
  await query('delete from notifications')
  const { status, body } = await accept(pam, id)
  const { title, description, estimated_hours, task, assigned_to, due_date, priority } = body
  assert.deepEqual([status, { title, description, estimated_hours }, task], [200, idea, home_page])
  const rest = { assigned_to, status: body.status, due_date, priority }
  const expected = { assigned_to: { id: people.dev.id, full_name: 'Dev' }, status: 'todo', due_date: null, priority: 'medium' }
  assert.deepEqual(rest, expected)
  const { subtasks } = (await dev(`GET /api/tasks/${home_page}/`)).body
  assert.deepEqual(
    subtasks.find((subtask: { id: number }) => subtask.id === body.id),
    body,
  )
  const message = `Pam assigned you the subtask ${body.key} “Search box” in “Website”.`
  assert.deepEqual(await notifications(), [{ who: people.dev.id, message, link: '/developer' }])
  assert.equal((await list(pam)).count, 0)
  assert.deepEqual(outcome(await accept(pam, id)), missing)
})

test('the proposer is told of a declined proposal', async () => {
  const { id } = await proposed()
  await query('delete from notifications')
  const before = await countSubtasks(idea.title)
  assert.equal((await decline(pam, id)).status, 204)
  const message = 'Pam declined your proposal “Search box” in “Website”.'
  assert.deepEqual(await notifications(), [{ who: people.dev.id, message, link: '/developer' }])
  assert.deepEqual([(await list(dev)).count, await countSubtasks(idea.title)], [0, before])
  assert.deepEqual(outcome(await decline(pam, id)), missing)
})

test('only the project’s manager decides', async () => {
  const { id } = await proposed()
  for (const decide of [accept, decline]) {
    for (const request of [ann, dev]) assert.equal((await decide(request, id)).status, 403)
    assert.deepEqual(outcome(await decide(max, id)), missing)
  }
  assert.equal((await list(pam)).count, 1)
})

test('of many decisions at once, one counts', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await proposed()
    const before = Number(await countSubtasks(idea.title))
    const answers = await Promise.all([accept, decline, accept, decline].map((decide) => decide(pam, id)))
    const won = answers.flatMap(({ status }) => (status === 404 ? [] : status))
    assert.equal(won.length, 1, won.join())
    assert.equal(Number(await countSubtasks(idea.title)) - before, won[0] === 200 ? 1 : 0)
    await query('delete from limits')
  }
})

test('a proposal is not accepted in a task that is deleted at the same moment', async () => {
  for (let round = 0; round < 10; round++) {
    const task = await newTask()
    await pam(`PATCH /api/tasks/${task}/`, { assigned_to: people.dev.id })
    const { id } = await proposed(dev, task)
    const [accepted, deleted] = await Promise.all([accept(pam, id), pam(`DELETE /api/tasks/${task}/`)])
    assert.ok([200, 404].includes(accepted.status), `${accepted.status}`)
    assert.equal(deleted.status, 204)
    assert.deepEqual(await query('select 1 from subtask_proposals where task_id = $1', task), [])
    assert.deepEqual(await query('select 1 from subtasks where task_id = $1', task), [])
    await query('delete from limits')
  }
})

test('a task takes its proposals along, and does not bring them back', async () => {
  const task = await newTask()
  await pam(`PATCH /api/tasks/${task}/`, { assigned_to: people.dev.id })
  const { id } = await proposed(dev, task)
  assert.equal((await pam(`DELETE /api/tasks/${task}/`)).status, 204)
  assert.equal((await list(pam)).count, 0)
  assert.deepEqual(outcome(await accept(pam, id)), missing)
  assert.equal((await pam(`POST /api/tasks/${task}/restore/`)).status, 200)
  assert.equal((await list(pam)).count, 0)
})

test('the proposal of somebody who has left the project can be declined, but not accepted', async () => {
  const { id } = await proposed()
  const membership = [website, people.dev.id] as const
  await query('delete from members where project_id = $1 and person_id = $2', ...membership)
  const refusal = [400, { detail: 'The person who proposed this is no longer a member of the project.' }]
  assert.deepEqual(outcome(await accept(pam, id)), refusal)
  assert.equal((await list(pam)).count, 1)
  assert.equal((await decline(pam, id)).status, 204)
  await query(`insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`, ...membership)
})

test('a person makes twenty proposals an hour', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => propose(dev)))
  const { 201: passed = [], 429: waiting = [] } = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual([passed.length, waiting.length, (await list(pam)).count], [20, 5, 20])
})
