import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyFromName, keyTaken } from 'contract'
import { okBody, outcome, people, projects, subtasks, tasks, testApp } from '../testing/world.ts'
import { completeAllKeys } from './keys.ts'

const { as, query, pools } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev, hana] = [as('ann'), as('pam'), as('dev'), as('hana')]

const missing = [404, { detail: 'Not found.' }]
const format = 'Use 2 to 10 letters and digits, the first a letter.'
const create = (name: string, more = {}) => ann('POST /api/projects/', { name, assigned_pm: people.pam.id, ...more })
const newProject = (name: string, more = {}) => okBody(create(name, more))
const newTask = (project: number, title = 'T') => okBody(pam('POST /api/tasks/', { project, title, description: 'Long enough.' }))
const newSubtask = (task: number, title = 'S') => okBody(pam('POST /api/subtasks/', { task, title }))
const rename = (project: number, key: unknown) => pam(`PATCH /api/projects/${project}/`, { key })
const find = (request: typeof ann, key: string) => request(`GET /api/keys/${encodeURIComponent(key)}/`)

test('a key is made of initials, or of the first letters of a single word', () => {
  for (const [name, key] of [
    ['Website', 'WEB'],
    ['Website relaunch', 'WR'],
    ['Customer portal for big shops everywhere', 'CPFB'],
    ['Änderungen', 'AND'],
    ['Q3 plan', 'QP'],
    ['2026 budget', 'BUD'],
    ['X', 'PRJ'],
    ['Проект', 'PRJ'],
    ['😀', 'PRJ'],
  ] as const)
    assert.equal(keyFromName(name), key, name)
})

test('a project without a key of its choice gets one from its name, and the next of such a name another', async () => {
  const [first, second, third] = [await newProject('Garden'), await newProject('Gardening'), await newProject('Gar')]
  assert.deepEqual([first.key, second.key, third.key], ['GAR', 'GAR2', 'GAR3'])
  assert.equal((await okBody(pam(`GET /api/projects/${second.id}/`))).key, 'GAR2')
})

test('a chosen key is unique in the workspace, in upper case, and only there', async () => {
  assert.equal((await newProject('Pond', { key: ' pnd ' })).key, 'PND')
  assert.deepEqual(outcome(await create('Other', { key: 'Pnd' })), [400, { key: [keyTaken] }])
  assert.equal((await newProject('Other', { key: 'ROC' })).key, 'ROC')
  for (const key of ['A', '1A', 'A-B', 'ABCDEFGHIJK', 'ÄB', 'A B', '   '])
    assert.deepEqual(outcome(await create('Wrong', { key })), [400, { key: [format] }], key)
  for (const key of [7, ['A', 'B']]) assert.equal((await create('Wrong', { key })).status, 400)
  assert.deepEqual(await query(`select id from projects where name = 'Wrong'`), [])
  assert.notEqual((await newProject('Empty', { key: '' })).key, '')
})

test('tasks and subtasks of a project share its numbers, which go up by one', async () => {
  const { id } = await newProject('Numbers', { key: 'NUM' })
  const task = await newTask(id)
  assert.equal(task.key, 'NUM-1')
  assert.equal((await newSubtask(task.id)).key, 'NUM-2')
  assert.equal((await newTask(id)).key, 'NUM-3')
  const shown = await okBody(pam(`GET /api/tasks/${task.id}/`))
  assert.deepEqual([shown.key, shown.subtasks[0].key], ['NUM-1', 'NUM-2'])
  const [listed] = (await okBody(pam(`GET /api/tasks/?project=${id}`))).results
  assert.deepEqual([listed.key, listed.subtasks[0].key], ['NUM-1', 'NUM-2'])
})

