// @long @alone: The database goes away and comes back. Calls are told to retry, and the server stays up.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { serveHealth } from '../../start.ts'
import { testApp } from '../../testing/world.ts'
import { inTenant, sql } from './db.ts'

const { app, pools, as, asOwner, query } = await testApp()
serveHealth(app, pools.workspace)
const [ann, pam] = [as('ann'), as('pam')]

const escaped: unknown[] = []
process.on('uncaughtExceptionMonitor', (error) => escaped.push(error))

/** Ends the server's connections, like a restart of the database. */
const cut = () =>
  query(
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
  const create = () => pam('POST /api/projects/', { name: 'Cut off' })
  const before = await query('select count(*)::int as n from projects')
  const answers = await asOwner(async (client) => {
    await client.query('begin; lock table members')
    const waiting = Promise.all([create(), ann('GET /api/projects/')])
    const waiters = () => query(`select from pg_locks where not granted and relation = 'members'::regclass`)
    while ((await waiters()).length < 2);
    await cut()
    const answer = await waiting
    await client.query('rollback')
    return answer
  })
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, headers['retry-after']], [503, '2'])
    assert.match(body.detail, /Please try again in a moment/)
  }
  assert.deepEqual(await query('select count(*)::int as n from projects'), before)
  // Other idle connections of the pool may have been cut, too.
  let { status } = await create()
  while (status === 503) ({ status } = await create())
  assert.equal(status, 201)
})

test('a process that stops between two statements keeps its locks for 10 s at most', async () => {
  for (const pool of Object.values(pools)) {
    const { rows } = await pool.query('show idle_in_transaction_session_timeout')
    assert.deepEqual(rows, [{ idle_in_transaction_session_timeout: '10s' }])
  }
})

test('a call whose transaction the database has ended for standing still is told to come back', async () => {
  const stalled = inTenant(pools.workspace, 1, 'read write', async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 20`.execute(db)
    // The process stands still, and so does not see the connection end.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    await sql`select 1`.execute(db)
  })
  await assert.rejects(stalled, { status: 503 })
  // Over TCP the reason arrives before the end of the connection does.
  const reason = sql`do $$ begin raise exception 'terminating connection' using errcode = '25P03'; end $$`
  await assert.rejects(
    inTenant(pools.workspace, 1, 'read write', (db) => reason.execute(db)),
    { status: 503 },
  )
})

test('a call that always loses to another one is told to come back, and one that loses four times is served', async () => {
  await query('create sequence losses')
  await query(
    `create function lose() returns trigger language plpgsql security definer as $$ begin
       if nextval('losses') <= 5 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       return new;
     end $$`,
  )
  await query('create trigger lose before insert on labels for each row execute function lose()')
  const create = () => ann('POST /api/labels/', { name: 'Contested' })
  const { status, headers } = await create()
  assert.deepEqual([status, headers['retry-after']], [503, '2'])
  await query(`select setval('losses', 1)`)
  assert.equal((await create()).status, 201)
  await query('drop trigger lose on labels')
})

test('while the database takes nobody in, every call is told to come back; then all is as before', async () => {
  const [row] = await query('select current_database() as name')
  const admit = (limit: number) => query(`alter database ${row?.name} with connection limit ${limit}`)
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

test('a database that is short of something tells callers to come back, and readiness reports it for a while', async () => {
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode
  // Too many connections, a limit of the configuration, a statement's time-out; disk full, out of memory, a replica.
  const cases = [
    ['53300', false],
    ['53400', false],
    ['57014', false],
    ['53100', true],
    ['53200', true],
    ['25006', true],
  ] as const
  for (const [i, [code, isReported]] of cases.entries()) {
    // Each starts after the previous error's report has ended.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + i * 20_000 })
    try {
      assert.equal(await ready(), 200, code)
      await query(
        `create function fail() returns trigger language plpgsql as $$ begin raise 'short' using errcode = '${code}'; end $$`,
      )
      await query('create trigger fail before insert on labels execute function fail()')
      const answer = await ann('POST /api/labels/', { name: `Label ${code}` })
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2'], code)
      assert.deepEqual(answer.body, { detail: 'The service is busy. Please try again in a moment.' })
      assert.equal((await ann('GET /api/labels/')).status, 200)
      assert.equal(await ready(), isReported ? 503 : 200, code)
      mock.timers.tick(16_000)
      assert.equal(await ready(), 200, code)
    } finally {
      mock.timers.reset()
      await query('drop function fail cascade')
    }
    assert.equal((await ann('POST /api/labels/', { name: `Label ${code}` })).status, 201)
  }
})

test('a call that only reads and yet writes is a bug, and not a database that only reads', async () => {
  await query('alter table labels rename to labels_away')
  await query(`create function write() returns setof labels_away language plpgsql as
    $$ begin update limits set count = 0; return query select * from labels_away; end $$`)
  await query('create view labels as select * from write()')
  await query('grant select on labels to public; grant execute on function write to public')
  try {
    assert.equal((await ann('GET /api/labels/')).status, 500)
  } finally {
    await query('drop view labels')
    await query('drop function write')
    await query('alter table labels_away rename to labels')
  }
})

test('a connection that breaks in use never ends the process', async () => {
  await new Promise(setImmediate)
  assert.deepEqual(escaped, [])
})
