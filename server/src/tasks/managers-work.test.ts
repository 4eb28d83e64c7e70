// A project's manager may hold its subtasks, like a developer.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { okBody, outcome, people, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev] = [as('ann'), as('pam'), as('max'), as('dev')]
const [asPam, asDev] = [
  { id: people.pam.id, full_name: 'Pam' },
  { id: people.dev.id, full_name: 'Dev' },
]

/** A project of Pam's with Dev as a member, and a task in it. */
async function newProject() {
  const { id: project } = await okBody(pam('POST /api/projects/', { name: 'Garden' }))
  const { members } = await okBody(pam('POST /api/members/bulk-assign/', { project, developers: [people.dev.id] }))
  const { id: task } = await okBody(pam('POST /api/tasks/', { project, title: 'T', description: 'Long enough, surely.' }))
  await query('delete from notifications')
  return { project, task, members }
}
const newSubtask = (task: number, fields: object = {}) =>
  okBody(pam('POST /api/subtasks/', { task, title: 'Weed', assigned_to: people.pam.id, ...fields }))
const change = (id: number, body: object) => okBody(pam(`PATCH /api/subtasks/${id}/`, body))
const assigneeOf = async (id: number) =>
  (await query('select assigned_to_id::float8 as who from subtasks where id = $1', id))[0]?.who
const notified = async () => (await query('select person_id::float8 as who from notifications order by id')).map(({ who }) => who)

beforeEach(() => query('delete from notifications'))

test('a manager takes subtasks of their project and works on them, without notifying themselves', async () => {
  const { task } = await newProject()
  const subtask = await newSubtask(task)
  assert.deepEqual(subtask.assigned_to, asPam)
  for (const status of ['in_progress', 'done', 'todo']) await change(subtask.id, { status })
  await change(subtask.id, { assigned_to: null })
  await change(subtask.id, { assigned_to: people.pam.id })
  await okBody(pam(`DELETE /api/subtasks/${subtask.id}/`))
  assert.deepEqual((await okBody(pam(`POST /api/subtasks/${subtask.id}/restore/`))).assigned_to, asPam)
  assert.deepEqual(await notified(), [])
})

test('a subtask goes from the manager to a developer and back, of which the developer is notified', async () => {
  const { task } = await newProject()
  const { id } = await newSubtask(task)
  assert.deepEqual((await change(id, { assigned_to: people.dev.id })).assigned_to, asDev)
  await change(id, { assigned_to: people.pam.id })
  assert.deepEqual(await notified(), [people.dev.id, people.dev.id])
})

test('a developer does not change the manager’s subtask, and can’t ask for it', async () => {
  const { task } = await newProject()
  const { id } = await newSubtask(task)
  assert.equal((await dev(`PATCH /api/subtasks/${id}/`, { status: 'done' })).status, 403)
  assert.deepEqual(outcome(await dev(`POST /api/subtasks/${id}/request/`)), [
    400,
    { detail: 'This subtask has been assigned to somebody else.' },
  ])
})

test('a manager holds no subtask of a project that they don’t run', async () => {
  const { task } = await newProject()
  const refusal = { assigned_to: ['The assignee must be a member of the project.'] }
  const answer = await pam('POST /api/subtasks/', { task, title: 'Weed', assigned_to: people.max.id })
  assert.deepEqual(outcome(answer), [400, refusal])
})

test('the manager’s own work counts for no developer, and shows in their load', async () => {
  const { task } = await newProject()
  const developers = async () => okBody(pam('GET /api/my-developers/'))
  const groups = async () => okBody(ann('GET /api/pm-assignments/grouped/'))
  const before = [await developers(), await groups()]
  const loadOfPam = async () => {
    const { load } = await okBody(pam('GET /api/attention/'))
    return load.find(({ person }: { person: { id: number } }) => person.id === people.pam.id)?.open_subtasks ?? 0
  }
  const open = await loadOfPam()
  await newSubtask(task)
  assert.deepEqual([await developers(), await groups()], before)
  assert.equal(await loadOfPam(), open + 1)
})

test('a project that is handed over frees the former manager’s open work, and keeps what is done under their name', async () => {
  const { project, task } = await newProject()
  const [open, done] = [await newSubtask(task), await newSubtask(task, { status: 'done' })]
  const others = await newSubtask(task, { assigned_to: people.dev.id })
  const { id: own } = await okBody(pam('POST /api/tasks/', { project, title: 'T', description: 'Long enough, surely.' }))
  await okBody(pam(`PATCH /api/tasks/${own}/`, { assigned_to: people.pam.id }))
  await okBody(ann(`PATCH /api/projects/${project}/`, { assigned_pm: people.max.id }))
  const assignees = [await assigneeOf(open.id), await assigneeOf(done.id), await assigneeOf(others.id)]
  assert.deepEqual(assignees, [null, people.pam.id, people.dev.id])
  assert.equal((await okBody(max(`GET /api/tasks/${own}/`))).assigned_to, null)
  const refusal = { status: ['The assignee must be a member of the project.'] }
  assert.deepEqual(outcome(await max(`PATCH /api/subtasks/${done.id}/`, { status: 'todo' })), [400, refusal])
})

test('of a handover and an assignment to the manager at the same moment, none leaves open work with somebody who has left', async () => {
  for (let round = 0; round < 15; round++) {
    const { project, task } = await newProject()
    const { id } = await newSubtask(task, { assigned_to: null })
    const [handed, assigned] = await Promise.all([
      ann(`PATCH /api/projects/${project}/`, { assigned_pm: people.max.id }),
      pam(`PATCH /api/subtasks/${id}/`, { assigned_to: people.pam.id }),
    ])
    assert.ok(handed.status === 200 && [200, 404].includes(assigned.status), `${handed.status} ${assigned.status}`)
    assert.equal(await assigneeOf(id), null)
  }
})

test('the manager stays a member, whether or not they hold work', async () => {
  const { task, members } = await newProject()
  await newSubtask(task)
  const { id } = members.find(({ role }: { role: string }) => role === 'project_manager')
  for (const request of [ann, pam]) {
    const refusal = { detail: 'Pam is the Project Manager, and cannot be removed' }
    assert.deepEqual(outcome(await request(`DELETE /api/members/${id}/`)), [400, refusal])
  }
})

const form = { full_name: 'Mia', job_title: 'Job', department: 'IT' }
for (const [what, call, body] of [
  ['is deleted', 'DELETE', undefined],
  ['gets another role', 'PUT', { ...form, role: 'hr' }],
] as const)
  test(`a manager who ${what} leaves no open work in their inactive projects`, async () => {
    const account = { ...form, role: 'project_manager', email: `mia-${call}@acme.test`.toLowerCase() }
    const { id: mia } = await okBody(ann('POST /api/employees/', account))
    const { project, task } = await newProject()
    const [open, done] = [await newSubtask(task), await newSubtask(task, { status: 'done' })]
    await okBody(ann(`PATCH /api/projects/${project}/`, { assigned_pm: mia }))
    await query('update subtasks set assigned_to_id = $1 where id = any($2)', mia, [open.id, done.id])
    await okBody(ann(`PATCH /api/projects/${project}/`, { is_active: false }))
    await okBody(ann(`${call} /api/employees/${mia}/`, body))
    assert.deepEqual([await assigneeOf(open.id), await assigneeOf(done.id)], [null, mia])
  })