test('a number stays with what is restored, and is never given again', async () => {
  const { id } = await newProject('Deleted', { key: 'DEL' })
  const task = await newTask(id)
  const subtask = await newSubtask(task.id)
  await okBody(pam(`DELETE /api/subtasks/${subtask.id}/`))
  assert.equal((await newSubtask(task.id)).key, 'DEL-3')
  assert.equal((await okBody(pam(`POST /api/subtasks/${subtask.id}/restore/`))).key, 'DEL-2')
  await okBody(pam(`DELETE /api/tasks/${task.id}/`))
  assert.deepEqual(outcome(await find(pam, 'DEL-1')), missing)
  assert.equal((await newTask(id)).key, 'DEL-4')
  assert.equal((await okBody(pam(`POST /api/tasks/${task.id}/restore/`))).key, 'DEL-1')
})

test('what is refused takes no number', async () => {
  const { id } = await newProject('Refused', { key: 'REF' })
  assert.equal(
    (await pam('POST /api/tasks/', { project: id, title: 'T', description: 'Long enough.', label_ids: [99] })).status,
    400,
  )
  assert.equal((await newTask(id)).key, 'REF-1')
})

test('many create at the same moment, and each gets a number of its own', async () => {
  const { id } = await newProject('Crowd', { key: 'CRO' })
  const { id: task } = await newTask(id)
  const made = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? newTask(id) : newSubtask(task))))
  const numbers = made.map(({ key }) => Number(key.slice('CRO-'.length))).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 40 }, (_, i) => i + 2),
  )
})

