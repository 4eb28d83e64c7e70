import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createApp } from '../../app.ts'
import { password, people, projects, rooms, testApp } from '../../testing/world.ts'
import { openClients } from '../../testing/world-clients.ts'

const world = await testApp({ TRUST_PROXY: '127.0.0.1' })
const { pools, services, query, hostOf, cookiesOf } = world
type Line = Record<string, unknown> & { err?: { message: string; code?: string; constraint?: string } }
let output: string[] = []
const logger = { level: 'info', stream: { write: (line: string) => void output.push(line) } }
const { app } = await createApp({ pools, services, logger })
world.closeFirst(() => app.close())
const { as } = openClients(app, { hostOf, cookiesOf })

const lines = () => output.map((line) => JSON.parse(line) as Line)
const lineOf = (msg: string) => {
  const found = lines().findLast((line) => line.msg === msg)
  assert.ok(found, output.join(''))
  return found
}
const visitor = '203.0.113.9'
const from = { headers: { 'x-forwarded-for': visitor } }
const whoIs = ({ address, tenant_id, person_id }: Line) => ({ address, tenant_id, person_id })
const pam = { address: visitor, tenant_id: 1, person_id: people.pam.id }

beforeEach(() => {
  output = []
})

test('the line of a request names the request, its workspace, its person and its address', async () => {
  const { headers } = await as('pam', from)('GET /api/projects/')
  const line = lineOf('answered')
  assert.deepEqual(whoIs(line), pam)
  assert.equal(line.reqId, headers['x-request-id'])
  assert.deepEqual([line.method, line.host, line.route, line.status], ['GET', 'acme.localhost', '/api/projects/', 200])
})

test('a refused request is named as far as it is known', async () => {
  await as(null, { at: 'acme', ...from })('GET /api/projects/')
  assert.deepEqual(whoIs(lineOf('answered')), { address: visitor, tenant_id: 1, person_id: undefined })
  await as('pam', from)('GET /api/tenants/')
  assert.deepEqual(whoIs(lineOf('answered')), pam)
})

test('the line that a handler writes names the same', async () => {
  const invited = await as('ann', from)('POST /api/employees/', {
    full_name: 'New Comer',
    email: 'newcomer@acme.test',
    job_title: 'Developer',
    role: 'developer',
    department: 'Engineering',
  })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
  output = []
  assert.equal((await as('ann', from)(`POST /api/employees/${invited.body.id}/invitation-link/`)).status, 200)
  const line = lineOf('invitation link handed over')
  assert.deepEqual(whoIs(line), { ...pam, person_id: people.ann.id })
  assert.equal(line.reqId, lineOf('answered').reqId)
})

test('no line holds a password, a body, a search word or a token', async () => {
  await as(null, { at: 'acme', ...from })('POST /api/token/', { email: 'pam@acme.test', password })
  await as(null, { at: 'acme', ...from })('POST /api/token/', { email: 'pam@acme.test', password: 'wr0ng-battery' })
  await as('pam', from)('GET /api/search/?q=redundancies')
  await as('pam', from)('POST /api/tasks/', {
    project: projects.website,
    title: 'Unspeakable',
    description: 'Long enough, surely.',
  })
  await as(null, { at: 'acme', ...from })('GET /set-password/s3cr3t-t0ken/')
  const cookie = (await cookiesOf('pam')).split(/[=;] ?/).filter((part) => part.length > 20)
  for (const secret of [password, 'wr0ng-battery', 'pam@acme.test', 'redundancies', 'Unspeakable', 's3cr3t-t0ken', ...cookie])
    assert.ok(!output.join('').includes(secret), secret)
  assert.ok(lines().length >= 5)
})

test('an error is logged with its cause and its caller, but without the row that the database shows', async () => {
  await query(`alter table signup_codes add constraint signup_codes_unlucky check (email <> 'cursed@acme.test')`)
  const { status, body, headers } = await as(null, { at: 'platform', ...from })('POST /api/tenants/send-otp/', {
    email: 'cursed@acme.test',
  })
  assert.deepEqual([status, body], [500, { detail: 'Something went wrong.' }])
  const line = lineOf('request failed')
  assert.deepEqual([line.reqId, line.route], [headers['x-request-id'], '/api/tenants/send-otp/'])
  assert.deepEqual(whoIs(line), { address: visitor, tenant_id: 0, person_id: undefined })
  assert.deepEqual([line.err?.code, line.err?.constraint], ['23514', 'signup_codes_unlucky'])
  assert.ok(!output.join('').includes('cursed@acme.test'))
})

test('the line of a socket names its workspace, its person and its address', async () => {
  const opened = await world.socket('pam', `/ws/chat/${rooms.website}/`, { server: { app }, headers: from.headers })
  await opened.settled()
  opened.close()
  await opened.ended
  while (!lines().some(({ msg }) => msg === 'socket closed')) await new Promise(setImmediate)
  const line = lineOf('socket closed')
  assert.deepEqual([line.socket, line.code], ['WS /ws/chat/:room_id/', 1005])
  assert.deepEqual(whoIs(line), pam)
  assert.match(String(line.reqId), /^[0-9a-f-]{36}$/)
})

test('a job that fails leaves a line with its queue and its id', async () => {
  const failures: object[] = []
  const ended = new Promise<void>((resolve) => {
    const log = { error: (details: object) => void failures.push(details) }
    const fail = async () => {
      setImmediate(resolve)
      throw new Error('The link could not be mailed.')
    }
    void services.jobs.work('forgotten_password', fail, log)
  })
  await as(null, { at: 'acme' })('POST /api/password/forgot/', { email: 'pam@acme.test' })
  await ended
  const [failure] = failures as { queue: string; job: string; err: Error }[]
  assert.equal(failure?.queue, 'forgotten_password')
  assert.match(failure?.job ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(failure?.err.message, 'The link could not be mailed.')
})

test('an error of the job queue is named while the database is away', async () => {
  const failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  // The queue reports a copy, which is no instance of Error.
  app.log.error({ err: { ...failure, message: failure.message, stack: failure.stack, queue: 'mail' } }, 'jobs')
  const { err } = lineOf('jobs')
  assert.deepEqual([err?.message, err?.code], ['connect ECONNREFUSED', 'ECONNREFUSED'])
})
