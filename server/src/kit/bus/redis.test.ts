// Servers that tell each other by Redis what has to be told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../app.ts'
import { people, projects, testApp } from '../../testing/world.ts'
import { carrierOf, openChannels } from '../realtime/channels.ts'
import { lacksRedis, testRedis } from './testing-redis.ts'

const skip = lacksRedis
const world = await testApp()
const { as, pools, services, config, closeFirst, owner_url } = world
const redis = skip ? null : await testRedis()
await redis?.start()

async function server() {
  const said: unknown[] = []
  const carrier = carrierOf({ ...config, redis_url: redis?.url ?? null }, owner_url)
  const own = { ...services, channels: await openChannels(carrier, (error) => said.push(error)) }
  // So that nobody is found out by the sweep.
  const { app } = await createApp({ pools, services: own, checkAnswers: true, timing: { sweep: 3_600_000 } })
  closeFirst(() => own.channels.bus.close())
  closeFirst(() => app.close())
  return { app, said, channels: own.channels }
}
const [here, there] = skip ? [] : [await server(), await server()]
const path = '/ws/notifications/'

test('what happens in one server reaches the pages of the other', { skip }, async () => {
  const dana = await world.socket('dana', path, { server: there ?? assert.fail() })
  await dana.settled()
  const member = { tenant_id: 1, topics: [`notifications ${people.dana.id}`] }
  here?.channels.bus.publish({ ...member, message: { type: 'gone', project_id: projects.website } })
  assert.deepEqual(await dana.frame(({ type }) => type === 'gone'), { type: 'gone', project_id: projects.website })
})

test('while Redis is away requests are served, and who may not stay is cut off nevertheless', { skip }, async () => {
  const dev = await world.socket('dev', path, { server: there ?? assert.fail() })
  await dev.settled()
  await redis?.stop()
  assert.equal((await as('ann')('GET /api/me/')).status, 200)
  await as('dev')('POST /api/logout/')
  assert.equal(await dev.ended, 4401)
  const found = [here, there].map((one) => new Promise<void>((resolve) => one?.channels.bus.onGap(resolve)))
  await redis?.start()
  await Promise.all(found)
  for (const one of [here, there]) assert.equal(one?.said.length, 1)
})
