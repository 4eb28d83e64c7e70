import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mostViews } from 'contract'
import { type Answer, outcome, people, projects, testApp } from '../testing/world.ts'

const { as, query, runWhileLocked, sessionOf } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, max, dev, dana] = [as('ann'), as('pam'), as('max'), as('dev'), as('dana')]

beforeEach(() => query('delete from saved_views'))

const { website } = projects
const late = { name: 'Late', query: 'due=overdue' }
const shared = { ...late, is_shared: true }
const missing = [404, { detail: 'Not found.' }]
const taken = [400, { name: ['A view with this name already exists.'] }]
const forManagers = [403, { detail: 'Only administrators and the project manager can change shared views.' }]
const inactive = [400, { detail: 'Project is inactive.' }]

type Request = typeof ann
const create = (request: Request, view: object = late, project: number = website) =>
  request(`POST /api/projects/${project}/views/`, view)
const change = (request: Request, id: number, body: object) => request(`PATCH /api/views/${id}/`, body)
const remove = (request: Request, id: number) => request(`DELETE /api/views/${id}/`)
async function created(answer: Promise<Answer>) {
  const { status, body } = await answer
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const list = async (request: Request, project: number = website) => (await request(`GET /api/projects/${project}/views/`)).body
const names = async (request: Request, project?: number) =>
  (await list(request, project)).results.map(({ name }: { name: string }) => name)

test('a saved view has a name, the filters and its author; what else is sent has no effect', async () => {
  const sent = { name: '  My week ', query: 'view=board&person=3&label=5&due=overdue&q=menu', person_id: 3, tenant_id: 2 }
  const { id, ...view } = await created(create(dev, { ...sent, id: 900, project_id: projects.secret }))
  const author = { id: people.dev.id, full_name: 'Dev' }
  assert.notEqual(id, 900)
  assert.deepEqual(view, { name: 'My week', query: sent.query, is_shared: false, author })
  assert.deepEqual(await list(dev), { count: 1, next: null, previous: null, results: [{ id, ...view }] })
})

test('a person sees their own private views and the shared ones, by name', async () => {
  await created(create(dev, { ...late, name: 'beta' }))
  await created(create(pam, { ...late, name: 'Private' }))
  await created(create(ann, { ...shared, name: 'Alpha' }))
  await created(create(pam, { ...shared, name: 'Gamma' }))
  assert.deepEqual(await names(dev), ['Alpha', 'beta', 'Gamma'])
  assert.deepEqual(await names(pam), ['Alpha', 'Gamma', 'Private'])
  assert.deepEqual(await names(ann), ['Alpha', 'Gamma'])
  assert.deepEqual(await names(pam, projects.old), [])
})

test('a list comes in pages', async () => {
  for (const name of ['A', 'B', 'C']) await created(create(dev, { ...late, name }))
  const path = `/api/projects/${website}/views/`
  const { body } = await dev(`GET ${path}?limit=1&offset=1`)
  assert.deepEqual([body.count, body.results.length, body.results[0].name], [3, 1, 'B'])
  assert.deepEqual([body.next, body.previous], [`${path}?limit=1&offset=2`, `${path}?limit=1&offset=0`])
  assert.deepEqual((await dev(`GET ${path}?offset=9`)).body.count, 3)
  assert.equal((await dev(`GET ${path}?limit=x`)).status, 400)
})

test('administrators and the manager change and delete shared views; developers read them', async () => {
  const { id } = await created(create(pam, shared))
  for (const name of ['Own', '', 'Late']) assert.deepEqual(outcome(await create(dev, { ...shared, name })), forManagers)
  for (const body of [{ name: 'X' }, { is_shared: false }, {}, { name: '' }])
    assert.deepEqual(outcome(await change(dev, id, body)), forManagers)
  assert.deepEqual(outcome(await remove(dev, id)), forManagers)
  const { status, body } = await change(ann, id, { query: 'view=list' })
  const author = { id: people.pam.id, full_name: 'Pam' }
  assert.deepEqual([status, body], [200, { id, name: 'Late', query: 'view=list', is_shared: true, author }])
  assert.deepEqual((await change(ann, id, {})).body, body)
  assert.deepEqual(outcome(await remove(ann, id)), [204, undefined])
  assert.deepEqual(outcome(await remove(ann, id)), missing)
  const { id: other } = await created(create(ann, shared))
  assert.equal((await remove(pam, other)).status, 204)
})

test('a private view is its author’s alone, and does not exist for anybody else', async () => {
  const { id } = await created(create(dev))
  for (const request of [ann, pam, max, dana])
    for (const body of [{ name: 'X' }, { is_shared: true }, {}, { name: '' }])
      assert.deepEqual(outcome(await change(request, id, body)), missing)
  for (const request of [ann, pam, max, dana]) assert.deepEqual(outcome(await remove(request, id)), missing)
  assert.equal((await change(dev, id, { name: 'Mine' })).body.name, 'Mine')
  assert.equal((await remove(dev, id)).status, 204)
  assert.deepEqual(await names(dev), [])
})

test('a manager shares their view; only its author takes it back', async () => {
  const { id } = await created(create(pam))
  assert.equal((await change(pam, id, { is_shared: true })).body.is_shared, true)
  assert.deepEqual(await names(dev), ['Late'])
  assert.deepEqual(outcome(await change(ann, id, { is_shared: false })), [
    403,
    { detail: 'Only its author can make a shared view private.' },
  ])
  assert.equal((await change(pam, id, { is_shared: false })).body.is_shared, false)
  assert.deepEqual([await names(dev), await names(pam)], [[], ['Late']])
  const own = await created(create(dev))
  assert.deepEqual(outcome(await change(dev, own.id, { is_shared: true })), forManagers)
})

test('who does not see the project finds neither it nor its views', async () => {
  const { id } = await created(create(pam, shared))
  for (const request of [max, dana, as('gwen'), as('gil'), as('gus')]) {
    assert.deepEqual(outcome(await request(`GET /api/projects/${website}/views/`)), missing)
    assert.deepEqual(outcome(await create(request)), missing)
    assert.deepEqual(outcome(await create(request, { name: '', query: '?' })), missing)
    for (const body of [{ name: 'X' }, {}, { name: '' }]) assert.deepEqual(outcome(await change(request, id, body)), missing)
    assert.deepEqual(outcome(await remove(request, id)), missing)
  }
  assert.deepEqual(await names(pam), ['Late'])
})

test('a developer who has left the project no longer reads their private views in it', async () => {
  const { id } = await created(create(dev))
  const membership = [website, people.dev.id] as const
  await query('delete from members where project_id = $1 and person_id = $2', ...membership)
  assert.deepEqual(outcome(await dev(`GET /api/projects/${website}/views/`)), missing)
  assert.deepEqual(outcome(await change(dev, id, { name: 'X' })), missing)
  assert.deepEqual(outcome(await remove(dev, id)), missing)
  const back = `insert into members (tenant_id, project_id, person_id, role) values (1, $1, $2, 'developer')`
  await query(back, ...membership)
  assert.deepEqual(await names(dev), ['Late'])
})

test('in an inactive project private views are kept, and shared ones stay as they are', async () => {
  const { id } = await created(create(dev, late, projects.old))
  assert.equal((await change(dev, id, { name: 'Mine' })).status, 200)
  const own = await created(create(pam, late, projects.old))
  assert.deepEqual(outcome(await change(pam, own.id, { is_shared: true })), inactive)
  assert.deepEqual(outcome(await create(pam, shared, projects.old)), inactive)
  await query('update saved_views set is_shared = true where id = $1', own.id)
  for (const request of [ann, pam]) {
    for (const body of [{ name: 'X' }, { is_shared: false }, {}])
      assert.deepEqual(outcome(await change(request, own.id, body)), inactive)
    assert.deepEqual(outcome(await remove(request, own.id)), inactive)
  }
  assert.deepEqual(await names(dev, projects.old), ['Late', 'Mine'])
  assert.equal((await remove(dev, id)).status, 204)
})

test('a name is given once among a project’s shared views, and once among a person’s private ones', async () => {
  const { id } = await created(create(pam, shared))
  for (const name of ['Late', 'LATE', ' late ']) assert.deepEqual(outcome(await create(ann, { ...shared, name })), taken)
  // Private views of several people, and a shared one, may have the same name.
  const own = await created(create(pam, { ...late, name: 'late' }))
  await created(create(dev))
  assert.deepEqual(outcome(await create(pam)), taken)
  const elsewhere = await create(ann, shared, projects.secret)
  assert.equal(elsewhere.status, 201)
  assert.deepEqual(outcome(await change(pam, own.id, { is_shared: true })), taken)
  assert.deepEqual(outcome(await change(pam, id, { is_shared: false })), taken)
  const other = await created(create(pam, { ...late, name: 'Ärger' }))
  assert.deepEqual(outcome(await change(pam, own.id, { name: 'äRGER' })), taken)
  assert.equal((await change(pam, other.id, { name: 'ÄRGER' })).status, 200)
})

test('of ten who save a view of one name at once one succeeds, and the others are told that the name is taken', async () => {
  for (const is_shared of [true, false]) {
    const views = Array.from({ length: 10 }, (_, i) => ({ ...late, is_shared, name: i % 2 ? 'Race' : 'RACE' }))
    const answers = await Promise.all(views.map((view, i) => create(is_shared && i % 3 ? ann : pam, view)))
    const { 201: first = [], 400: others = [] } = Object.groupBy(answers, ({ status }) => String(status))
    assert.deepEqual([first.length, others.length], [1, 9])
    for (const answer of others) assert.deepEqual(outcome(answer), taken)
  }
})

const insertMany = (person_id: number, is_shared: boolean) =>
  query(
    `insert into saved_views (tenant_id, project_id, person_id, is_shared, name, query)
     select 1, $1, $2, $3, 'View ' || n, '' from generate_series(1, $4::int) n`,
    website,
    person_id,
    is_shared,
    mostViews - 1,
  )

test('a project has at most 50 shared views, and 50 private ones of each person, however many are saved at once', async () => {
  for (const is_shared of [true, false]) {
    await insertMany(people.pam.id, is_shared)
    const detail = `A project has at most 50 ${is_shared ? 'shared views' : 'private views of yours'}. Please delete one first.`
    const views = Array.from({ length: 5 }, (_, n) => ({ ...late, is_shared, name: `New ${n}` }))
    const answers = await Promise.all(views.map((view) => create(pam, view)))
    const { 201: first = [], 400: others = [] } = Object.groupBy(answers, ({ status }) => String(status))
    assert.deepEqual([first.length, others.length], [1, 4])
    for (const answer of others) assert.deepEqual(outcome(answer), [400, { detail }])
    assert.deepEqual(outcome(await change(pam, first[0]?.body.id, { query: 'view=list' })).at(0), 200)
  }
  const { count, results } = await list(pam)
  assert.deepEqual([count, results.length], [100, 100])
  const all: { id: number; is_shared: boolean }[] = results
  await remove(pam, all.find((view) => view.is_shared)?.id ?? 0)
  const own = all.filter((view) => !view.is_shared).slice(0, 5)
  const answers = await Promise.all(own.map(({ id }) => change(pam, id, { is_shared: true, name: `Shared ${id}` })))
  const full = [400, { detail: 'A project has at most 50 shared views. Please delete one first.' }]
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(refused.map(outcome), [full, full, full, full])
  await created(create(dev))
})

test('of deleting a view and changing it at the same moment, the second finds nothing', async () => {
  const { id } = await created(create(pam, shared))
  const { answers } = await runWhileLocked(
    `select from projects where id = ${website} for update`,
    () => remove(pam, id),
    () => change(ann, id, { name: 'Changed' }),
  )
  assert.deepEqual(answers.map(outcome), [[204, undefined], missing])
})

test('a name is one line of at most 60 characters', async () => {
  const needed = [400, { name: ['View name is required.'] }]
  for (const name of ['', '  ', null, undefined]) assert.deepEqual(outcome(await create(dev, { ...late, name })), needed)
  const tooLong = [400, { name: ['Ensure this field has no more than 60 characters.'] }]
  assert.deepEqual(outcome(await create(dev, { ...late, name: 'x'.repeat(61) })), tooLong)
  await created(create(dev, { ...late, name: '👍'.repeat(60) }))
  for (const name of [7, ['a'], {}]) assert.deepEqual(outcome(await create(dev, { ...late, name })).at(0), 400)
})

test('the filters are a query string of at most 2,000 characters', async () => {
  const { id } = await created(create(dev))
  const accepted = ['', 'q=menu', 'q=Caf%C3%A9+au+lait&label=5', 'q=café', 'a', '%', '&&==', 'x'.repeat(2000)]
  for (const text of accepted) assert.deepEqual((await change(dev, id, { query: text })).body.query, text)
  const wrong = [400, { query: ['Not a valid query string.'] }]
  for (const text of ['?q=menu', 'q=a b', 'q=a\nb', 'q=\u0007', '\u009b', 'q=a\u2028b', 'q=menu#top'])
    assert.deepEqual(outcome(await change(dev, id, { query: text })), wrong, JSON.stringify(text))
  for (const text of ['\u0000', 'q=\ud800', 'x'.repeat(2001), 7, null, {}, ['q']])
    assert.equal((await change(dev, id, { query: text })).status, 400, JSON.stringify(text))
  assert.deepEqual(outcome(await create(dev, { name: 'X' })), [400, { query: ['This field is required'] }])
  for (const is_shared of ['true', 1, null])
    assert.deepEqual(outcome(await create(dev, { ...late, is_shared })), [400, { is_shared: ['Must be true or false.'] }])
  for (const path of ['x', '0', '-1', '1e3', '9'.repeat(30)]) {
    assert.equal((await dev(`PATCH /api/views/${path}/`, { name: 'X' })).status, 404)
    assert.equal((await dev(`GET /api/projects/${path}/views/`)).status, 404)
  }
})

test('the private views of a deleted person go with them, and the shared ones stay', async () => {
  const mia = { full_name: 'Mia', email: 'mia@acme.test', job_title: 'Job', department: 'IT', role: 'project_manager' }
  const { id } = (await ann('POST /api/employees/', mia)).body
  const { id: project } = (await ann('POST /api/projects/', { name: 'Garden', assigned_pm: id })).body
  const asMia = as(null, { headers: { cookie: await sessionOf({ id, at: 'acme' }) } })
  await created(create(asMia, { ...late, name: 'Private' }, project))
  await created(create(asMia, shared, project))
  await ann(`PATCH /api/projects/${project}/`, { assigned_pm: people.pam.id })
  assert.equal((await ann(`DELETE /api/employees/${id}/`)).status, 204)
  const [view] = (await list(pam, project)).results
  assert.deepEqual(view.author, { id, full_name: 'Mia' })
  assert.deepEqual(await query('select name from saved_views where person_id = $1', id), [{ name: 'Late' }])
})

test('views go with their project, and with their author, when those are deleted from the database', async () => {
  const { id: project } = (await pam('POST /api/projects/', { name: 'Temp' })).body
  await created(create(pam, shared, project))
  await query('delete from members where project_id = $1', project)
  await query('delete from projects where id = $1', project)
  const [person] = await query(
    `insert into people (tenant_id, email, full_name, role) values (1, 'eve@acme.test', 'Eve', 'developer') returning id::float8`,
  )
  await insertMany(Number(person?.id), false)
  await query('delete from people where id = $1', person?.id)
  assert.deepEqual(await query('select name from saved_views'), [])
})
