// @long @alone: More is requested of the real server than it can serve.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { partBytes } from 'contract'
import { people, projects, tasks } from '../server/src/testing/world.ts'
import { openSocket } from '../server/src/testing/world-sockets.ts'
import type { Load, Report } from './overload-load.ts'
import {
  headersOf,
  megabytes,
  othersMustBeServed,
  percentile,
  percentile95,
  probeDuring,
  probeInTurn,
  processorMilliseconds,
  send,
  server,
  slowest,
  startLoader,
  watchMemory,
  world,
} from './overload-server.ts'
import type { Order, Worked } from './overload-work.ts'
import { figure, isStress } from './size.ts'

await world.query(
  `with made as (
     insert into tasks (tenant_id, project_id, title, description)
     select 1, ${projects.website}, 'Task ' || n, 'To be done some day.' from generate_series(1, 400) n returning id)
   insert into subtasks (tenant_id, task_id, title) select 1, id, 'Step ' || n from made, generate_series(1, 2) n`,
)
const { pid: loaderPid, load } = startLoader<Load, Report>('overload-load.ts')
/** A long list, compressed, costs the server much and the load little: both share the cores. */
const list = `GET /api/projects/${projects.website}/tasks/`
const seconds = isStress ? 10 : 2
/** The short form sends so many a second that not all of them find a place in the workspace's queue, also on a slow machine. */
const leastRate = isStress ? 0 : 300
/** At ten times the capacity, most come over connections that have asked again at once, and wait for their turn. */
const mostRefusalMilliseconds = 1000
const mostRecoveryMilliseconds = 2000
const mostOthersP99Milliseconds = 400
/** The load and the database share the cores with the server. */
const leastShare = 0.7

/** Resolves once a request is served as fast as usual. */
async function recovery() {
  const begin = performance.now()
  for (;;) {
    const sent = performance.now()
    if ((await send('dev', list)) === 200 && performance.now() - sent < 500) return performance.now() - begin
  }
}

/** Measures the processor time of the server in milliseconds, and how many cores the load takes, while the load lasts. */
async function measured(work: Promise<Report>) {
  const now = () => [processorMilliseconds(server.pid), processorMilliseconds(loaderPid), performance.now()] as const
  const before = now()
  const report = await work
  const [ofServer, ofLoad, passed] = now().map((value, i) => value - (before[i] ?? 0)) as [number, number, number]
  return { ...report, ofServer, cores: ofLoad / passed }
}

async function capacity() {
  const headers = [await headersOf('pam'), await headersOf('dev')]
  return measured(load({ route: list, headers, connections: 16, seconds: seconds / 2 }))
}

async function overload(t: TestContext, factor: number) {
  const first = await capacity()
  const stop = watchMemory()
  const headers = await Promise.all((['pam', 'dev'] as const).map(headersOf))
  const rate = Math.max(factor * first.served_per_second, leastRate)
  const flood = measured(load({ route: list, headers, rate, seconds }))
  const [{ result, probes }, others] = await Promise.all([
    probeDuring('pam', list, flood),
    probeDuring('gil', 'GET /api/me/', flood),
  ])
  const recovered = await recovery()
  const { before, most } = stop()
  // A shared machine is sometimes slower for a while.
  const usual = (first.served_per_second + (await capacity()).served_per_second) / 2
  const refused = probes.filter(({ status }) => status !== 200)
  // The probes ask for the same list.
  const listed = probes.filter(({ status }) => status === 200)
  const served = result.served_per_second + listed.filter(({ answeredAt }) => answeredAt < seconds * 1000).length / seconds
  const cost = result.ofServer / ((result.statuses[200] ?? 0) + listed.length)
  const usualCost = first.ofServer / (first.statuses[200] ?? 0)
  const say = (name: string, ...values: (string | number)[]) =>
    figure(
      t,
      `at ${factor} times the capacity, ${name}`,
      values.map((value) => (typeof value === 'number' ? Math.round(value) : value)).join(' '),
    )
  say(`served of ${usual.toFixed()} requests/s`, served)
  say('answers by status', JSON.stringify(result.statuses))
  say('ms of the server for each served request, and without the load', cost.toFixed(1), usualCost.toFixed(1))
  say('cores for the load, and without it', result.cores.toFixed(2), first.cores.toFixed(2))
  say('refusals, ms at p95 and at most', percentile95(refused), slowest(refused))
  say('another workspace, ms at p95 and at most', percentile95(others.probes), slowest(others.probes))
  say('memory before and at most, MB', before ?? '?', most ?? '?')
  say('recovered after ms', recovered)

  assert.deepEqual(result.odd, [])
  assert.deepEqual(
    Object.keys(result.statuses).filter((status) => status !== '200' && status !== '503'),
    [],
    'Every request is served or refused.',
  )
  assert.ok(result.statuses[503], 'Some are refused.')
  assert.equal(
    Object.values(result.statuses).reduce((sum, count) => sum + count, 0),
    result.sent,
  )
  othersMustBeServed(others.probes)
  if (before && most) assert.ok(most < (isStress ? 2 : 3) * before, `${before} MB before, ${most} at most`)
  if (!isStress) return
  assert.ok(served > leastShare * usual)
  assert.ok(percentile95(refused) <= mostRefusalMilliseconds)
  assert.ok(recovered <= mostRecoveryMilliseconds)
}

