// Two servers behind HAProxy, restarted in turn while people work. No request fails, and no message is lost or doubled.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/setup.js'
import { lacksRedis, testRedis } from '../server/src/kit/bus/testing-redis.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { startMainProcess } from '../server/src/testing/main-process.ts'
import { waitUntil } from '../server/src/testing/processes.ts'
import { type Name, projects, rooms, testApp } from '../server/src/testing/world.ts'
import { openRoom } from '../server/src/testing/world-browsers.ts'
import { lacksBalancer, startBalancer } from './balancer.ts'
import { ask, keepTalking, keepWriting } from './durability-clients.ts'
import { figure, isStress, startRounds } from './size.ts'

ensureBuilt()
const https = await freePort()
const PUBLIC_URL = `https://localhost:${https}`
const world = await testApp({ PUBLIC_URL })
const ports = [await freePort(), await freePort()] as const
const start = (port: number, environment: NodeJS.ProcessEnv) =>
  startMainProcess(world, {
    PUBLIC_URL,
    PORT: String(port),
    HOST: '127.0.0.1',
    DRAIN_SECONDS: '4',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT: '0',
    ...environment,
  })

/** Reads all the time, and counts by status. */
function keepReading(target: Parameters<typeof ask>[0]) {
  const statuses: Record<number, number> = {}
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const { status } = await ask(target, 'GET /api/me/')
      statuses[status] = (statuses[status] ?? 0) + 1
      await sleep(10)
    }
  })()
  return {
    statuses,
    stop() {
      isStopped = true
      return done
    },
  }
}

async function restartInTurn(t: TestContext, environment: NodeJS.ProcessEnv) {
  const servers = [await start(ports[0], environment), await start(ports[1], environment)]
  const { port } = await startBalancer(https, ports)
  const people: Name[] = ['pam', 'dev']
  // Kept connections, as browsers have them: HAProxy reuses its own for these only.
  const agent = new Agent({ keepAlive: true })
  const targets = people.map((who) => ({ who, port, agent, headers: { host: world.hostOf('acme'), cookie: '' } }))
  // Access tokens are short-lived.
  const logInAgain = async () => {
    for (const target of targets) target.headers.cookie = await world.sessionOf(target.who)
  }
  await logInAgain()
  await waitUntil(
    async () => (await Promise.all(targets.map((target) => ask(target, 'GET /api/me/')))).every(({ status }) => status === 200),
    () => 'HAProxy finds the servers.',
  )
  const pam = targets[0] as (typeof targets)[0]
  const writers = ['First', 'Second'].map((name) => keepWriting(name, pam, projects.website))
  const readers = targets.map(keepReading)
  const talkers = targets.map(({ who, headers }) =>
    openRoom({ port: () => port, headers }, { room_id: rooms.website, name: `${t.name} ${who}`, seesIt: true }),
  )
  const talking = keepTalking(talkers)
  t.after(async () => {
    talking.stop()
    for (const writer of writers) writer.abandon()
    await Promise.all([...talkers, ...readers].map((client) => client.stop()))
  })

  const rounds = startRounds({ short: 1, whole: 100 })
  while (rounds.left()) {
    const n = rounds.done() % 2
    await logInAgain()
    await servers[n]?.stop()
    servers[n] = await start(ports[n] ?? 0, environment)
    // The next one must not stop before HAProxy has this one back.
    await sleep(3000)
    for (const writer of writers) writer.mustNotHaveFailed()
  }

  talking.stop()
  await Promise.all([...writers, ...readers].map((client) => client.stop()))
  await waitUntil(
    () => talkers.every(({ unconfirmed }) => !unconfirmed.size),
    () =>
      `Everything said is confirmed: ${talkers.map(({ unconfirmed, codes, messages, sentCount }) => [unconfirmed.size, codes.join(' '), messages.size, sentCount()])}`,
  )
  const said = talkers.reduce((sum, talker) => sum + talker.sentCount(), 0)
  const stored = await world.query(
    `select count(*)::int as n, count(distinct temp_id)::int as own from chat_messages where temp_id like $1`,
    `${t.name} %`,
  )
  figure(t, 'restarts', rounds.done())
  figure(
    t,
    'tasks and comments written',
    writers.reduce((sum, { titles }) => sum + titles.length * 2, 0),
  )
  figure(t, 'reads by status', JSON.stringify(readers.map(({ statuses }) => statuses)))
  figure(t, 'messages', said)
  figure(
    t,
    'reconnects of sockets',
    talkers.reduce((sum, { codes }) => sum + codes.length, 0),
  )

  for (const { statuses } of readers) assert.deepEqual(Object.keys(statuses), ['200'])
  for (const writer of writers) assert.equal(writer.repeated(), 0, 'No write fails.')
  assert.deepEqual(stored, [{ n: said, own: said }])
  await waitUntil(
    () => talkers.every(({ messages }) => messages.size >= said),
    () => 'Everybody has every message.',
  )
  assert.ok(
    talkers.some(({ codes }) => codes.length > 0),
    'Some socket was on the server that stopped.',
  )
  for (const server of servers) await server.stop()
}

test('restarts in turn, with NOTIFY', { skip: lacksBalancer }, (t) => restartInTurn(t, {}))

const skip = lacksBalancer || lacksRedis || (!isStress && 'takes long: npm run stress -- restarts')
test('restarts in turn, with Redis', { skip }, async (t) => {
  const redis = await testRedis()
  await redis.start()
  await restartInTurn(t, { REDIS_URL: redis.url })
})
