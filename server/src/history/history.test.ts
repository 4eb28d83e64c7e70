// Changes through all endpoints that make them, as the history tells them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from 'contract'
import { sendPart, upload } from '../files/testing.ts'
import { sweepGoneWork } from '../tasks/sweep.ts'
import { sweepTrash } from '../tasks/trash.ts'
import { daysFrom, okBody, outcome, people, projects, tenants, testApp } from '../testing/world.ts'

const { as, query, pools } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev, dana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana')]
const description = 'Long enough to be one.'

const said = (changes: Change[]) =>
  changes.map(({ person, subtask, field, before, after }) =>
    [person.full_name, ...(subtask ? [subtask.title] : []), field, before, after].join(' | '),
  )
/** The changes of a task or project, oldest first, without those before it. */
async function since(path: string, before = 0) {
  const { count, results } = await okBody(pam(`GET /api/${path}/history/`))
  assert.equal(count, results.length)
  return said(results.toReversed().slice(before))
}
const newTask = async (fields: object = {}) =>
  (await okBody(pam('POST /api/tasks/', { project: projects.website, title: 'A task', description, ...fields }))).id

test('a change of a task is recorded with what each field was and is', async () => {
  const id = await newTask()
  const [first, second] = await Promise.all(
    ['Zebra', 'Apple'].map(async (name) => okBody(ann('POST /api/labels/', { name, color: '#aabbcc' }))),
  )
  const change = (body: object) => okBody(pam(`PATCH /api/tasks/${id}/`, body))
  await change({ title: 'Another', status: 'in_progress', priority: 'high', due_date: daysFrom(3), assigned_to: people.dev.id })
  await change({ label_ids: [first.id] })
  await change({ label_ids: [second.id], assigned_to_id: null })
  await change({ title: 'Another', status: 'in_progress', due_date: null })
  await change({ description: 'Another text that is long.' })
  await change({ title: 'Another', description: 'Another text that is long.', label_ids: [second.id] })
  assert.deepEqual(await since(`tasks/${id}`), [
    'Pam | created |  | ',
    'Pam | title | A task | Another',
    'Pam | priority | medium | high',
    `Pam | due_date |  | ${daysFrom(3)}`,
    'Pam | status | todo | in_progress',
    'Pam | assigned_to |  | Dev',
    'Pam | label |  | Zebra',
    'Pam | assigned_to | Dev | ',
    'Pam | label | Zebra | ',
    'Pam | label |  | Apple',
    `Pam | due_date | ${daysFrom(3)} | `,
    'Pam | description |  | ',
  ])
})

test('a refused change leaves no trace', async () => {
  const id = await newTask()
  for (const body of [{ title: '' }, { title: 'New', assigned_to: people.max.id }, { label_ids: [987_654], status: 'done' }])
    assert.equal((await pam(`PATCH /api/tasks/${id}/`, body)).status, 400)
  assert.equal((await dev(`PATCH /api/tasks/${id}/`, { title: 'New' })).status, 403)
  assert.deepEqual(await since(`tasks/${id}`), ['Pam | created |  | '])
})

test('a change of a subtask is one of its task, and is hidden while the subtask is deleted', async () => {
  const id = await newTask()
  const subtask = await okBody(pam('POST /api/subtasks/', { task: id, title: 'A step' }))
  const title = `${subtask.key} A step`
  await okBody(
    pam(`PATCH /api/subtasks/${subtask.id}/`, { estimated_hours: 2.5, assigned_to: people.dev.id, due_date: daysFrom(1) }),
  )
  await okBody(dev(`PATCH /api/subtasks/${subtask.id}/`, { status: 'done' }))
  const own = [
    `Pam | A step | due_date |  | ${daysFrom(1)}`,
    'Pam | A step | estimated_hours |  | 2.5',
    'Pam | A step | assigned_to |  | Dev',
    'Dev | A step | status | todo | done',
  ]
  assert.deepEqual(await since(`tasks/${id}`, 1), [`Pam | subtask |  | ${title}`, ...own])
  assert.equal((await pam(`DELETE /api/subtasks/${subtask.id}/`)).status, 204)
  const around = [`Pam | subtask |  | ${title}`, `Pam | subtask | ${title} | `]
  assert.deepEqual(await since(`tasks/${id}`, 1), around)
  await okBody(pam(`POST /api/subtasks/${subtask.id}/restore/`))
  assert.deepEqual(await since(`tasks/${id}`, 1), [around[0], ...own, around[1], `Pam | subtask |  | ${title}`])
})

test('a box that is ticked is named, and is no version of the description', async () => {
  const id = await newTask({ description: '- [ ] Ask **everybody**\n- [ ] Wait' })
  const tick = (is_checked: boolean) =>
    pam(`PATCH /api/tasks/${id}/`, { check_box: { number: 0, text: 'Ask **everybody**', is_checked } })
  for (const is_checked of [true, true, false]) await okBody(tick(is_checked))
  assert.deepEqual(await since(`tasks/${id}`, 1), ['Pam | check_box |  | Ask everybody', 'Pam | check_box | Ask everybody | '])
})

