// @long: A server that stops behind a load balancer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { ensureBuilt } from '../../scripts/setup.js'
import { readinessOf } from './readiness.ts'
import { startMainProcess } from './testing/main-process.ts'
import { testApp } from './testing/world.ts'

ensureBuilt()

test('a draining server goes on answering, and ends each connection', async () => {
  const app = Fastify()
  const readiness = readinessOf(app.server)
  app.get('/', async () => ({ isDraining: readiness.isDraining }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const before = await fetch(url)
  assert.deepEqual(await before.json(), { isDraining: false })
  assert.notEqual(before.headers.get('connection'), 'close')
  const drained = readiness.drain(300)
  const during = await fetch(url)
  assert.deepEqual(await during.json(), { isDraining: true })
  assert.equal(during.headers.get('connection'), 'close')
  await drained
  await app.close()
})

test('a server of several processes that is told to stop is no longer ready, and serves until it stops', async () => {
  const world = await testApp()
  const server = await startMainProcess(world, { WORKERS: '2', DRAIN_SECONDS: '2' })
  const statusesOf = (route: string) => Promise.all([1, 2, 3, 4].map(() => server.send('pam', route)))
  assert.deepEqual(await statusesOf('GET /readyz'), [200, 200, 200, 200])
  const stopped = server.stop()
  while ((await statusesOf('GET /readyz')).includes(200));
  assert.deepEqual(await statusesOf('GET /api/me/'), [200, 200, 200, 200])
  await stopped
})
