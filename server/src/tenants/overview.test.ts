import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { TenantSummary } from 'contract'
import { daysFrom, type Name, outcome, password, people, tenants, testApp } from '../testing/world.ts'

const { as, browser, query, pools, sessionOf, send, hostOf } = await testApp()

const sol = as('sol')
const { globex } = tenants
const notFound = [404, { detail: 'Not found.' }]
const blocked = [403, 'tenant_blocked']

const listed = async () => (await sol('GET /api/super-admin-dashboard/')).body as TenantSummary[]
const entry = async (id: number) => (await listed()).find((tenant) => tenant.id === id)
const toggle = (id: number | string, body?: object) => sol(`POST /api/toggle-block/${id}/`, body)

/** A browser with a session of its own. */
async function loggedIn(name: Name) {
  const cookie = await sessionOf(name)
  return (route: string) => send(hostOf(people[name].at), { cookie }, route)
}

afterEach(() => query('update tenants set is_blocked = (id = 4) where id > 0'))

test('the platform owner sees every tenant by name, as a plain array', async () => {
  const { status, body } = await sol('GET /api/super-admin-dashboard/')
  assert.equal(status, 200)
  assert.deepEqual(
    body.map(({ name }: TenantSummary) => name),
    ['Acme', 'Broke', 'Globex', 'Shut'],
  )
})