test('each version of a description leads to the ones around it', async () => {
  const id = await newTask()
  const texts = [description, 'The second version.', 'The third version.', 'The fourth version.']
  for (const text of texts.slice(1)) await okBody(pam(`PATCH /api/tasks/${id}/`, { description: text }))
  const subtask = await okBody(pam('POST /api/subtasks/', { task: id, title: 'A step', description: 'Its own.' }))
  await okBody(pam(`PATCH /api/subtasks/${subtask.id}/`, { description: 'Its own, changed.' }))
  const { results } = await okBody(dev(`GET /api/tasks/${id}/history/`))
  const ids = results
    .filter(({ field, subtask: of }: Change) => field === 'description' && !of)
    .map((change: Change) => change.id)
    .toReversed()
  for (const [i, change_id] of ids.entries()) {
    const { before, after, earlier, later, person } = await okBody(dev(`GET /api/history/${change_id}/`))
    assert.deepEqual([before, after, earlier, later], [texts[i], texts[i + 1], ids[i - 1] ?? null, ids[i + 1] ?? null])
    assert.equal(person.full_name, 'Pam')
  }
  const own = results.find(({ field, subtask: of }: Change) => field === 'description' && of)
  assert.equal(own.subtask.key, subtask.key)
  const version = await okBody(dev(`GET /api/history/${own.id}/`))
  assert.deepEqual([version.before, version.after, version.earlier, version.later], ['Its own.', 'Its own, changed.', null, null])

  const title = results.find(({ field }: Change) => field === 'created')
  for (const [request, change_id] of [
    [dev, title.id],
    [max, ids[0]],
    [dana, ids[0]],
    [as('gil'), ids[0]],
    [dev, 987_654],
  ] as const)
    assert.equal((await request(`GET /api/history/${change_id}/`)).status, 404)
  assert.equal((await pam(`DELETE /api/tasks/${id}/`)).status, 204)
  assert.equal((await pam(`GET /api/history/${ids[0]}/`)).status, 404)
})

test('files of a task are recorded, those of an unsent comment are not', async () => {
  const id = await newTask()
  const { file } = await okBody(upload(dev, id, { name: 'plan.txt', bytes: Buffer.from('A plan.') }))
  const draft = await okBody(dev(`POST /api/tasks/${id}/uploads/`, { name: 'draft.txt', size: 8, is_draft: true }))
  await okBody(sendPart(dev, draft.id, Buffer.from('A draft.'), 0))
  assert.equal((await dev(`DELETE /api/files/${file.id}/`)).status, 204)
  await okBody(dev(`POST /api/files/${file.id}/restore/`))
  assert.deepEqual(await since(`tasks/${id}`, 1), [
    'Dev | file |  | plan.txt',
    'Dev | file | plan.txt | ',
    'Dev | file |  | plan.txt',
  ])
})

test('a project records its fields, its team, its manager and the tasks that go', async () => {
  const { id } = await okBody(pam('POST /api/projects/', { name: 'Shop', description }))
  const path = `projects/${id}`
  await okBody(pam('POST /api/members/bulk-assign/', { project: id, developers: [people.dev.id] }))
  await okBody(
    pam(`PATCH /api/projects/${id}/`, {
      name: 'Web shop',
      key: 'SHOPS',
      status: 'on_hold',
      priority: 'low',
      end_date: daysFrom(9),
    }),
  )
  await okBody(pam(`PATCH /api/projects/${id}/`, { description: 'Another description of it.' }))
  const task = await okBody(pam('POST /api/tasks/', { project: id, title: 'Home', description, assigned_to: people.dev.id }))
  assert.equal((await pam(`DELETE /api/tasks/${task.id}/`)).status, 204)
  await okBody(pam(`POST /api/tasks/${task.id}/restore/`))
  const member = (await okBody(pam(`GET /api/projects/${id}/`))).members.find(
    ({ role }: { role: string }) => role === 'developer',
  )
  assert.equal((await pam(`DELETE /api/members/${member.id}/`)).status, 204)
  const changes = [
    'Pam | created |  | ',
    'Pam | member |  | Dev',
    'Pam | name | Shop | Web shop',
    'Pam | key | SHO | SHOPS',
    'Pam | status | planning | on_hold',
    'Pam | priority | medium | low',
    `Pam | end_date |  | ${daysFrom(9)}`,
    'Pam | description |  | ',
    `Pam | task | SHOPS-1 Home | `,
    `Pam | task |  | SHOPS-1 Home`,
    'Pam | member | Dev | ',
  ]
  const recorded = await since(path)
  assert.deepEqual(recorded.toSorted(), changes.toSorted())
  assert.deepEqual(await since(`tasks/${task.id}`, 1), ['Pam | assigned_to | Dev | '])

  await okBody(ann(`PATCH /api/projects/${id}/`, { assigned_pm: people.max.id }))
  await okBody(max(`PATCH /api/projects/${id}/`, { is_active: false }))
  const { results } = await okBody(max(`GET /api/${path}/history/?limit=2`))
  assert.deepEqual(said(results), ['Max | is_active | true | false', 'Ann | manager | Pam | Max'])
  assert.equal((await pam(`GET /api/${path}/history/`)).status, 404)
})

