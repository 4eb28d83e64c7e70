import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Blocker, dependencyProblems, mostBlockers } from 'contract'
import { type Name, okBody, outcome, people, projects, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [pam, dev] = [as('pam'), as('dev')]
const description = 'Long enough to be one.'

type Work = { id: number; key: string; path: string }
const newTask = async (fields: object = {}): Promise<Work> => {
  const { id, key } = await okBody(
    pam('POST /api/tasks/', { project: projects.website, title: 'A task', description, ...fields }),
  )
  return { id, key, path: `tasks/${id}` }
}
const newSubtask = async (task: Work, fields: object = {}): Promise<Work> => {
  const { id, key } = await okBody(pam('POST /api/subtasks/', { task: task.id, title: 'A step', ...fields }))
  return { id, key, path: `subtasks/${id}` }
}
const wait = (work: Work, blocked_by: string, request = pam) => request(`POST /api/${work.path}/blockers/`, { blocked_by })
const shown = ({ blocked_by }: { blocked_by: Blocker[] }) =>
  blocked_by.map(({ key, title, status }) => `${key} ${title} ${status}`)
const read = (work: Work) => okBody(dev(`GET /api/${work.path}/`))
const inboxOf = async (name: Name) =>
  (await query('select message from notifications where person_id = $1 order by id', people[name].id)).map(
    ({ message }) => message,
  )

test('work waits for other work of its project, named by its key, as everybody sees', async () => {
  const [task, first, second] = [await newTask(), await newTask({ title: 'First' }), await newTask({ title: 'Second' })]
  const [step, other] = [await newSubtask(task), await newSubtask(first, { title: 'Part', status: 'in_progress' })]
  const { status, body } = await wait(task, first.key.toLowerCase())
  assert.deepEqual([status, shown(body)], [201, [`${first.key} First todo`]])
  assert.deepEqual(shown((await wait(task, other.key)).body), [`${first.key} First todo`, `${other.key} Part in_progress`])
  const { body: whole } = await wait(step, second.key)
  assert.deepEqual(shown(whole.subtasks[0]), [`${second.key} Second todo`])
  assert.deepEqual(await read(task), whole)
  const { results } = await okBody(dev(`GET /api/tasks/?project=${projects.website}`))
  assert.deepEqual(
    results.find(({ id }: { id: number }) => id === task.id),
    whole,
  )
  const [{ task: in_task, subtask }] = whole.blocked_by.slice(1)
  assert.deepEqual([in_task, subtask], [first.id, other.id])

  const again = (await wait(task, first.key)).body
  assert.deepEqual([again.version, again.blocked_by], [whole.version, whole.blocked_by])
  assert.equal((await pam(`DELETE /api/blockers/${whole.blocked_by[0].id}/`)).status, 204)
  assert.equal((await pam(`DELETE /api/blockers/${whole.blocked_by[0].id}/`)).status, 404)
  assert.deepEqual(shown(await read(task)), [`${other.key} Part in_progress`])
})

test('work of other projects, and what nobody has, blocks nothing', async () => {
  const task = await newTask()
  const refused = [400, { blocked_by: [dependencyProblems.unknown] }]
  for (const key of ['SEC-1', 'ROC-1', 'WEB-9999', 'WEB', '1', 'WEB-01'])
    assert.deepEqual(outcome(await wait(task, key)), refused)
  const old = await okBody(pam('POST /api/projects/', { name: 'Other one', description }))
  const far = await okBody(pam('POST /api/tasks/', { project: old.id, title: 'Far', description }))
  assert.deepEqual(outcome(await wait(task, far.key)), refused)
})

test('a pasted link names a blocker like its key', async () => {
  const [task, other] = [await newTask(), await newTask({ title: 'Linked' })]
  const step = await newSubtask(other, { title: 'Step' })
  for (const [link, key] of [
    [`http://acme.localhost:8000/${other.key}`, other.key],
    [`https://acme.atrium.example/${other.key.toLowerCase()}/?from=mail#top`, other.key],
    [` <https://acme.atrium.example/${other.key}> `, other.key],
    [`\u2068#${other.key}\u2069\u200b`, other.key],
    [`/${step.key}`, step.key],
    [`https://acme.atrium.example/project_manager/tasks/${other.id}`, other.key],
    [`https://acme.atrium.example/project_manager/tasks/${other.id}/?a=${'x'.repeat(200)}`, other.key],
    [`https://acme.atrium.example/project_manager/tasks/${other.id}#subtask-${step.id}`, step.key],
  ] as const) {
    const { status, body } = await wait(task, link)
    assert.deepEqual([status, body.blocked_by?.map((blocker: Blocker) => blocker.key)], [201, [key]], link)
    await pam(`DELETE /api/blockers/${body.blocked_by[0].id}/`)
    const { results } = await okBody(pam(`GET /api/search/?${new URLSearchParams({ q: link.slice(0, 200) })}`))
    if (link.length <= 200) assert.equal(results[0]?.key, key, link)
  }
  const refused = [400, { blocked_by: [dependencyProblems.unknown] }]
  for (const link of [
    ...[
      'https://acme.atrium.example/',
      'https://acme.atrium.example/WEB-9999',
      'https://acme.atrium.example/SEC-1',
      'https://[',
      '//',
    ],
    ...[
      `/project_manager/tasks/${other.id}#subtask-987654`,
      '/project_manager/tasks/987654',
      `/project_manager/tasks/${'9'.repeat(30)}`,
    ],
    ...[`/project_manager/projects/${projects.website}`, `ftp://x.test/${other.key}`],
  ])
    assert.deepEqual(outcome(await wait(task, link)), refused, link)
  assert.equal((await wait(task, 'x'.repeat(2001))).status, 400)
})

test('circles are refused, also through subtasks and their tasks', async () => {
  const [a, b, c] = [await newTask(), await newTask(), await newTask()]
  const [a1, c1] = [await newSubtask(a), await newSubtask(c)]
  await okBody(wait(a, b.key))
  await okBody(wait(b, c.key))
  const refusal = (blocker: Work, waiting: Work) => [400, { blocked_by: [dependencyProblems.circle(blocker.key, waiting.key)] }]
  for (const [waiting, blocker] of [
    [c, a],
    [c1, a1],
    [a, a],
    [a, a1],
    [a1, a],
  ] as const)
    assert.deepEqual(outcome(await wait(waiting, blocker.key)), refusal(blocker, waiting))
  assert.equal((await wait(a1, c1.key)).status, 201)
})

test('of edges that close a circle only together, one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = [await newTask(), await newTask(), await newTask()]
    const answers = await Promise.all([wait(a, b.key), wait(b, c.key), wait(c, a.key)])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 201, 400],
    )
  }
})

