// Two servers that exchange events over Redis.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../app.ts'
import { people, projects, testApp } from '../../testing/world.ts'
import { carrierOf, openChannels } from '../realtime/channels.ts'
import { lacksRedis, testRedis } from './testing-redis.ts'

const skip = lacksRedis
const world = await testApp()
const { as, pools, services, closeFirst, logIns } = world
const redis = skip ? null : await testRedis()
await redis?.start()

async function server() {
  const errors: unknown[] = []
  const carrier = carrierOf({ redis_url: redis?.url ?? null }, logIns)
  const ownServices = { ...services, channels: await openChannels(carrier, pools, (error) => errors.push(error)) }
  // The sweep is too rare to close a socket in these tests.
  const { app } = await createApp({ pools, services: ownServices, checkAnswers: true, timing: { sweep: 3_600_000 } })
  closeFirst(() => ownServices.channels.close())
  closeFirst(() => app.close())
  return { app, errors, channels: ownServices.channels }
}
const [first, second] = skip ? [] : [await server(), await server()]
const path = '/ws/notifications/'

test('what happens in one server reaches the pages of the other', { skip }, async () => {
  const dana = await world.socket('dana', path, { server: second ?? assert.fail() })
  await dana.settled()
  const member = { tenant_id: 1, topics: [`notifications ${people.dana.id}`] }
  first?.channels.bus.publish({ ...member, message: { type: 'gone', project_id: projects.website } })
  assert.deepEqual(await dana.frame(({ type }) => type === 'gone'), { type: 'gone', project_id: projects.website })
})

test('while Redis is away requests are served, and who may not stay is cut off nevertheless', { skip }, async () => {
  const dev = await world.socket('dev', path, { server: second ?? assert.fail() })
  await dev.settled()
  await redis?.stop()
  assert.equal((await as('ann')('GET /api/me/')).status, 200)
  await as('dev')('POST /api/logout/')
  assert.equal(await dev.ended, 4401)
  const gaps = [first, second].map((server) => new Promise<void>((resolve) => server?.channels.bus.onGap(resolve)))
  await redis?.start()
  await Promise.all(gaps)
  for (const server of [first, second]) assert.equal(server?.errors.length, 1)
})