test('a tenant is listed with its storage key, subdomain, trial, paid time, state and people', async () => {
  await query(`update tenants set on_trial = false, paid_until = '2031-02-28', subdomain = 'glo-bex' where id = 2`)
  const [acme, , broke] = await listed()
  await query(`update tenants set on_trial = true, paid_until = null, subdomain = 'globex' where id = 2`)
  const { created_at, ...rest } = acme as TenantSummary
  assert.deepEqual(rest, {
    id: 1,
    name: 'Acme',
    schema: 'acme',
    subdomain: 'acme',
    on_trial: true,
    trial_ends_on: daysFrom(20),
    paid_until: null,
    is_blocked: false,
    user_count: Object.values(people).filter(({ at }) => at === 'acme').length,
  })
  assert.match(created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.deepEqual(
    [broke?.schema, broke?.subdomain, broke?.on_trial, broke?.paid_until],
    ['globex', 'glo-bex', false, '2031-02-28'],
  )
})

test('deleted people are not counted, those who were only invited are, and a tenant may have nobody', async () => {
  const before = (await entry(globex.id))?.user_count ?? 0
  await query('update people set is_active = false where id = $1', people.gus.id)
  assert.equal((await entry(globex.id))?.user_count, before - 1)
  assert.equal((await toggle(globex.id, { is_blocked: false })).body.user_count, before - 1)
  await query('update people set is_active = true, accepted_at = null where id = $1', people.gus.id)
  assert.equal((await entry(globex.id))?.user_count, before)
  await query('update people set is_active = false, is_owner = false where tenant_id = 2')
  assert.equal((await entry(globex.id))?.user_count, 0)
  await query(`update people set is_active = true, is_owner = (role = 'tenant_admin') where tenant_id = 2`)
})

const page = async (query = '') => {
  const { status, body } = await sol(`GET /api/tenants/${query}`)
  assert.equal(status, 200, query)
  return body as { count: number; next: string | null; previous: string | null; results: TenantSummary[] }
}
const namesOn = async (query: string) => (await page(query)).results.map(({ name }) => name)

test('the tenants come in pages, each as the whole list shows it', async () => {
  const all = await listed()
  assert.deepEqual(await page(), { count: 4, next: null, previous: null, results: all })
  assert.deepEqual(await page('?limit=2&offset=1&order=asc'), {
    count: 4,
    next: '/api/tenants/?limit=2&offset=3&sort=name&order=asc',
    previous: '/api/tenants/?limit=2&offset=0&sort=name&order=asc',
    results: all.slice(1, 3),
  })
  assert.deepEqual((await page('?offset=9')).results, [])
  for (const wrong of ['?sort=schema', '?order=up', '?state=paid', '?limit=x', '?search=%00'])
    assert.equal((await sol(`GET /api/tenants/${wrong}`)).status, 400, wrong)
})

test('tenants are found by every word, in name, subdomain or storage key, whatever the case and accents', async () => {
  await query(`update tenants set name = 'Été 100% Studio' where id = 2`)
  assert.deepEqual(await namesOn('?search=%20ETE%20studio'), ['Été 100% Studio'])
  assert.deepEqual(await namesOn('?search=globex'), ['Été 100% Studio'])
  assert.deepEqual(await namesOn('?search=%25'), ['Été 100% Studio'])
  assert.deepEqual(await namesOn('?search=acme%20studio'), [])
  assert.equal((await page('?search=o')).count, 2)
  assert.deepEqual(await namesOn(''), ['Acme', 'Broke', 'Été 100% Studio', 'Shut'])
  await query(`update tenants set name = 'Globex' where id = 2`)
})

test('tenants are narrowed to those on trial or blocked', async () => {
  await query('update tenants set on_trial = false where id in (1, 2)')
  assert.deepEqual(await namesOn('?state=on_trial'), ['Broke', 'Shut'])
  assert.deepEqual(await namesOn('?state=is_blocked'), ['Shut'])
  assert.deepEqual(await namesOn('?state=is_blocked&search=acme'), [])
  await query('update tenants set on_trial = true')
})

test('tenants are sorted by any column, in both orders; those without a value stand last, equal ones by name', async () => {
  await query(
    `update tenants set paid_until = '2031-01-01' where id = 4; update tenants set paid_until = '2030-01-01' where id = 2`,
  )
  for (const [sort, ascending, descending] of [
    ['name', 'Acme Broke Globex Shut', 'Shut Globex Broke Acme'],
    ['subdomain', 'Acme Broke Globex Shut', 'Shut Globex Broke Acme'],
    ['paid_until', 'Globex Shut Acme Broke', 'Shut Globex Acme Broke'],
    ['is_blocked', 'Acme Broke Globex Shut', 'Shut Acme Broke Globex'],
    ['user_count', 'Shut Broke Globex Acme', 'Acme Broke Globex Shut'],
  ] as const) {
    assert.equal((await namesOn(`?sort=${sort}`)).join(' '), ascending, sort)
    assert.equal((await namesOn(`?sort=${sort}&order=desc`)).join(' '), descending, sort)
  }
  await query('update tenants set paid_until = null where id > 0')
})

test('the platform itself is no tenant: it is not listed, and cannot be blocked', async () => {
  assert.equal(
    (await listed()).some(({ id }) => id === 0),
    false,
  )
  for (const body of [undefined, { is_blocked: true }]) assert.deepEqual(outcome(await toggle(0, body)), notFound)
  assert.equal((await sol('GET /api/me/')).status, 200)
})

test('an unknown tenant and a malformed id are not found', async () => {
  for (const id of [987654321, 'x', '-1', '1.5', '1e0', '', '9007199254740993'])
    assert.deepEqual(outcome(await toggle(id)), notFound, String(id))
})

test('on a workspace’s host there is no overview, whoever asks', async () => {
  for (const route of ['GET /api/super-admin-dashboard/', 'GET /api/tenants/', `POST /api/toggle-block/${globex.id}/`]) {
    assert.equal((await as(null)(route)).status, 401)
    assert.equal((await as('ann')(route)).status, 403)
    assert.equal((await as('sol', { at: 'acme' })(route)).status, 401)
  }
  assert.equal((await entry(globex.id))?.is_blocked, false)
})

test('the answer to a toggle is the tenant as the list shows it', async () => {
  for (const is_blocked of [true, false]) {
    const { status, body } = await toggle(globex.id)
    assert.deepEqual([status, body.is_blocked], [200, is_blocked])
    assert.deepEqual(body, await entry(globex.id))
  }
})

test('a blocked workspace refuses the next request of its people, their log-in and their refresh; others go on', async () => {
  const [gil, gwen, ann] = [await loggedIn('gil'), await loggedIn('gwen'), await loggedIn('ann')]
  assert.equal((await gil('GET /api/projects/')).status, 200)
  await toggle(globex.id, { is_blocked: true })
  for (const request of [gil, gwen])
    for (const route of ['GET /api/projects/', 'GET /api/me/', 'POST /api/token/refresh/']) {
      const { status, body } = await request(route)
      assert.deepEqual([status, body.code], blocked)
    }
  const login = await browser('globex')('POST /api/token/', { email: 'gil@globex.test', password })
  assert.deepEqual([login.status, login.body.code], blocked)
  assert.equal((await ann('GET /api/projects/')).status, 200)
})

test('sessions that a block has ended stay ended when it is lifted; a new log-in works', async () => {
  const gil = await loggedIn('gil')
  await toggle(globex.id, { is_blocked: true })
  await toggle(globex.id, { is_blocked: false })
  for (const route of ['GET /api/projects/', 'POST /api/token/refresh/']) assert.equal((await gil(route)).status, 401)
  const request = browser('globex')
  assert.equal((await request('POST /api/token/', { email: 'gil@globex.test', password })).status, 200)
  assert.equal((await request('GET /api/projects/')).status, 200)
})

test('a session that slipped in during the block is ended as well', async () => {
  await toggle(globex.id, { is_blocked: true })
  const gil = await loggedIn('gil')
  await toggle(globex.id, { is_blocked: false })
  assert.equal((await gil('GET /api/projects/')).status, 401)
})

test('a block ends no session of another tenant, nor of the platform', async () => {
  const [ann, owner] = [await loggedIn('ann'), await loggedIn('sol')]
  await toggle(globex.id)
  await toggle(globex.id)
  assert.equal((await ann('GET /api/me/')).status, 200)
  assert.equal((await owner('GET /api/me/')).status, 200)
})

test('a repeated click with the state wanted changes nothing twice', async () => {
  for (const is_blocked of [true, true]) assert.equal((await toggle(globex.id, { is_blocked })).body.is_blocked, true)
  await toggle(globex.id, { is_blocked: false })
  const gil = await loggedIn('gil')
  const { status, body } = await toggle(globex.id, { is_blocked: false })
  assert.deepEqual([status, body.is_blocked], [200, false])
  assert.equal((await gil('GET /api/projects/')).status, 200)
})

test('a hundred clicks at once with the state wanted end in that state, and each is told so', async () => {
  const gil = await loggedIn('gil')
  const answers = await Promise.all(Array.from({ length: 100 }, () => toggle(globex.id, { is_blocked: true })))
  assert.deepEqual([...new Set(answers.map(({ status, body }) => `${status} ${body.is_blocked}`))], ['200 true'])
  assert.deepEqual(await gil('GET /api/me/').then(({ status, body }) => [status, body.code]), blocked)
})

test('of many clicks at once without it, each turns the state over once', async () => {
  const answers = await Promise.all(Array.from({ length: 21 }, () => toggle(globex.id)))
  const outcomes = Object.groupBy(answers, ({ status, body }) => `${status} ${body.is_blocked}`)
  assert.deepEqual([outcomes['200 true']?.length, outcomes['200 false']?.length], [11, 10])
  assert.equal((await entry(globex.id))?.is_blocked, true)
})

test('only a boolean is a state, and nothing else of a body counts', async () => {
  for (const is_blocked of ['true', 1, null, []])
    assert.deepEqual(outcome(await toggle(globex.id, { is_blocked })), [400, { is_blocked: ['Must be true or false.'] }])
  const { body } = await toggle(globex.id, { is_blocked: false, id: 1, name: 'Mine', on_trial: false, paid_until: '2099-01-01' })
  assert.deepEqual([body.id, body.name, body.on_trial, body.paid_until, body.is_blocked], [2, 'Globex', true, null, false])
})

test('a block that fails half-way leaves the workspace open and its sessions alive', async () => {
  const gil = await loggedIn('gil')
  const setPermission = (verb: 'revoke' | 'grant') =>
    query(`${verb} update on sessions ${verb === 'grant' ? 'to' : 'from'} atrium_platform`)
  await setPermission('revoke')
  try {
    assert.equal((await toggle(globex.id, { is_blocked: true })).status, 500)
  } finally {
    await setPermission('grant')
  }
  assert.equal((await entry(globex.id))?.is_blocked, false)
  assert.equal((await gil('GET /api/projects/')).status, 200)
})

test('the tenant of one block is nobody’s context afterwards', async () => {
  await toggle(globex.id)
  const { rows } = await pools.platform.query(`select current_setting('app.tenant_id', true) as tenant`)
  assert.ok(!rows[0]?.tenant)
  assert.equal((await listed()).length, Object.keys(tenants).length)
})
