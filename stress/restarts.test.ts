// @long @alone: Two servers behind HAProxy, restarted in turn while people work. No request fails, and no message is lost or doubled.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/setup.js'
import { lacksRedis, testRedis } from '../server/src/kit/bus/testing-redis.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { startMainProcess } from '../server/src/testing/main-process.ts'
import { testApp } from '../server/src/testing/world.ts'
import { lacksBalancer, startBalancer } from './balancer.ts'
import { figure, isStress, startRounds } from './size.ts'
import { startTeam } from './team.ts'

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

async function restartInTurn(t: TestContext, environment: NodeJS.ProcessEnv) {
  const servers = [await start(ports[0], environment), await start(ports[1], environment)]
  const balancer = await startBalancer({ https, servers: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`] })
  const team = await startTeam(t, world, balancer.port)
  const rounds = startRounds({ short: 1, whole: 100 })
  while (rounds.left()) {
    const n = rounds.done() % 2
    await team.logInAgain()
    await servers[n]?.stop()
    servers[n] = await start(ports[n] ?? 0, environment)
    // The next one must not stop before HAProxy has this one back.
    await sleep(3000)
    team.mustNotHaveFailed()
  }
  figure(t, 'restarts', rounds.done())
  const { failedReads, repeatedWrites, reconnects } = await team.finish()
  assert.deepEqual({ failedReads, repeatedWrites }, { failedReads: 0, repeatedWrites: 0 })
  assert.ok(reconnects > 0, 'Some socket was on a server that stopped.')
  for (const server of servers) await server.stop()
  await balancer.stop()
}

test('restarts in turn, with NOTIFY', { skip: lacksBalancer }, (t) => restartInTurn(t, {}))

const skip = lacksBalancer || lacksRedis || (!isStress && 'takes long: npm run stress -- restarts')
test('restarts in turn, with Redis', { skip }, async (t) => {
  const redis = await testRedis()
  await redis.start()
  await restartInTurn(t, { REDIS_URL: redis.url })
})