test('a server that is asked for more than it can serves what it can, and refuses the rest', async (t) => {
  await capacity()
  for (const factor of isStress ? [2, 5, 10] : [10]) await overload(t, factor)
})

test('connections that ignore Retry-After take little from their own workspace, and nothing from others', async (t) => {
  const headers = await Promise.all((['pam', 'dev'] as const).map(headersOf))
  const before = await capacity()
  const { probes: calm } = await probeInTurn('gil', 'GET /api/me/', load({ route: list, headers, connections: 16, seconds }))
  for (const connections of isStress ? [1000, 4000] : [300]) {
    const flood = measured(load({ route: list, headers, connections, seconds }))
    const { result, probes } = await probeInTurn('gil', 'GET /api/me/', flood)
    const say = (name: string, value: string) => figure(t, `${connections} connections, ${name}`, value)
    say(`served of ${before.served_per_second.toFixed()} requests/s`, result.served_per_second.toFixed())
    say('answers by status', JSON.stringify(result.statuses))
    say('ms of the server in all', result.ofServer.toFixed())
    say('another workspace, ms at p50 and p99', `${percentile(probes, 0.5).toFixed()} ${percentile(probes, 0.99).toFixed()}`)
    say('and with 16 connections', `${percentile(calm, 0.5).toFixed()} ${percentile(calm, 0.99).toFixed()}`)
    assert.deepEqual(result.odd, [])
    othersMustBeServed(probes)
    await recovery()
  }
})

