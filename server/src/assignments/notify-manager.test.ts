import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { outcome, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp()
const ann = as('ann')
const { dev, una, deb, dana, pam, max } = people

const notifyManager = (developer_id: unknown, ...subtask_ids: unknown[]) =>
  ann('POST /api/notify-pm/', { developer_id, subtask_ids })
const done = [200, { detail: 'Project Manager has been notified.' }]
const notifications = () => query('select person_id::float8 as who, message, link from notifications order by id')
const newSubtask = async (title: string, task: number, to: number) =>
  Number(
    (
      await query(
        `insert into subtasks (tenant_id, task_id, title, assigned_to_id) values (1, $1, $2, $3) returning id::float8`,
        task,
        title,
        to,
      )
    )[0]?.id,
  )

beforeEach(async () => {
  await query('delete from notifications')
  await query('delete from limits')
})

test('the present manager is told which subtasks of whom stand in the way, with the way to their project', async () => {
  assert.deepEqual(outcome(await notifyManager(dev.id, subtasks.footer)), done)
  assert.deepEqual(await notifications(), [
    {
      who: pam.id,
      message: 'Dev is to leave your team. Please give the subtask WEB-3 “Footer” to somebody else first.',
      link: `/project_manager/projects/${projects.website}`,
    },
  ])
})

test('subtasks of several projects lead to the dashboard; the first ten are named', async () => {
  const second = Number((await as('pam')('POST /api/projects/', { name: 'Zoo' })).body.id)
  const task = Number(
    (await as('pam')('POST /api/tasks/', { project: second, title: 'T', description: 'Long enough, surely.' })).body.id,
  )
  await query('delete from notifications')
  const others = [await newSubtask('Cage', task, dev.id), await newSubtask('Fence', task, dev.id)]
  assert.deepEqual(outcome(await notifyManager(dev.id, ...others, subtasks.footer, subtasks.footer)), done)
  const subtaskIds = []
  for (let i = 1; i <= 12; i++) subtaskIds.push(await newSubtask(`Gate ${i}`, task, dev.id))
  assert.deepEqual(outcome(await notifyManager(dev.id, ...subtaskIds)), done)
  const gates = Array.from({ length: 10 }, (_, i) => `“Gate ${i + 1}”`).join(', ')
  assert.deepEqual(await notifications(), [
    {
      who: pam.id,
      message: 'Dev is to leave your team. Please give the subtasks WEB-3 “Footer”, “Cage” and “Fence” to somebody else first.',
      link: '/project_manager',
    },
    {
      who: pam.id,
      message: `Dev is to leave your team. Please give the subtasks ${gates} and 2 more to somebody else first.`,
      link: `/project_manager/projects/${second}`,
    },
  ])
})

test('without a present manager there is nobody to be told', async () => {
  const subtaskOfUna = await newSubtask('Lonely', tasks.home_page, una.id)
  assert.deepEqual(outcome(await notifyManager(una.id, subtaskOfUna)), [
    400,
    { detail: 'This developer has no project manager.' },
  ])
  assert.deepEqual(await notifications(), [])
})

test('only a developer’s own subtasks in the manager’s projects are told of', async () => {
  const refused = [400, { subtask_ids: ['Choose only subtasks of this developer.'] }]
  const elsewhere = await newSubtask('In Max’s project', tasks.plan, dev.id)
  for (const id of [subtasks.header, subtasks.plot, subtasks.nozzle, 987_654, elsewhere])
    assert.deepEqual(outcome(await notifyManager(dev.id, subtasks.footer, id)), refused)
  const noDeveloper = [400, { developer_id: ['Choose a developer of this workspace.'] }]
  for (const id of [pam.id, people.hana.id, people.gus.id, 987_654])
    assert.deepEqual(outcome(await notifyManager(id, subtasks.footer)), noDeveloper)
  await query('update people set is_active = false where id = $1', dana.id)
  assert.deepEqual(outcome(await notifyManager(dana.id, subtasks.footer)), noDeveloper)
  await query('update people set is_active = true where id = $1', dana.id)
  assert.deepEqual(await notifications(), [])
  assert.deepEqual(await query('select 1 from limits'), [])
})

test('a developer and at least one subtask are needed', async () => {
  const needed = ['This field is required']
  assert.deepEqual(outcome(await ann('POST /api/notify-pm/', {})), [400, { developer_id: needed, subtask_ids: needed }])
  assert.deepEqual(outcome(await notifyManager(dev.id)), [400, { subtask_ids: needed }])
  for (const bad of ['2', 1.5, 0, null]) assert.deepEqual(Object.keys((await notifyManager(dev.id, bad)).body), ['subtask_ids'])
  assert.deepEqual(Object.keys((await ann('POST /api/notify-pm/', { developer_id: dev.id, subtask_ids: 'all' })).body), [
    'subtask_ids',
  ])
})

test('a manager is told ten times an hour of one developer, however many ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => notifyManager(dev.id, subtasks.footer)))
  const { 200: passed = [], 429: waiting = [] } = Object.groupBy(answers, ({ status }) => String(status))
  assert.deepEqual([passed.length, waiting.length, (await notifications()).length], [10, 15, 10])
  for (const { headers } of waiting) assert.ok(Number(headers['retry-after']) > 0)
  assert.deepEqual(outcome(await notifyManager(deb.id, subtasks.plot)), done)
  assert.equal((await notifications()).at(-1)?.who, max.id)
  await query('update limits set resets_at = now()')
  assert.deepEqual(outcome(await notifyManager(dev.id, subtasks.footer)), done)
})
