// The database goes away and comes back: calls are told to come back, and the server stays up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../world.ts'

const { as, asOwner, look } = await testApp()
const [ann, pam] = [as('ann'), as('pam')]

const escaped: unknown[] = []
process.on('uncaughtExceptionMonitor', (error) => escaped.push(error))

/** Ends the server's connections, as a database does that restarts. */
const cut = () =>
  look(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'atrium test'`,
  )

test('connections that the database cuts while idle are replaced, and until then a call is told to come back', async () => {
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 8 }, () => ann('GET /api/projects/')))
    await cut()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ann('GET /api/projects/')))
    for (const { status, headers } of answers) assert.ok(status === 200 || (status === 503 && headers['retry-after'] === '2'))
  }
  assert.equal((await ann('GET /api/projects/')).status, 200)
})

test('calls under way when the database goes are told to come back, and nothing of theirs is written', async () => {
  const before = await look('select count(*)::int as n from projects')
  const answers = await asOwner(async (client) => {
    await client.query('begin; lock table members')
    const waiting = Promise.all([pam('POST /api/projects/', { name: 'Cut off' }), ann('GET /api/projects/')])
    const waiters = () => look(`select from pg_locks where not granted and relation = 'members'::regclass`)
    while ((await waiters()).length < 2);
    await cut()
    const said = await waiting
    await client.query('rollback')
    return said
  })
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, headers['retry-after']], [503, '2'])
    assert.match(body.detail, /Please try again in a moment/)
  }
  assert.deepEqual(await look('select count(*)::int as n from projects'), before)
  assert.equal((await pam('POST /api/projects/', { name: 'Cut off' })).status, 201)
})

test('while the database takes nobody in, every call is told to come back; then all is as before', async () => {
  const [row] = await look('select current_database() as name')
  const admit = (limit: number) => look(`alter database ${row?.name} with connection limit ${limit}`)
  await ann('GET /api/me/')
  await admit(0)
  await cut()
  try {
    for (const route of ['GET /api/me/', 'POST /api/token/refresh/', 'GET /api/employees/', 'DELETE /api/employees/5/'])
      for (let tries = 0; tries < 3; tries++) {
        const answer = await ann(route)
        assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2'], route)
      }
    assert.equal((await as(null)('POST /api/token/', { email: 'ann@acme.test', password: 'x' })).status, 503)
  } finally {
    await admit(-1)
  }
  assert.equal((await ann('GET /api/me/')).status, 200)
})

test('a connection that breaks in use never ends the process', async () => {
  await new Promise(setImmediate)
  assert.deepEqual(escaped, [])
})