test('of two who want the same key at the same moment, one gets it', async () => {
  const own = [await newProject('One'), await newProject('Two')]
  const answers = await Promise.all(own.map(({ id }) => rename(id, 'SAME')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  const made = await Promise.all([create('Fern'), create('Fern'), create('Fern')])
  assert.deepEqual(made.map(({ body }) => body.key).sort(), ['FER', 'FER2', 'FER3'])
})

test('a key leads to its task or subtask, for those who see the project', async () => {
  const { website } = projects
  const found = { key: 'WEB-1', project_id: website, task_id: tasks.home_page, subtask_id: null }
  for (const request of [ann, pam, dev]) assert.deepEqual((await find(request, 'web-1')).body, found)
  assert.deepEqual((await find(dev, 'WEB-3')).body, { ...found, key: 'WEB-3', subtask_id: subtasks.footer })
  for (const key of ['WEB-99', 'WEB-0', 'WEB-01', 'WEB', 'WEB-1-1', 'ROC-1', 'WEB-9999999999', '-1', 'WEB-1e1', '%00', "WEB-1'"])
    assert.deepEqual(outcome(await find(ann, key)), missing, key)
  assert.deepEqual(outcome(await find(dev, 'SEC-1')), missing)
  assert.equal((await find(hana, 'WEB-1')).status, 403)
})

test('a former key still leads to its project, which may have it again, and no other project gets it', async () => {
  const { id, key } = await newProject('Old name')
  const task = await newTask(id)
  assert.deepEqual([key, task.key], ['ON', 'ON-1'])
  assert.equal((await okBody(rename(id, 'new'))).key, 'NEW')
  assert.equal((await okBody(pam(`GET /api/tasks/${task.id}/`))).key, 'NEW-1')
  assert.equal((await find(pam, 'ON-1')).body.key, 'NEW-1')
  assert.equal((await find(pam, 'NEW-1')).body.task_id, task.id)
  assert.deepEqual(outcome(await create('Other', { key: 'ON' })), [400, { key: [keyTaken] }])
  assert.equal((await newProject('Orange nights')).key, 'ON2')
  assert.equal((await okBody(rename(id, 'ON'))).key, 'ON')
})

test('its manager and administrators change a key; a member does not, and nobody in an inactive project', async () => {
  const { website, old } = projects
  assert.equal((await dev(`PATCH /api/projects/${website}/`, { key: 'DEV' })).status, 403)
  assert.equal((await okBody(ann(`PATCH /api/projects/${website}/`, { key: 'SITE' }))).key, 'SITE')
  assert.equal((await okBody(rename(website, 'WEB'))).key, 'WEB')
  assert.deepEqual(outcome(await rename(old, 'OLDER')), [400, { detail: 'Project is inactive.' }])
  assert.deepEqual(outcome(await rename(website, '')), [400, { key: [format] }])
  assert.deepEqual(outcome(await rename(website, 'SEC')), [400, { key: [keyTaken] }])
})

test('a browser that has read a task reads it again once its project has another key', async () => {
  const path = `GET /api/tasks/?project=${projects.website}`
  const { headers } = await pam(path)
  const again = async () => (await as('pam', { headers: { 'if-none-match': String(headers.etag) } })(path)).status
  assert.equal(await again(), 304)
  await okBody(rename(projects.website, 'WEBS'))
  assert.equal(await again(), 200)
  await okBody(rename(projects.website, 'WEB'))
})

test('messages about work name its key', async () => {
  const { id } = await newProject('Told', { key: 'TLD' })
  await query(`insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`, id, people.dev.id)
  const task = await newTask(id, 'Sow')
  await query('delete from notifications')
  const { id: subtask } = await okBody(pam('POST /api/subtasks/', { task: task.id, title: 'Dig', assigned_to: people.dev.id }))
  await okBody(dev(`PATCH /api/subtasks/${subtask}/`, { status: 'done' }))
  await okBody(dev('POST /api/comments/', { content_type: 'task', object_id: task.id, text: 'Done.' }))
  const told = await query('select message from notifications order by id')
  assert.deepEqual(
    told.map(({ message }) => message),
    ['Pam assigned you the subtask TLD-2 “Dig” in “Told”.', 'Dev set TLD-2 “Dig” to Done.', 'Dev commented on TLD-1 “Sow”.'],
  )
})

test('the search finds work and projects by their key first, a former one as well, and nothing that is not seen', async () => {
  const { id } = await newProject('Found', { key: 'FND' })
  const task = await newTask(id, 'Sow')
  const subtask = await newSubtask(task.id, 'Dig')
  await okBody(rename(id, 'FOUND'))
  await newTask(projects.website, 'About FND-2')
  const search = async (request: typeof ann, q: string, filters = '') =>
    (await okBody(request(`GET /api/search/?q=${q}${filters}`))).results.map(
      (found: { type: string; id: number; match: string }) => `${found.type} ${found.id} ${found.match}`,
    )
  assert.equal((await search(pam, 'found-1'))[0], `tasks ${task.id} key`)
  assert.equal((await search(pam, 'FND-2'))[0], `subtasks ${subtask.id} key`)
  assert.equal((await search(pam, 'fnd'))[0], `projects ${id} key`)
  assert.ok(!(await search(dev, 'FND-2')).join().includes('key'))
  assert.ok(!(await search(pam, 'FND-2', '&from=2020-01-01')).join().includes('key'))
  assert.deepEqual(await search(hana, 'FND-2'), [])
})

test('what a server of an older release has written gets its keys later, in the order of its creation', async () => {
  const [project] = await query(
    `insert into projects (tenant_id, name, assigned_pm) values (1, 'Legacy', $1) returning id::float8`,
    people.pam.id,
  )
  const [first] = await query(
    `insert into tasks (tenant_id, project_id, title) values (1, $1, 'A') returning id::float8`,
    project?.id,
  )
  await query(`insert into subtasks (tenant_id, task_id, title) values (1, $1, 'B')`, first?.id)
  await query(`insert into tasks (tenant_id, project_id, title) values (1, $1, 'C')`, project?.id)
  await query(`insert into subtasks (tenant_id, task_id, title) values (1, $1, 'Late')`, tasks.home_page)
  const read = () => okBody(pam(`GET /api/tasks/?project=${project?.id}`))
  const before = (await read()).results
  assert.deepEqual(
    [before[0].key, before[0].subtasks[0].key, (await okBody(pam(`GET /api/projects/${project?.id}/`))).key],
    ['', '', ''],
  )
  assert.equal(await completeAllKeys(pools), 1)
  const { results } = await read()
  assert.deepEqual([results[0].key, results[0].subtasks[0].key, results[1].key], ['LEG-1', 'LEG-2', 'LEG-3'])
  assert.ok(results[0].version > before[0].version)
  assert.equal(await completeAllKeys(pools), 0)
  assert.equal((await newTask(Number(project?.id))).key, 'LEG-4')
})
