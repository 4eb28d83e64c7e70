// @long @alone: Several machines: two servers, a load balancer, and this host with the database and the bus. One machine loses its network while
// people work. The others serve on, and nothing is lost or doubled.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/setup.js'
import { lacksRedis, testRedis } from '../server/src/kit/bus/testing-redis.ts'
import { startMainProcess } from '../server/src/testing/main-process.ts'
import { waitUntil } from '../server/src/testing/processes.ts'
import { testApp } from '../server/src/testing/world.ts'
import { lacksBalancer, startBalancer } from './balancer.ts'
import { lacksMachines, openNetwork } from './network.ts'
import { figure, isStress, startRounds } from './size.ts'
import { startTeam } from './team.ts'

ensureBuilt()
const port = 8000
const https = 443
const PUBLIC_URL = 'https://localhost'
const lacks = lacksBalancer || lacksMachines
const world = await testApp({ PUBLIC_URL })
/** How long a machine is away. HAProxy must find out meanwhile. */
const milliseconds = 8000

async function cutInTurn(t: TestContext, redisPort?: number) {
  const network = openNetwork(t)
  const [front, ...machines] = [network.add(), network.add(), network.add()] as const
  const database = new URL(world.owner_url)
  database.host = `${network.host}:${await network.expose(Number(database.port))}`
  const bus = redisPort && { REDIS_URL: `redis://${network.host}:${await network.expose(redisPort)}` }
  const servers = []
  for (const { within } of machines) {
    const environment = { PUBLIC_URL, PORT: String(port), HOST: '0.0.0.0', RATE_LIMIT: '0', DATABASE_URL: database.href, ...bus }
    servers.push(await startMainProcess(world, { ...environment, TRUST_PROXY: front.address }, within))
  }
  const [first, second] = machines.map(({ address }) => `${address}:${port}`) as [string, string]
  const balancer = await startBalancer({ https, servers: [first, second], host: front.address, within: front.within })
  try {
    const team = await startTeam(t, world, balancer.port)

    const count = (state: 'DOWN' | 'UP') => balancer.said().split(`is ${state}`).length - 1
    const noticed: number[] = []
    const rounds = startRounds({ short: 1, whole: 20 })
    while (rounds.left()) {
      const machine = machines[rounds.done() % 2] as (typeof machines)[0]
      await team.logInAgain()
      const [downs, ups] = [count('DOWN'), count('UP')]
      const begin = performance.now()
      machine.unplug()
      await waitUntil(
        () => count('DOWN') > downs,
        () => 'HAProxy takes the machine out.',
      )
      noticed.push((performance.now() - begin) / 1000)
      await sleep(milliseconds - (performance.now() - begin))
      machine.plugIn()
      await waitUntil(
        () => count('UP') > ups,
        () => 'HAProxy takes the machine back.',
      )
      await sleep(1000)
      team.mustNotHaveFailed()
    }
    figure(t, 'machines cut', rounds.done())
    figure(t, 'noticed after at most, s', Math.max(...noticed))
    const { reconnects, slowestWrite } = await team.finish()
    assert.ok(reconnects > 0, 'Some socket was on a machine that was cut.')
    if (isStress) assert.ok(slowestWrite < Math.max(...noticed) + 1, 'HAProxy ends the connections of a machine that is away.')
  } finally {
    for (const server of servers) await server.stop()
    await balancer.stop()
  }
}

test('machines lose their network in turn, with NOTIFY', { skip: lacks }, (t) => cutInTurn(t))

const skip = lacks || lacksRedis || (!isStress && 'takes long: npm run stress -- machines')
test('machines lose their network in turn, with Redis', { skip }, async (t) => {
  const redis = await testRedis()
  await redis.start()
  await cutInTurn(t, Number(new URL(redis.url).port))
})
