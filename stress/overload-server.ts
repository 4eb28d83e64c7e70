// The real server for the test of overload, and other people's requests while it is under load.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/setup.js'
import { startMainProcess } from '../server/src/testing/main-process.ts'
import { type Name, people, testApp } from '../server/src/testing/world.ts'
import { storeScene } from '../server/src/testing/world-scene.ts'
import { isStress } from './size.ts'

ensureBuilt()
export const world = await testApp()
await storeScene(world.services.store)
const DATA_DIR = world.services.config.data_dir
export const server = await startMainProcess(world, { RATE_LIMIT: '0', TRUST_PROXY: '127.0.0.1', DATA_DIR })
const mostOthersMilliseconds = 1000
/** Linux counts processor time in hundredths of a second. */
const millisecondsPerTick = 10

export const headersOf = async (who: Name) => ({
  host: `${people[who].at}.localhost:${server.port}`,
  cookie: await world.cookiesOf(who),
  'accept-encoding': 'zstd',
})

const agent = new Agent({ keepAlive: true })
world.closeFirst(async () => agent.destroy())
/** Sends a request, and returns the status: 0 without an answer. */
export async function send(who: Name, route: string) {
  const [method, path] = route.split(' ')
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = request({ host: '127.0.0.1', port: server.port, agent, method, path, headers: await headersOf(who) }, (answer) => {
    answer.resume()
    answer.on('error', () => resolve(0))
    answer.on('end', () => resolve(answer.statusCode ?? 0))
  })
  sent.on('error', () => resolve(0))
  sent.end()
  return promise
}

/** Starts a process that sends requests at the lowest priority, so that it takes no time from the server. */
export function startLoader<Order extends object, Report>(file: string) {
  const loader = fork(path.join(import.meta.dirname, file))
  world.closeFirst(async () => loader.kill())
  return {
    pid: loader.pid,
    async load(order: Order): Promise<Report> {
      loader.send({ ...order, port: server.port })
      const ended = once(loader, 'exit').then(() => assert.fail(`${file} has ended.`))
      const [report] = await Promise.race([once(loader, 'message'), ended])
      return report
    },
  }
}

/** The server's memory in MB, or null where the system does not say. */
export function megabytes() {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return null
  }
}

/** The processor time of a process in milliseconds, or NaN where the system does not say. */
export function processorMilliseconds(pid: number | undefined) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) * millisecondsPerTick
  } catch {
    return Number.NaN
  }
}

/** Sends one request after the other while the work lasts, over one connection. */
export async function probeInTurn<T>(who: Name, route: string, work: Promise<T>) {
  const probes: Probe[] = []
  const start = performance.now()
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    const begin = performance.now()
    const status = await send(who, route)
    const end = performance.now()
    probes.push({ status, milliseconds: end - begin, answeredAt: end - start })
    await sleep(10)
  }
  return { result: await work, probes }
}

/** Sends a request every 50 ms while the work lasts. */
export async function probeDuring<T>(who: Name, route: string, work: Promise<T>) {
  const probes: Probe[] = []
  const start = performance.now()
  const pending: Promise<unknown>[] = []
  let isOver = false
  void work.finally(() => (isOver = true))
  while (!isOver) {
    const begin = performance.now()
    const answered = (status: number) => {
      const end = performance.now()
      probes.push({ status, milliseconds: end - begin, answeredAt: end - start })
    }
    pending.push(send(who, route).then(answered))
    await sleep(50)
  }
  await Promise.all(pending)
  return { result: await work, probes }
}

/** `answeredAt` is in milliseconds since the first probe. */
type Probe = { status: number; milliseconds: number; answeredAt: number }
export const slowest = (probes: Probe[]) => Math.max(0, ...probes.map(({ milliseconds }) => milliseconds))
export const percentile = (probes: Probe[], share: number) =>
  probes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)[Math.floor(probes.length * share)] ?? 0
export const percentile95 = (probes: Probe[]) => percentile(probes, 0.95)
export function othersMustBeServed(probes: Probe[]) {
  assert.deepEqual(
    probes.filter(({ status }) => status !== 200),
    [],
  )
  if (isStress) assert.ok(percentile95(probes) <= mostOthersMilliseconds)
}

/** The most memory that the server takes until `stop`, in MB, or null where the system does not say. */
export function watchMemory() {
  const before = megabytes()
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most ?? 0, megabytes() ?? 0)
  }, 100)
  return () => {
    clearInterval(watching)
    return { before, most }
  }
}
