import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { progressWeeks, type WeekOfWork } from 'contract'
import { daysAfter, startOfWeek } from '../capacity/hours.ts'
import { type Answer, projects, testApp, today } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const { website } = projects
const monday = startOfWeek(today(), 1)

type Request = typeof pam
async function read(request: Request = pam, route = `GET /api/projects/${website}/progress/`): Promise<WeekOfWork[]> {
  const { status, body } = await request(route)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const made = async (answer: Promise<Answer>) => (await answer).body
const newTask = () => made(pam('POST /api/tasks/', { project: website, title: 'T', description: 'Long enough, surely.' }))
const newSubtask = (task: number) => made(pam('POST /api/subtasks/', { task, title: 'S' }))
const last = (weeks: readonly WeekOfWork[], n = 1) => weeks.slice(-n).map(({ scope, done, finished }) => [scope, done, finished])

beforeEach(() => query('delete from tasks'))

test('weeks begin on Monday, and the current one comes last', async () => {
  const weeks = await read()
  assert.equal(weeks.length, progressWeeks)
  assert.deepEqual(
    weeks.map(({ week }) => week),
    Array.from({ length: progressWeeks }, (_, i) => daysAfter(monday, 7 * (i - progressWeeks + 1))),
  )
  assert.ok(weeks.every(({ scope, done, finished }) => scope + done + finished === 0))
})

test('subtasks count, and tasks without any, by when they came and when they were done', async () => {
  const [split, whole] = [await newTask(), await newTask()]
  const [one, two] = [await newSubtask(split.id), await newSubtask(split.id)]
  await pam(`PATCH /api/subtasks/${one.id}/`, { status: 'done' })
  await query(`update subtasks set created_at = $1::date - 10 where id in ($2, $3)`, monday, one.id, two.id)
  assert.deepEqual(last(await read(), 3), [
    [2, 0, 0],
    [2, 0, 0],
    [3, 1, 1],
  ])
  await query(`update subtasks set done_at = $1::date - interval '1 minute' where id = $2`, monday, one.id)
  await pam(`PATCH /api/tasks/${whole.id}/`, { status: 'done' })
  assert.deepEqual(last(await read(), 2), [
    [2, 1, 1],
    [3, 2, 1],
  ])
  await pam(`PATCH /api/subtasks/${one.id}/`, { status: 'todo' })
  await pam(`DELETE /api/subtasks/${two.id}/`)
  assert.deepEqual(last(await read(), 2), [
    [1, 0, 0],
    [2, 1, 1],
  ])
})

test('a week ends at midnight of the workspace’s time zone', async () => {
  const { id } = await newTask()
  await pam(`PATCH /api/tasks/${id}/`, { status: 'done' })
  await query(`update tasks set done_at = $1::timestamp at time zone 'UTC' - interval '2 hours' where id = $2`, monday, id)
  assert.deepEqual(last(await read(), 1), [[1, 1, 0]])
  await query(`update tenants set timezone = 'Asia/Tokyo' where id = 1`)
  const inTokyo = await read()
  assert.equal(
    inTokyo.reduce((sum, { finished }) => sum + finished, 0),
    1,
  )
  assert.equal(inTokyo.find(({ week }) => week === monday)?.finished, 1)
  await query(`update tenants set timezone = 'UTC' where id = 1`)
})

test('all active projects of the caller are summed up', async () => {
  await newTask()
  const all = async (request: Request) => last(await read(request, 'GET /api/progress/'))
  for (const request of [pam, ann]) assert.deepEqual(await all(request), [[1, 0, 0]])
  assert.deepEqual(await all(max), [[0, 0, 0]])
  assert.equal((await dev('GET /api/progress/')).status, 403)
  assert.deepEqual(last(await read(dev)), [[1, 0, 0]])
})
