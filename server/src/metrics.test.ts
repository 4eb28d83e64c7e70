// @long: The real server's figures for Prometheus.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, root } from '../../scripts/setup.js'
import { freePort } from './testing/free-port.ts'
import { startMainProcess } from './testing/main-process.ts'
import { waitUntil } from './testing/processes.ts'
import { rooms, testApp } from './testing/world.ts'
import { openSocket } from './testing/world-sockets.ts'

ensureBuilt()
const world = await testApp()

/** Starts the real server with its figures on a port of their own. */
async function startServer(environment: NodeJS.ProcessEnv = {}) {
  const metricsPort = await freePort()
  const started = await startMainProcess(world, { METRICS_PORT: String(metricsPort), ...environment })
  // A kept connection may be closed while the next request is on its way.
  const ask = (address = '/metrics', headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${metricsPort}${address}`, { headers: { connection: 'close', ...headers } })
  return { ...started, metricsPort, ask, scrape: async () => new Figures(await (await ask()).text()) }
}

/** What Prometheus reads. */
class Figures {
  readonly text: string
  readonly samples: { name: string; labels: Record<string, string>; value: number }[]
  constructor(text: string) {
    this.text = text
    this.samples = text.split('\n').flatMap((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', of = '']) => [label, of])
      return name ? [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }] : []
    })
  }

  /** The sum of a metric over all samples that have these labels. */
  sum(wanted: string, labels: Record<string, string> = {}) {
    const found = this.samples.filter(
      ({ name, labels: own }) => name === wanted && Object.entries(labels).every(([label, value]) => own[label] === value),
    )
    assert.ok(found.length, `${wanted} ${JSON.stringify(labels)} is not in\n${this.text}`)
    return found.reduce((sum, { value }) => sum + value, 0)
  }
}

/** A mail that a mail server refused, and that is due again in an hour. */
const addWaitingMail = () =>
  world.query(`insert into pgboss.job (name, state, start_after, created_on, data, policy)
    values ('mail', 'retry', now() + interval '1 hour', now() - interval '2 hours', '{}', 'standard')`)
const freshMilliseconds = 5000

const server = await startServer()

test('requests are counted by the contract’s route, their method and their status', async () => {
  const { send, scrape } = server
  for (let i = 0; i < 3; i++) assert.equal(await send('pam', 'GET /api/projects/1001/'), 404)
  assert.equal(await send('pam', 'GET /api/me/'), 200)
  assert.equal(await send('pam', 'POST /nowhere/at-all/'), 404)
  const figures = await scrape()
  const route = { route: '/api/projects/:project_id/', method: 'GET' }
  assert.equal(figures.sum('atrium_http_requests_total', { ...route, status: '404' }), 3)
  assert.equal(figures.sum('atrium_http_request_duration_seconds_count', route), 3)
  assert.equal(figures.sum('atrium_http_request_duration_seconds_bucket', { ...route, le: '+Inf' }), 3)
  assert.equal(figures.sum('atrium_http_requests_total', { route: '/api/me/', status: '200' }), 1)
  assert.equal(figures.sum('atrium_http_requests_in_progress'), 0)
})

test('no label has a value without bounds', async () => {
  await server.send('pam', 'GET /api/projects/1002/')
  await server.send('pam', 'GET /api/search/?q=redundancies')
  const { samples, text } = await server.scrape()
  const known =
    /^(route|method|status|reason|socket|queue|state|outcome|kind|pool|worker|le|version|node|type|space|major|minor|patch|quantile)$/
  for (const { name, labels } of samples)
    for (const label of Object.keys(labels))
      assert.match(label, known, `The label ${label} of ${name} is new: are its values few?`)
  for (const value of ['1002', 'redundancies', 'acme', '127.0.0.1', 'pam'])
    assert.ok(!samples.some(({ labels }) => Object.values(labels).some((of) => of.includes(value))), `${value} is in ${text}`)
})

test('sockets, frames and events are counted', async () => {
  const headers = { host: `acme.localhost:${server.port}`, cookie: await world.cookiesOf('dev') }
  const tab = openSocket({ port: server.port, path: `/ws/chat/${rooms.website}/`, headers })
  await tab.settled()
  tab.send({ message: 'Good morning', temp_id: 'a' })
  await tab.frame(({ message }) => message === 'Good morning')
  const socket = { socket: 'WS /ws/chat/:room_id/' }
  await waitUntil(
    async () => (await server.scrape()).sum('atrium_bus_delay_seconds_count') > 0,
    () => 'The bus was not heard.',
  )
  const figures = await server.scrape()
  assert.equal(figures.sum('atrium_sockets_open', socket), 1)
  assert.ok(figures.sum('atrium_socket_frames_received_total') >= 1)
  assert.ok(figures.sum('atrium_socket_frames_sent_total') >= 1)
  assert.ok(figures.sum('atrium_events_published_total') >= 1)
  assert.ok(figures.sum('atrium_bus_delay_seconds_sum') < 5 * figures.sum('atrium_bus_delay_seconds_count'))
  for (let i = 0; i < 150; i++) tab.send({ action: 'nonsense' })
  await tab.frame(({ detail }) => detail?.startsWith('Too many messages'))
  tab.close()
  await tab.ended
  await waitUntil(
    async () => (await server.scrape()).sum('atrium_sockets_open', socket) === 0,
    () => 'The socket is still counted.',
  )
  assert.ok((await server.scrape()).sum('atrium_socket_frames_dropped_total', { reason: 'too fast' }) > 0)
})

test('hashes, mails and jobs are counted', async () => {
  assert.equal(await server.send('pam', 'POST /api/token/', { email: 'pam@acme.test', password: 'wrong-battery' }), 401)
  assert.equal(await server.send('pam', 'POST /api/password/forgot/', { email: 'pam@acme.test' }), 200)
  await waitUntil(
    async () => (await server.scrape()).sum('atrium_mails_total', { outcome: 'sent' }) === 1,
    () => 'The mail is not counted.',
  )
  const figures = await server.scrape()
  assert.equal(figures.sum('atrium_password_hash_wait_seconds_count'), 1)
  assert.equal(figures.sum('atrium_jobs_total', { queue: 'forgotten_password', outcome: 'done' }), 1)
  assert.equal(figures.sum('atrium_job_duration_seconds_count', { queue: 'mail' }), 1)
})

test('the queues tell how many jobs wait, and for how long', async () => {
  await addWaitingMail()
  await waitUntil(
    async () => (await server.scrape()).sum('atrium_jobs_queued', { queue: 'mail', state: 'retrying' }) === 1,
    () => 'The job is not counted.',
  )
  const age = (await server.scrape()).sum('atrium_job_oldest_waiting_seconds', { queue: 'mail' })
  assert.ok(age > 7190 && age < 7300, String(age))
  await world.query(`delete from pgboss.job where state = 'retry'`)
})

test('connections, the event loop, memory and the version are told', async () => {
  // An idle pool has no connection.
  await server.send('pam', 'GET /api/me/')
  const figures = await server.scrape()
  assert.equal(figures.sum('atrium_database_connections_max', { pool: 'workspace' }), 24)
  assert.ok(figures.sum('atrium_database_connections', { pool: 'workspace' }) >= 1)
  assert.equal(figures.sum('atrium_database_connections_waiting', { pool: 'platform' }), 0)
  assert.ok(figures.sum('atrium_event_loop_utilization_ratio') <= 1)
  assert.ok(figures.sum('nodejs_eventloop_lag_p99_seconds') >= 0)
  assert.ok(figures.sum('process_resident_memory_bytes') > 1e7)
  assert.equal(figures.sum('atrium_build_info', { version: world.config.version }), 1)
  assert.equal(figures.sum('atrium_database_up'), 1)
})

test('every figure has a help text and a name by Prometheus’ conventions', async () => {
  const { text } = await server.scrape()
  const named = (kind: string) =>
    [...text.matchAll(new RegExp(`^# ${kind} (\\S+) (.+)$`, 'gm'))].map(([, name, rest]) => [name, rest])
  const helps = new Map(named('HELP') as [string, string][])
  for (const [name = '', type] of named('TYPE')) {
    assert.match(helps.get(name) ?? '', /^[A-Z].+/, `${name} has no help.`)
    if (!name.startsWith('atrium_')) continue
    assert.match(helps.get(name) ?? '', /\.$/, name)
    assert.equal(name.endsWith('_total'), type === 'counter', name)
  }
})

