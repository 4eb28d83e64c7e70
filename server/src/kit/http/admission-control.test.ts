// One workspace that exceeds its share of connections does not affect the others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../testing/world.ts'

const { app, pools, as, asOwner, query, cookiesOf } = await testApp({ RATE_LIMIT: '0' })
const [ann, pam, gwen] = [as('ann'), as('pam'), as('gwen')]
const maxConnections = Math.ceil(Number(pools.workspace.options.max) / 3)
const longest = 256

/** Counts the connections that wait for the locked table. */
const countStuck = `select count(distinct pid)::int as n from pg_locks where not granted and relation = 'labels'::regclass`
const stuck = async () => Number((await query(countStuck))[0]?.n)
/** Resolves once the maximum is waiting. It polls inside the database, which sends no event for waiting locks. */
const allStuck = () =>
  query(`do $$ begin while (${countStuck}) < ${maxConnections} loop perform pg_sleep(0.01); end loop; end $$`)

/** Runs with the table of labels locked. */
const whileStuck = <T>(work: () => Promise<T>) =>
  asOwner(async (client) => {
    await client.query('begin; lock table labels')
    try {
      return await work()
    } finally {
      await client.query('rollback')
    }
  })

test('a page that opens with many requests, and 200 calls at once, all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => ann('GET /api/projects/')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})

test('a workspace has a third of the connections; its other calls wait, those beyond are told to come back', async () => {
  const waiting: ReturnType<typeof ann>[] = []
  await whileStuck(async () => {
    for (let n = 0; n < maxConnections + longest; n++) waiting.push(ann('GET /api/labels/'))
    await allStuck()
    // The other workspace is served while the maximum of the first one's calls waits.
    for (let n = 0; n < 20; n++) assert.equal((await gwen('GET /api/projects/')).status, 200)
    assert.equal(await stuck(), maxConnections)

    for (const [request, route] of [
      [ann, 'GET /api/labels/'],
      [ann, 'GET /api/me/'],
      [pam, 'POST /api/projects/'],
      [as(null), 'POST /api/token/'],
    ] as const) {
      const { status, headers, body } = await request(route)
      assert.deepEqual([status, headers['retry-after']], [503, '2'], route)
      assert.deepEqual(body, { detail: 'The service is busy. Please try again in a moment.' })
    }
  })
  const answers = await Promise.all(waiting)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await ann('GET /api/labels/')).status, 200)
})

test('a call beyond the queue is refused before its body is read', async () => {
  const cookie = await cookiesOf('pam')
  const waiting: ReturnType<typeof ann>[] = []
  await whileStuck(async () => {
    for (let n = 0; n < maxConnections + longest; n++) waiting.push(ann('GET /api/labels/'))
    await allStuck()
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/projects/',
      headers: { host: 'acme.localhost', cookie, 'content-type': 'text/plain', 'content-length': '9999999' },
    })
    assert.equal(statusCode, 503)
  })
  await Promise.all(waiting)
})

test('a call that waits in vain is told to come back', async () => {
  const { workspace } = pools
  workspace.options.connectionTimeoutMillis = 100
  try {
    await whileStuck(async () => {
      const stuckOnes = Array.from({ length: maxConnections }, () => ann('GET /api/labels/'))
      await allStuck()
      const { status, headers } = await ann('GET /api/me/')
      assert.deepEqual([status, headers['retry-after']], [503, '2'])
      return { stuckOnes }
    }).then(({ stuckOnes }) => Promise.all(stuckOnes))
  } finally {
    workspace.options.connectionTimeoutMillis = 0
  }
  assert.equal((await ann('GET /api/me/')).status, 200)
})