test('work waits for only so much at once', async () => {
  const task = await newTask()
  for (let i = 0; i < mostBlockers; i++) await okBody(wait(task, (await newTask()).key))
  assert.deepEqual(outcome(await wait(task, (await newTask()).key)), [400, { blocked_by: [dependencyProblems.tooMany] }])
})

test('what blocks shows its own state, and blocks nothing while it is deleted', async () => {
  const [task, blocker] = [await newTask(), await newTask({ title: 'Before' })]
  const step = await newSubtask(blocker)
  await okBody(wait(task, blocker.key))
  await okBody(wait(task, step.key))
  await okBody(pam(`PATCH /api/${blocker.path}/`, { title: 'Earlier', status: 'in_progress' }))
  await okBody(pam(`PATCH /api/${step.path}/`, { title: 'Part' }))
  const both = [`${blocker.key} Earlier in_progress`, `${step.key} Part todo`]
  const before = await read(task)
  assert.deepEqual(shown(before), both)
  assert.equal((await pam(`DELETE /api/${step.path}/`)).status, 204)
  assert.deepEqual(shown(await read(task)), both.slice(0, 1))
  await okBody(pam(`POST /api/${step.path}/restore/`))
  assert.equal((await pam(`DELETE /api/${blocker.path}/`)).status, 204)
  const without = await read(task)
  assert.deepEqual(shown(without), [])
  await okBody(pam(`POST /api/${blocker.path}/restore/`))
  const restored = await read(task)
  assert.deepEqual(shown(restored), both)
  assert.ok(before.version < without.version && without.version < restored.version)
})

test('whoever has the work is told when the last blocker is done, and nobody before', async () => {
  const [first, second] = [await newTask({ title: 'First' }), await newTask({ title: 'Second' })]
  const task = await newTask({ title: 'Mine', assigned_to: people.dev.id })
  const step = await newSubtask(await newTask(), { title: 'Nobody’s' })
  const done = await newTask({ title: 'Done', assigned_to: people.dev.id, status: 'done' })
  await query('delete from notifications')
  for (const work of [task, step, done]) await okBody(wait(work, first.key))
  await okBody(wait(task, second.key))
  await okBody(pam(`PATCH /api/${first.path}/`, { status: 'done' }))
  assert.deepEqual(await inboxOf('dev'), [])
  await okBody(pam(`PATCH /api/${second.path}/`, { status: 'in_progress' }))
  assert.deepEqual(await inboxOf('dev'), [])
  await okBody(pam(`PATCH /api/${second.path}/`, { status: 'done' }))
  assert.deepEqual(await inboxOf('dev'), [`${second.key} “Second” is done: ${task.key} “Mine” waits for nothing else.`])
  await okBody(pam(`PATCH /api/${second.path}/`, { title: 'Twice' }))
  assert.equal((await inboxOf('dev')).length, 1)

  // The manager has what nobody has, and is told by a developer's change.
  const part = await newSubtask(await newTask(), { title: 'Part', assigned_to: people.dev.id })
  await okBody(wait(step, part.key))
  await query('delete from notifications')
  await okBody(dev(`PATCH /api/${part.path}/`, { status: 'done' }))
  assert.ok((await inboxOf('pam')).includes(`${part.key} “Part” is done: ${step.key} “Nobody’s” waits for nothing else.`))
})

test('what work waits for is part of its history', async () => {
  const [task, blocker] = [await newTask(), await newTask({ title: 'Before' })]
  const step = await newSubtask(task)
  const { blocked_by } = await okBody(wait(task, blocker.key))
  await okBody(wait(step, blocker.key))
  assert.equal((await pam(`DELETE /api/blockers/${blocked_by[0].id}/`)).status, 204)
  const { results } = await okBody(pam(`GET /api/${task.path}/history/`))
  const named = `${blocker.key} Before`
  assert.deepEqual(
    results
      .slice(0, 3)
      .map(({ field, before, after, subtask }: Record<string, unknown>) => [field, before, after, Boolean(subtask)]),
    [
      ['blocker', named, null, false],
      ['blocker', null, named, true],
      ['blocker', null, named, false],
    ],
  )
})