for (const file of ['grafana-dashboard.json', 'prometheus-alerts.yml'])
  test(`every figure and label that ${file} names is told by the server`, async () => {
    const text = readFileSync(path.join(root, 'ops', file), 'utf8').replaceAll('\\"', '"')
    const { samples } = await server.scrape()
    const named = [...text.matchAll(/\b((?:atrium|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
    assert.ok(named.length > 10)
    for (const [whole, figure = '', selectors = ''] of named) {
      const told = samples.filter(({ name }) => name === figure)
      assert.ok(told.length, `${figure} is not told.`)
      for (const [, label = '', operator = '', value = ''] of selectors.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g))
        assert.ok(label === 'job' || told.some(({ labels }) => fits(labels[label], operator, value)), whole)
    }
  })

/** Prometheus adds the label `job`. No request of these tests fails, so no sample has the status of an error. */
const fits = (told: string | undefined, operator: string, value: string) =>
  told !== undefined && (operator !== '=' || told === value)

test('nothing but the figures is served, and only by GET', async () => {
  assert.equal((await server.ask('/')).status, 404)
  assert.equal((await server.ask('/metrics?x=1')).status, 200)
  assert.equal((await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`, { method: 'POST' })).status, 405)
  assert.equal(await server.send('ann', 'GET /metrics'), 200, 'This is a page of the app.')
})

test('no address of a workspace or the platform shows the figures', async () => {
  for (const host of ['acme.localhost', 'localhost']) {
    const sent = request({ host: '127.0.0.1', port: server.port, path: '/metrics', headers: { host: `${host}:${server.port}` } })
    sent.end()
    const [answer] = await once(sent, 'response')
    const text = (await answer.toArray()).join('')
    assert.doesNotMatch(text, /atrium_http|# HELP/)
  }
})

test('a token is demanded if it is configured', async () => {
  const { ask } = await startServer({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'a-token-for-prometheus' })
  assert.equal((await ask()).status, 401)
  assert.equal((await ask('/metrics', { authorization: 'Bearer a-token-for-prometheuz' })).status, 401)
  assert.equal((await ask('/metrics', { authorization: 'Bearer a-token-for-prometheus' })).status, 200)
})

test('while the database does not answer, the figures of the process are still told', async () => {
  await world.asOwner(async (client) => {
    await client.query('begin; lock table pgboss.job')
    try {
      await sleep(freshMilliseconds)
      const figures = await server.scrape()
      assert.equal(figures.sum('atrium_database_up'), 0)
      assert.ok(figures.sum('atrium_http_requests_total') > 0)
      assert.ok(!figures.text.includes('atrium_jobs_queued{'), 'Former figures would pass for current ones.')
    } finally {
      await client.query('rollback')
    }
  })
  await waitUntil(
    async () => (await server.scrape()).sum('atrium_database_up') === 1,
    () => 'The database is still away.',
  )
})

test('scrapes in quick succession ask the database once', async () => {
  const waiting = async () => (await server.scrape()).sum('atrium_jobs_queued', { queue: 'mail', state: 'retrying' })
  await sleep(freshMilliseconds)
  assert.equal(await waiting(), 0)
  await addWaitingMail()
  assert.equal(await waiting(), 0)
  await world.query(`delete from pgboss.job where state = 'retry'`)
})

test('several processes are told apart, and a replaced one takes the place of the former', async () => {
  const { send, scrape, output } = await startServer({ WORKERS: '2', LOG_LEVEL: 'info' })
  const answered = async () => {
    const { samples } = await scrape()
    const own = samples.filter(({ name, labels }) => name === 'atrium_http_requests_total' && labels.route === '/api/me/')
    return own.map(({ labels }) => labels.worker).sort()
  }
  for (let sent = 0; (await answered()).length < 2; sent++) {
    assert.ok(sent < 100)
    assert.equal(await send('pam', 'GET /api/me/'), 200)
  }
  assert.deepEqual(await answered(), ['1', '2'])
  const before = await scrape()
  assert.equal(before.samples.filter(({ name }) => name === 'atrium_database_up').length, 1)
  assert.equal(before.sum('atrium_build_info'), 2)

  const pids = () => [...new Set(output().match(/"pid":\d+/g))].map((pid) => Number(pid.slice('"pid":'.length)))
  const [killed = 0] = pids()
  process.kill(killed, 'SIGKILL')
  await waitUntil(() => pids().length === 3, output)
  const now = await scrape()
  assert.deepEqual(
    now.samples.filter(({ name }) => name === 'atrium_build_info').map(({ labels }) => labels.worker),
    ['1', '2'],
  )
  assert.equal(now.sum('atrium_database_up'), 1)
})
