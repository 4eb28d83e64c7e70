// @long: The real server, whose database freezes without closing a connection.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, root } from '../../../../scripts/setup.js'
import { demoPassword } from '../../demo/people.ts'
import { freePort } from '../../testing/free-port.ts'
import { openSocket } from '../../testing/world-sockets.ts'
import { discardEmbedded } from './home.ts'
import { postmasterOf } from './state.ts'

ensureBuilt()
const data_dir = mkdtempSync(path.join(tmpdir(), 'atrium-frozen-'))
// As root, PostgreSQL runs under another account, which must enter the folder.
chmodSync(data_dir, 0o711)
const home = path.join(data_dir, 'postgres')
const port = await freePort()
const host = `demo.localhost:${port}`

const server = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: '',
    DATA_DIR: data_dir,
    WORKERS: '2',
    LOG_LEVEL: 'silent',
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
let output = ''
for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += text))
after(async () => {
  thaw()
  const ended = once(server, 'exit')
  if (server.exitCode === null && server.kill('SIGTERM')) await ended
  discardEmbedded(home)
})

type Sent = { cookie?: string; body?: unknown; at?: string }
async function send(route: string, { cookie, body, at = host }: Sent = {}) {
  const [method = '', url = ''] = route.split(' ')
  const headers = {
    host: at,
    ...(cookie && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: NodeJS.Dict<string | string[]>
    body: unknown
  }>()
  // New connections are distributed over the processes.
  const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, async (answer) => {
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await json(answer).catch(() => null) })
  })
  sent.on('error', reject)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

/** Repeats a call until the answer has this status. The test's own timeout limits it. */
async function until(status: number, call: () => ReturnType<typeof send>) {
  for (;;) {
    if (server.exitCode !== null) assert.fail(`The server has ended:\n${output}`)
    const answer = await call().catch(() => null)
    if (answer?.status === status) return answer
    await sleep(100)
  }
}

async function logIn(email: string) {
  const { headers } = await until(200, () => send('POST /api/token/', { body: { email, password: demoPassword } }))
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** The ids of the postmaster and of its child processes, including backends. */
function processesOfDatabase() {
  const postmaster = postmasterOf(home)
  if (!postmaster) return []
  const isChild = (pid: number) =>
    existsSync(`/proc/${pid}`) && new RegExp(`\\) \\w ${postmaster} `).test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return [
    postmaster,
    ...readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && isChild(pid)),
  ]
}
let frozen: number[] = []
function freeze() {
  frozen = processesOfDatabase()
  assert.ok(frozen.length > 5, 'The database has processes.')
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
}
function thaw() {
  for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
}

const skip = process.platform === 'linux' ? false : 'It looks for processes where Linux keeps them.'
test('a frozen database: calls are told to come back, readiness says so, and all recovers by itself', { skip }, async () => {
  await until(200, () => send('GET /readyz'))
  const [ann, pam] = [await logIn('ann@demo.test'), await logIn('pam@demo.test')]
  const socketsOf = () =>
    Array.from({ length: 6 }, () => openSocket({ port, path: '/ws/notifications/', headers: { host, cookie: ann } }))
  const projects = () => send('GET /api/projects/', { cookie: pam })
  // Both processes have idle connections when the database freezes.
  await Promise.all(Array.from({ length: 20 }, projects))

  freeze()
  let isAnswered = false
  const calls = [projects(), send('POST /api/projects/', { cookie: pam, body: { name: 'Never' } })]
  const hung = Promise.all(calls).finally(() => {
    isAnswered = true
  })
  for (let probe = 0; probe < 4; probe++) {
    const ready = await send('GET /readyz')
    assert.deepEqual([ready.status, ready.body], [503, { status: 'unavailable' }])
    assert.equal((await send('GET /healthz')).status, 200)
  }
  assert.equal(isAnswered, false, 'Readiness does not wait for what the calls wait for.')
  for (const { status, headers } of await hung) assert.deepEqual([status, headers['retry-after']], [503, '2'])

  thaw()
  await until(200, () => send('GET /readyz'))
  for (let calls = 0; calls < 10; calls++) await until(200, projects)
  // Mails and events between the processes work again over connections that were frozen.
  await until(200, () => send('POST /api/password/forgot/', { body: { email: 'pam@demo.test' } }))
  const mails = path.join(data_dir, 'mail')
  while (!existsSync(mails) || !readdirSync(mails).length) await sleep(100)
  const sockets = socketsOf()
  for (;;) {
    await until(201, () => send('POST /api/projects/', { cookie: pam, body: { name: 'Thawed' } }))
    const isHeard = (socket: (typeof sockets)[number]) => socket.frames.some((frame) => JSON.stringify(frame).includes('Thawed'))
    await sleep(500)
    if (sockets.every(isHeard)) break
  }
  for (const { client } of sockets) client.terminate()
  assert.equal(server.exitCode, null)
})
