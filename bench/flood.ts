// Measures a log-in flood: 500 connections from 500 addresses try wrong passwords and retry at once when refused.
import http from 'node:http'
import { type Columns, spread, whole } from './live-report.ts'
import type { Place, Scene } from './scene.ts'
import { startServer } from './stage.ts'
import { sleep, stopped } from './stopping.ts'

const connections = 500
const pauseMilliseconds = 250

type Flood = {
  per_second: number
  verified: number
  refused: number
  known: { logIns: number; failed: number; p50: number | null; longest: number }
  next: { status: number; ms: number }
}

export const floodColumns: Columns<Flood> = {
  'attacks | /s': ({ per_second }) => whole(per_second),
  'attacks | verified': ({ verified }) => whole(verified),
  'attacks | refused': ({ refused }) => whole(refused),
  'known device, meanwhile | log-ins': ({ known }) => whole(known.logIns),
  'known device, meanwhile | failed': ({ known }) => whole(known.failed),
  'known device, meanwhile | p50 ms': ({ known }) => whole(known.p50),
  'known device, meanwhile | longest ms': ({ known }) => whole(known.longest),
  'new browser, right afterwards | status': ({ next }) => String(next.status),
  'new browser, right afterwards | ms': ({ next }) => whole(next.ms),
}

type Stage = Place & { cleaning: AsyncDisposableStack; port: number; folder: string }

/** Needs a system on which all of 127.0.0.0/8 is loopback. */
export async function measureFlood(place: Stage, { host, password }: Scene, seconds: number): Promise<Flood[]> {
  const server = await startServer({ ...place, nodeOptions: [] })
  const agents: http.Agent[] = []
  const browserAt = (localAddress: string) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1, localAddress })
    agents.push(agent)
    return (n: number, secret: string, cookie = '') =>
      logIn({ agent, port: place.port, host, cookie }, { email: `login${n}@bench.test`, password: secret })
  }

  const owner = browserAt('127.0.0.1')
  const { device } = await owner(0, password)
  let isOver = false
  const counts = new Map<number, number>()
  const attack = async (attacker: number) => {
    const browser = browserAt(`127.1.${attacker >> 8}.${attacker & 255}`)
    // These accounts do not exist.
    for (let n = 0; !isOver && !stopped.aborted; n++) {
      const { status } = await browser((attacker + 1) * 1_000_000 + n, 'Wrong-1')
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  const attackers = Promise.all(Array.from({ length: connections }, (_, attacker) => attack(attacker)))
  const known: Answer[] = []
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) {
    await sleep(pauseMilliseconds)
    known.push(await owner(0, password, device))
  }
  isOver = true
  await attackers
  const duration = (performance.now() - start) / 1000
  const next = await browserAt('127.0.0.2')(1, password)
  for (const agent of agents) agent.destroy()
  await server.stop()

  const sum = [...counts.values()].reduce((a, b) => a + b, 0)
  const times = known.map(({ ms }) => ms)
  return [
    {
      per_second: sum / duration,
      verified: counts.get(401) ?? 0,
      refused: sum - (counts.get(401) ?? 0),
      known: {
        logIns: known.length,
        failed: known.filter(({ status }) => status !== 200).length,
        p50: spread(times).p50,
        longest: Math.max(...times),
      },
      next,
    },
  ]
}

type Answer = { status: number; ms: number; device: string }
type Client = { agent: http.Agent; port: number; host: string; cookie: string }

function logIn({ agent, port, host, cookie }: Client, body: { email: string; password: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const start = performance.now()
  const headers = { host, cookie, 'content-type': 'application/json' }
  const path = '/api/token/'
  const request = http.request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
    const lines = response.headers['set-cookie'] ?? []
    const device = lines.find((line) => line.includes('_device='))?.split(';')[0] ?? ''
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start, device }))
    response.resume()
  })
  request.on('error', reject)
  request.end(JSON.stringify(body))
  return promise
}
