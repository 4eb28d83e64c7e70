import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostOffered, mostReferred } from 'contract'
import { type Name, okBody, outcome, people, projects, rooms, subtasks, tasks, testApp } from '../testing/world.ts'

const { as, query } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, dev] = [as('ann'), as('pam'), as('dev')]
const { website, secret, old } = projects
const missing = [404, { detail: 'Not found.' }]

const get = (who: Name, path: string, params: Record<string, string | number> = {}) =>
  as(who)(`GET /api/references/${path}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, `${value}`]))}`)
const list = (who: Name, params: Record<string, string | number>) => okBody(get(who, '', params))
const offered = async (who: Name, params: Record<string, string | number>): Promise<string[]> =>
  (await okBody(get(who, 'people/', params))).map(({ full_name }: { full_name: string }) => full_name)
const keysOffered = async (who: Name, params: Record<string, string | number>): Promise<string[]> =>
  (await okBody(get(who, 'work/', params))).map(({ key }: { key: string }) => key)
const newTask = (title: string, fields = {}) =>
  okBody(pam('POST /api/tasks/', { project: website, title, description: 'Long enough.', ...fields }))
const newSubtask = (task: number, title: string) => okBody(pam('POST /api/subtasks/', { task, title }))
const privateRoom = async (who: Name, other: Name): Promise<number> =>
  (await okBody(as(who)('POST /api/private-chat/', { participants: [people[who].id, people[other].id] }))).id
const rename = (full_name: string, who: Name) =>
  query('update people set full_name = $1 where id = $2', full_name, people[who].id)

test('what a text refers to is as it is now: people, work by its key, and tasks by their id', async () => {
  await query('update people set is_active = false where id = $1', people.una.id)
  const found = await list('dev', { people: `${people.una.id},${people.ann.id}`, keys: 'web-1,WEB-3', tasks: tasks.home_page })
  const home_page = {
    ...{ key: 'WEB-1', title: 'Home page', status: 'todo', assignee: null, due_date: null },
    ...{ project_id: website, task_id: tasks.home_page, subtask_id: null },
  }
  assert.deepEqual(found, {
    people: [
      { id: people.ann.id, full_name: 'Ann', is_active: true },
      { id: people.una.id, full_name: 'Una', is_active: false },
    ],
    keys: [
      { ...home_page, asked: 'WEB-1' },
      {
        ...{ key: 'WEB-3', title: 'Footer', status: 'todo', due_date: null, asked: 'WEB-3' },
        assignee: { id: people.dev.id, full_name: 'Dev' },
        ...{ project_id: website, task_id: tasks.home_page, subtask_id: subtasks.footer },
      },
    ],
    tasks: [home_page],
  })
  await query('update people set is_active = true where id = $1', people.una.id)
})

test('what the caller does not see is left out', async () => {
  const ids = `${people.dev.id},${people.gus.id},${people.sol.id}`
  const all = {
    people: ids,
    keys: 'WEB-2,SEC-1,SEC-2,ROC-1,NO-1,WEB-99',
    tasks: `${tasks.home_page},${tasks.plan},${tasks.engine}`,
  }
  const seen = async (who: Name) => {
    const found = await list(who, all)
    return [found.people.length, found.keys.map(({ title }: { title: string }) => title), found.tasks.length]
  }
  assert.deepEqual(await seen('ann'), [1, ['Plan', 'Header', 'Plot'], 2])
  assert.deepEqual(await seen('pam'), [1, ['Header'], 1])
  assert.deepEqual(await seen('dev'), [1, ['Header'], 1])
  assert.deepEqual(await seen('max'), [1, ['Plan', 'Plot'], 1])
  assert.deepEqual(await seen('una'), [1, [], 0])
  assert.deepEqual(await seen('hana'), [1, [], 0])
  assert.deepEqual(await seen('gus'), [1, ['Engine'], 1])
})

test('a former key leads to its work, beside the present one', async () => {
  const { id } = await okBody(ann('POST /api/projects/', { name: 'Renamed', key: 'FORM', assigned_pm: people.pam.id }))
  await newTask('First', { project: id })
  await okBody(ann(`PATCH /api/projects/${id}/`, { key: 'NEW' }))
  const { keys } = await list('pam', { keys: 'FORM-1,NEW-1,new-1' })
  const asked = keys.map(({ key, asked }: { key: string; asked: string }) => `${asked} ${key}`)
  assert.deepEqual(asked.toSorted(), ['FORM-1 NEW-1', 'NEW-1 NEW-1'])
  for (const q of ['form-1', 'FORM-', 'new-', 'ne', '1'])
    assert.deepEqual(await keysOffered('pam', { project: id, q }), ['NEW-1'], q)
  const room = await privateRoom('pam', 'dev')
  assert.deepEqual(await keysOffered('pam', { room, q: 'form-1' }), ['NEW-1'])
})