test('a flood of log-ins stops nobody who is logged in', async (t) => {
  const body = JSON.stringify({ email: 'nobody@acme.test', password: 'Wrong-1' })
  const headers = Array.from({ length: 500 }, (_, n) => ({
    host: `acme.localhost:${server.port}`,
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.${n >> 8}.${n & 255}`,
  }))
  const flood = load({ route: 'POST /api/token/', headers, body, connections: isStress ? 500 : 100, seconds: seconds / 2 })
  const { result, probes } = await probeDuring('dev', 'GET /api/me/', flood)
  figure(t, 'log-ins by status', JSON.stringify(result.statuses))
  figure(t, 'others meanwhile, ms at p95 and at most', `${percentile95(probes).toFixed()} ${slowest(probes).toFixed()}`)
  othersMustBeServed(probes)
  assert.deepEqual(result.odd, [])
  assert.deepEqual(
    Object.keys(result.statuses).filter((status) => !['401', '429', '503'].includes(status)),
    [],
  )
})

test('half-sent requests stop nobody, and end', async (t) => {
  const halves = Array.from({ length: isStress ? 1000 : 200 }, (_, n) => {
    const client = connect(server.port, '127.0.0.1').on('error', () => undefined)
    const head = `POST /api/token/ HTTP/1.1\r\nHost: acme.localhost:${server.port}\r\n`
    client.write(n % 2 ? head : `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`)
    client.resume()
    return { client, ended: once(client, 'close') }
  })
  world.closeFirst(async () => {
    for (const { client } of halves) client.destroy()
  })
  const begin = performance.now()
  const { probes } = await probeDuring('dev', 'GET /api/me/', sleep(seconds * 500))
  othersMustBeServed(probes)
  figure(t, 'others meanwhile, ms at p95 and at most', `${percentile95(probes).toFixed()} ${slowest(probes).toFixed()}`)
  if (isStress) {
    await Promise.all(halves.map(({ ended }) => ended))
    figure(t, 'all ended after s', ((performance.now() - begin) / 1000).toFixed(1))
    assert.ok(performance.now() - begin < 20_000)
  }
})

test('a flood of sockets and frames stops nobody, and each socket is open or refused', async (t) => {
  const headers = await headersOf('pam')
  const opening = () => openSocket({ port: server.port, path: '/ws/notifications/', headers })
  const sockets = Array.from({ length: isStress ? 2000 : 150 }, opening)
  world.closeFirst(async () => {
    for (const { client } of sockets) client.terminate()
  })
  const flood = Promise.all(
    sockets.map(async (socket) => {
      const status = await socket.status
      const isOpen = status === 101 && socket.client.readyState === socket.client.OPEN
      for (let n = 0; isOpen && n < 50; n++) socket.send({ action: 'watch', topics: ['mine', `project ${n + 1}`] })
      return status
    }),
  )
  const { result, probes } = await probeDuring('gil', 'GET /api/me/', flood)
  const counts = Object.groupBy(result, String)
  figure(t, 'sockets by status', JSON.stringify(Object.fromEntries(Object.entries(counts).map(([k, v]) => [k, v?.length]))))
  figure(t, 'others meanwhile, ms at p95 and at most', `${percentile95(probes).toFixed()} ${slowest(probes).toFixed()}`)
  othersMustBeServed(probes)
  assert.deepEqual(
    Object.keys(counts).filter((status) => !['101', '429', '503'].includes(status)),
    [],
  )
  for (const { client } of sockets) client.terminate()
  assert.equal(await send('pam', 'GET /api/me/'), 200)
})

test('one workspace that uploads, previews, exports and draws as much as it can slows no other down', async (t) => {
  await world.query(
    `insert into time_entries (tenant_id, person_id, project_id, task_id, title, day, minutes)
     select 1, ${people.dev.id}, ${projects.website}, ${tasks.home_page}, 'Home page', current_date - n % 300, 1 from generate_series(1, 20000) n`,
  )
  const refused = await world.query(
    `insert into uploads (tenant_id, person_id, task_id, name, size, received)
     select 1, ${people.pam.id}, ${tasks.gone}, 'a.bin', ${20 * partBytes + 1}, ${20 * partBytes} from generate_series(1, 60) returning id::float8`,
  )
  const order: Order = {
    seconds: 0.1,
    admin: await headersOf('ann'),
    manager: await headersOf('pam'),
    developer: await headersOf('dev'),
    project: projects.website,
    task: tasks.home_page,
    refused: refused.map(({ id }) => ({ id: Number(id), offset: 20 * partBytes })),
  }
  const others = 'GET /api/projects/'
  const { probes: calm } = await probeInTurn('gil', others, sleep(seconds * 500))
  const { load } = startLoader<Order, Worked>('overload-work.ts')
  // The first of each loads libraries.
  await load(order)
  const stop = watchMemory()
  const work = load({ ...order, seconds: isStress ? 30 : 3 })
  const { result, probes } = await probeInTurn('gil', others, work)
  const { before, most } = stop()
  for (const [kind, statuses] of Object.entries(result)) figure(t, kind, JSON.stringify(statuses))
  const [usual, meanwhile] = [percentile(calm, 0.99), percentile(probes, 0.99)]
  figure(t, 'another workspace, ms at p50 and p99', `${percentile(probes, 0.5).toFixed()} ${meanwhile.toFixed()}`)
  figure(t, 'and without the work', `${percentile(calm, 0.5).toFixed()} ${usual.toFixed()}`)
  if (isStress) await sleep(60_000)
  const after = megabytes()
  figure(t, 'memory before, at most, and after, MB', [before, most, after].map((value) => value?.toFixed() ?? '?').join(' '))

  othersMustBeServed(probes)
  const statuses = Object.values(result).flatMap((counts) => Object.keys(counts))
  // On a slow machine, the short form's requests may also come too slowly (408), or end unanswered (0).
  const expected = ['200', '201', '204', '400', '403', '429', '503', ...(isStress ? [] : ['0', '408'])]
  assert.deepEqual(
    statuses.filter((status) => !expected.includes(status)),
    [],
  )
  if (!isStress || !before || !most || !after) return
  for (const { 200: done = 0, 201: made = 0 } of Object.values(result).toSpliced(1, 1)) assert.ok(done + made > 0)
  assert.ok(most < 2 * before)
  assert.ok(after < 1.25 * before)
  // The target is twice the usual.
  assert.ok(meanwhile <= Math.max(2 * usual, mostOthersP99Milliseconds))
})