test('work that a person loses when they leave is recorded as unassigned', async () => {
  const id = await newTask({ assigned_to: people.dana.id }).catch(() => undefined)
  assert.equal(id, undefined)
  const lot = await okBody(pam('POST /api/projects/', { name: 'Lot', description }))
  await okBody(pam('POST /api/members/bulk-assign/', { project: lot.id, developers: [people.dev.id] }))
  const own = { assigned_to: people.dev.id, description }
  const task = await okBody(pam('POST /api/tasks/', { project: lot.id, title: 'Open', ...own }))
  const done = await okBody(pam('POST /api/tasks/', { project: lot.id, title: 'Done', status: 'done', ...own }))
  await query(`delete from subtasks where assigned_to_id = $1`, people.dev.id)
  assert.equal((await ann(`DELETE /api/employees/${people.dev.id}/`)).status, 204)
  assert.deepEqual(await since(`tasks/${task.id}`, 1), ['Ann | assigned_to | Dev | '])
  assert.deepEqual(await since(`tasks/${done.id}`, 1), [])
  assert.equal((await since(`projects/${lot.id}`)).at(-1), 'Ann | member | Dev | ')
})

test('pages of the history begin with the newest change, and are for those who see it', async () => {
  const id = await newTask()
  for (const title of ['1', '2', '3']) await okBody(pam(`PATCH /api/tasks/${id}/`, { title }))
  const page = await okBody(ann(`GET /api/tasks/${id}/history/?limit=2&offset=1`))
  assert.deepEqual(said(page.results), ['Pam | title | 1 | 2', 'Pam | title | A task | 1'])
  assert.deepEqual([page.count, page.next], [4, `/api/tasks/${id}/history/?limit=2&offset=3`])
  for (const request of [max, dana, as('gil')])
    for (const path of [`tasks/${id}`, `projects/${projects.website}`])
      assert.equal((await request(`GET /api/${path}/history/`)).status, 404)
  assert.equal((await as('hana')(`GET /api/tasks/${id}/history/`)).status, 403)
  assert.deepEqual(outcome(await pam('GET /api/tasks/987654/history/')), [404, { detail: 'Not found.' }])
})

test('the server can neither change nor delete what is recorded', async () => {
  const client = await pools.workspace.connect()
  for (const statement of ['update history set after = null', 'delete from history']) {
    await client.query(`begin; set local app.tenant_id = '${tenants.acme.id}'`)
    await assert.rejects(client.query(`${statement} where tenant_id = ${tenants.acme.id}`), /permission denied/)
    await client.query('rollback')
  }
  client.release()
})

test('the history of what is gone for good is forgotten at night, and nothing else', async () => {
  await query('delete from history; delete from comment_reactions; delete from dependencies')
  const [kept, gone] = [await newTask(), await newTask()]
  const comment = (object_id: number) => okBody(pam('POST /api/comments/', { content_type: 'task', object_id, text: 'One.' }))
  const said: number[] = []
  for (const task of [kept, kept, gone]) {
    const { id } = await comment(task)
    await okBody(pam(`PATCH /api/comments/${id}/`, { text: 'Two.' }))
    await okBody(pam(`PUT /api/comments/${id}/reactions/`, { reactions: ['👍'] }))
    said.push(id)
  }
  const steps = [
    await okBody(pam('POST /api/subtasks/', { task: kept, title: 'A' })),
    await okBody(pam('POST /api/subtasks/', { task: kept, title: 'B' })),
  ]
  for (const { id } of steps) await okBody(pam(`PATCH /api/subtasks/${id}/`, { title: 'C' }))
  const last = await okBody(
    pam(`POST /api/tasks/${kept}/blockers/`, { blocked_by: (await okBody(pam(`GET /api/tasks/${gone}/`))).key }),
  )
  assert.equal(last.blocked_by.length, 1)
  const left = async () =>
    (
      await query(
        `select (select count(*)::int from history where task_id = $1) as kept, (select count(*)::int from history where task_id = $2) as gone,
        (select count(*)::int from comment_reactions) as reactions,
          (select count(*)::int from dependencies where task_id = $1) as dependencies`,
        kept,
        gone,
      )
    )[0]
  const all = { kept: 8, gone: 2, reactions: 3, dependencies: 1 }
  assert.deepEqual(await left(), all)
  for (const path of [`comments/${said[0]}`, `subtasks/${steps[0].id}`, `tasks/${gone}`])
    assert.equal((await pam(`DELETE /api/${path}/`)).status, 204)
  // A task in the trash may come back.
  assert.equal(await sweepGoneWork(pools), 0)
  await query(`update trash set deleted_at = now() - interval '1 day'`)
  await sweepTrash(pools)
  assert.equal(await sweepGoneWork(pools), 7)
  assert.deepEqual(await left(), { kept: 8, gone: 0, reactions: 1, dependencies: 0 })
  assert.equal(await sweepGoneWork(pools), 0)
})