test('one call asks for a limited number, and for nothing but ids and keys', async () => {
  const many = (count: number, prefix = '') => Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`).join()
  const full = await list('dev', { people: many(mostReferred), keys: many(mostReferred, 'WEB-'), tasks: many(mostReferred) })
  assert.deepEqual([full.people.length > 5, full.keys.length >= 3, full.tasks.length >= 1], [true, true, true])
  const wrong = await get('dev', '', { people: many(mostReferred + 1), keys: 'WEB-1,WEB', tasks: 'x' })
  assert.deepEqual(outcome(wrong), [
    400,
    { people: ['At most 100 at once.'], keys: ['Not a valid key.'], tasks: ['Not a valid id.'] },
  ])
  assert.deepEqual(await list('dev', { people: '', keys: '', tasks: '' }), { people: [], keys: [], tasks: [] })
})

test('in a project its members are offered, then the administrators; in its room the members alone', async () => {
  assert.deepEqual(await offered('dev', { project: website }), ['Pam', 'Ann'])
  assert.deepEqual(await offered('pam', { project: website }), ['Dev', 'Ann'])
  assert.deepEqual(await offered('ann', { project: website }), ['Dev', 'Pam'])
  assert.deepEqual(await offered('dev', { room: rooms.website }), ['Pam'])
  await query('update people set is_active = false where id = $1', people.dev.id)
  assert.deepEqual(await offered('ann', { project: website }), ['Pam'])
  await query('update people set is_active = true where id = $1', people.dev.id)
})

test('in a private room the other person is offered', async () => {
  for (const who of ['pam', 'hana', 'ann'] as const) {
    const room = await privateRoom(who, 'dana')
    assert.deepEqual(await offered(who, { room }), ['Dana'])
    assert.deepEqual(await offered(who, { room, q: 'x' }), [])
    assert.deepEqual(await offered('dana', { room }), [who.charAt(0).toUpperCase() + who.slice(1)])
  }
})

test('people are found by the beginning of their name or of a word in it, whatever the case and accents', async () => {
  await rename('Zoë Ångström-Øre', 'dev')
  await rename('Ann_Lee 100%', 'ann')
  const found = (q: string) => offered('pam', { project: website, q })
  for (const q of ['z', 'ZOE', 'zoë', 'ång', 'angstrom', 'øre', 'ore', 'zoe ang', 'Ångström-Ø', ' zoë '])
    assert.deepEqual(await found(q), ['Zoë Ångström-Øre'], q)
  for (const q of ['ann', 'lee', 'ann_l', '100%']) assert.deepEqual(await found(q), ['Ann_Lee 100%'], q)
  for (const q of ['oe', 'ngstrom', '%', '_', '\\', "'", 'zoe ore', '🎉']) assert.deepEqual(await found(q), [], q)
  await rename('Dev', 'dev')
  await rename('Ann', 'ann')
})

test('no more people are offered than fit on a list', async () => {
  await query(
    `with crowd as (insert into people (tenant_id, email, full_name, role) select 1, 'c' || n || '@acme.test', 'Crowd ' || lpad(n::text, 2, '0'), 'developer'
       from generate_series(1, 20) n returning id)
     insert into members (tenant_id, project_id, person_id, role) select 1, $1, id, 'developer' from crowd`,
    secret,
  )
  const found = await offered('max', { project: secret, q: 'cro' })
  assert.deepEqual([found.length, found[0], found.at(-1)], [mostOffered, 'Crowd 01', 'Crowd 10'])
  assert.deepEqual(await offered('max', { project: secret, q: 'ann' }), ['Ann'])
})

test('nothing is offered for a place that the caller does not see', async () => {
  const room = await privateRoom('pam', 'una')
  const places: [Name, Record<string, number>][] = [
    ['dev', { project: secret }],
    ['max', { project: website }],
    ['gus', { project: website }],
    ['hana', { project: website }],
    ['dev', { project: 987_654 }],
    ['dev', { room: rooms.secret }],
    ['dev', { room }],
    ['ann', { room: rooms.website }],
    ['gus', { room }],
    ['dev', { room: 987_654 }],
  ]
  for (const [who, place] of places)
    for (const path of ['people/', 'work/']) assert.deepEqual(outcome(await get(who, path, place)), missing, `${who} ${path}`)
  const onePlace = [400, { project: ['Name either a project or a room.'] }]
  for (const place of [{}, { project: website, room: rooms.website }] as Record<string, number>[])
    for (const path of ['people/', 'work/']) assert.deepEqual(outcome(await get('dev', path, place)), onePlace)
})

test('work is offered newest first, subtasks of old tasks too, by its number, its key or a part of its title', async () => {
  const { id, key } = await newTask('Paint 50% of the fence')
  const post = await newSubtask(tasks.home_page, 'Paint a post_it')
  const here = (q: string) => keysOffered('dev', { project: website, q })
  const [first, second] = await okBody(get('dev', 'work/', { project: website }))
  assert.deepEqual(first, {
    key: post.key,
    title: 'Paint a post_it',
    status: 'todo',
    task_id: tasks.home_page,
    subtask_id: post.id,
  })
  assert.deepEqual(second, { key, title: 'Paint 50% of the fence', status: 'todo', task_id: id, subtask_id: null })
  assert.deepEqual(await here(''), [post.key, key, 'WEB-3', 'WEB-2', 'WEB-1'])
  assert.deepEqual(await here('ainT'), [post.key, key])
  for (const q of ['50%', '% of']) assert.deepEqual(await here(q), [key], q)
  assert.deepEqual(await here('t_i'), [post.key])
  for (const q of ['%', '_']) assert.equal((await here(q)).length, 1, q)
  for (const q of ['5_%', '\\', 'web-x', 'web--1', 'sec-1', 'sec']) assert.deepEqual(await here(q), [], q)
  assert.deepEqual(await here('web-2'), ['WEB-2'])
  assert.deepEqual((await here('we')).length, 5)
  assert.deepEqual(await keysOffered('dev', { room: rooms.website, q: 'paint' }), [post.key, key])
})

test('the typed number comes first, then those that begin with it, then titles', async () => {
  const { id } = await okBody(ann('POST /api/projects/', { name: 'Many', key: 'MANY', assigned_pm: people.pam.id }))
  await query(
    `insert into tasks (tenant_id, id, number, project_id, title) select 1, 50000 + n, n, $1, 'Work ' || (1000 - n) from generate_series(1, 700) n`,
    id,
  )
  const here = (q: string) => keysOffered('pam', { project: id, q })
  const numbered = (...numbers: number[]) => numbers.map((number) => `MANY-${number}`)
  assert.deepEqual(await here('4'), numbered(4, 499, 498, 497, 496, 495, 494, 493, 492, 491))
  assert.deepEqual(await here('69'), numbered(69, 699, 698, 697, 696, 695, 694, 693, 692, 691))
  assert.deepEqual(await here('many-42'), numbered(42, 429, 428, 427, 426, 425, 424, 423, 422, 421))
  assert.deepEqual(await here('999'), numbered(1))
  assert.deepEqual(await here('ork 999'), numbered(1))
  const room = await privateRoom('pam', 'max')
  assert.equal((await keysOffered('pam', { room, q: 'many-1' }))[0], 'MANY-1')
  await query('insert into project_numbers (tenant_id, project_id, last_number) values (1, $1, 700)', id)
  await newSubtask(50_001, 'Newest')
  assert.deepEqual((await here('')).slice(0, 2), numbered(701, 700))
})

test('in a private room the work of all projects that the caller sees is offered, to HR none', async () => {
  const room = await privateRoom('max', 'deb')
  assert.deepEqual(await keysOffered('deb', { room }), ['SEC-2', 'SEC-1'])
  assert.deepEqual(await keysOffered('deb', { room, q: 'web' }), [])
  const [mixed, withHr] = [await privateRoom('dev', 'ann'), await privateRoom('hana', 'ann')]
  assert.deepEqual(await keysOffered('dev', { room: mixed, q: 'gone' }), ['OLD-1'])
  assert.deepEqual(await keysOffered('dev', { room: mixed, q: 'plan' }), [])
  assert.deepEqual(await keysOffered('ann', { room: mixed, q: 'plan' }), ['SEC-1'])
  assert.deepEqual(await keysOffered('hana', { room: withHr }), [])
  assert.ok((await keysOffered('dev', { project: old })).includes('OLD-2'))
  assert.equal((await dev(`GET /api/references/work/?room=${room}`)).status, 404)
})
