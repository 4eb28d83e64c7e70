// @long
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../config.ts'
import { examine } from '../doctor/doctor.ts'
import { startBucket } from '../kit/files/testing.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import { appPurpose } from '../people/second-step.ts'
import { serveHealth } from '../start.ts'
import { commandsOn } from '../testing/commands.ts'
import { freePort } from '../testing/free-port.ts'
import { testApp } from '../testing/world.ts'

const port = await freePort()
const PUBLIC_URL = `http://localhost:${port}`
const { app, as, pools, query, urlOf, ...database } = await testApp({ PUBLIC_URL })
const { folder, run } = commandsOn(database)
serveHealth(app, pools.workspace)
await app.listen({ port, host: '127.0.0.1' })

type Settings = { env?: NodeJS.ProcessEnv; freeBytes?: number }
/** Examines the installation, with these settings changed. */
const examined = ({ env = {}, freeBytes = 1 }: Settings = {}) =>
  examine({
    config: readConfig({ SESSION_SECRET: database.secret, DATA_DIR: folder, PUBLIC_URL, ...env }),
    urlOf,
    freeBytes,
  })
/** The names of the checks that fail, with what they say. */
const failures = async (settings?: Settings) =>
  (await examined(settings)).flatMap(({ name, passed, detail, remedy }) => (passed ? [] : [{ name, detail, remedy }]))
async function mustFail(name: string, words: RegExp, settings?: Settings) {
  const [failure, ...others] = await failures(settings)
  assert.deepEqual([failure?.name, others], [name, []], JSON.stringify(failure))
  assert.match(String(failure?.detail), words)
  assert.ok(failure?.remedy)
}

/** Listens until the tests end, and returns the port. */
async function listening(server: net.Server) {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('a healthy installation passes all checks', async () => {
  assert.deepEqual(await failures(), [])
  const { code, out, err } = await run('doctor', [], { env: { PUBLIC_URL } })
  assert.deepEqual([code, err], [0, ''], out)
  assert.match(out, /All 16 checks passed\.\n$/)
})

test('without a server, the doctor still examines the rest, and its exit code says that something failed', async () => {
  const { code, out } = await run('doctor', [], { env: { PUBLIC_URL: 'http://localhost:1' } })
  assert.equal(code, 1)
  assert.match(out, /^ok {5}Database rules/m)
  assert.match(out, /^FAILED Public address .*ECONNREFUSED.*\n +→ Start the server/m)
  assert.match(out, /3 of 16 checks failed\.\n$/)
})

test('a wrong setting is named', async () => {
  const { code, out } = await run('doctor', [], { env: { WORKERS: 'many' } })
  assert.equal(code, 1)
  assert.match(out, /^FAILED Configuration +WORKERS must be a number.*\n +→ Correct this variable/)
})

test('a database that is away, and one whose log-ins have another password, fail', async () => {
  const away = await run('doctor', [], { env: { PUBLIC_URL, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } })
  assert.match(away.out, /^FAILED Database +.*ECONNREFUSED/m)
  await query(`update log_in_key set key = 'another'`)
  const other = await run('doctor', [], { env: { PUBLIC_URL } })
  await query('update log_in_key set key = $1', database.secret)
  assert.match(other.out, /^FAILED Database +password authentication failed/m)
  const none = await run('doctor', [], { env: { PUBLIC_URL, DATABASE_URL: '' } })
  assert.match(none.out, /^FAILED Database +There is no database in /m)
  assert.deepEqual([away.code, other.code, none.code], [1, 1, 1])
})

test('a database of another version fails', async () => {
  await query(`insert into migrations (name) values ('999_later.sql')`)
  await mustFail('Database', /They differ in 999_later\.sql/)
  await query(`delete from migrations where name = '999_later.sql'`)
})

test('a table without its row security fails', async () => {
  await query('alter table labels no force row level security')
  await mustFail('Database rules', /row security that even its owner obeys: labels/)
  await query('alter table labels force row level security')
})

test('a workspace that breaks an invariant is named', async () => {
  await query('update people set is_owner = false where tenant_id = 1')
  await mustFail('Workspaces', /^acme: the workspace has no owner\.$/)
  await query('update people set is_owner = true where tenant_id = 1 and id = 2')
  await query('update chat_rooms set last_message_id = 5 where tenant_id = 2')
  await mustFail('Workspaces', /^globex: the last message of a chat room is none of its messages \(chat_rooms \d+\)\.$/)
  await query('update chat_rooms set last_message_id = null where tenant_id = 2')
  await query(`update projects set key = 'SEC' where tenant_id = 1 and name = 'Website'`)
  await mustFail('Workspaces', /^acme: the key of a project is not among the keys that it has had \(projects 1\)\.$/)
  await query(`update projects set key = 'WEB' where tenant_id = 1 and name = 'Website'`)
  await query(`update subtasks set number = 1 where tenant_id = 1 and title = 'Header'`)
  await mustFail(
    'Workspaces',
    /^acme: two tasks or subtasks of a project have the same number, or one that was not given yet \(projects 1\)\.$/,
  )
  await query(`update subtasks set number = 99 where tenant_id = 1 and title = 'Header'`)
  await mustFail(
    'Workspaces',
    /^acme: two tasks or subtasks of a project have the same number, or one that was not given yet \(projects 1\)\.$/,
  )
  await query(`update subtasks set number = 2 where tenant_id = 1 and title = 'Header'`)
})

test('apps whose keys another secret has encrypted fail, unless that is the old secret', async () => {
  const other = 'quite another secret, long enough'
  const sealed = tokensFor(other).seal(appPurpose, 'KEY')
  await query(`insert into authenticators (tenant_id, person_id, kind, name, secret) values (1, 2, 'app', 'Phone', $1)`, sealed)
  await mustFail('Authenticator apps', /^SESSION_SECRET does not decrypt 1 of 1 keys/)
  assert.deepEqual(await failures({ env: { SESSION_SECRET_OLD: other } }), [])
  await query('delete from authenticators')
})

test('a database whose clock is wrong fails', async () => {
  await query(
    `create function public.clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '1 minute' $$`,
  )
  const [row] = await query('select current_database() as name')
  await query(`alter database ${row?.name} set search_path = public, pg_catalog`)
  await mustFail('Clock', /differ by (59|60) s/)
  await query(`alter database ${row?.name} reset search_path`)
  await query('drop function public.clock_timestamp()')
})

test('a mail that has waited for long fails', async () => {
  await query(`insert into pgboss.job (name, data, created_on) values ('mail', '{}', now() - interval '20 minutes')`)
  await mustFail('Mails and jobs', /^1 × mail waits, the longest for 20 minutes\.$/)
  await query('delete from pgboss.job')
})

test('a mail server that is away, silent or refuses the password fails, and the password is not shown', async () => {
  await mustFail('Mail server', /ECONNREFUSED/, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const silent = await listening(net.createServer())
  await mustFail('Mail server', /Greeting never received|No result within/, { env: { SMTP_URL: `smtp://127.0.0.1:${silent}` } })

  const mails: string[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right%' ? done(null, { user: 'x' }) : done(new Error(`No, not ${password}`)),
    onData: (_stream, _session, done) => {
      mails.push('a mail')
      done()
    },
  })
  const at = await listening(server.server)
  const [failure] = await failures({ env: { SMTP_URL: `smtp://user:letmein@127.0.0.1:${at}` } })
  assert.match(String(failure?.detail), /Invalid login: 535 No, not •••/)
  assert.deepEqual(await failures({ env: { SMTP_URL: `smtp://user:right%25@127.0.0.1:${at}` } }), [])
  assert.deepEqual(mails, [])
})

test('a Stripe key that is refused, a webhook that is missing and one without its events fail', async () => {
  let endpoints: object[] = []
  const server = http.createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer sk_good'
    const list = { object: 'list', has_more: false, data: request.url?.includes('webhook') ? endpoints : [] }
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? list : { error: { message: `Invalid API Key: ${request.headers.authorization}` } }))
  })
  const api = `http://127.0.0.1:${await listening(server)}`
  const env = { STRIPE_API_BASE: api, STRIPE_SECRET_KEY: 'sk_good', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  await mustFail('Stripe', /^Invalid API Key: Bearer •••$/, { env: { ...env, STRIPE_SECRET_KEY: 'sk_bad' } })
  await mustFail('Stripe', /no enabled webhook leads to/, { env })
  const url = `${PUBLIC_URL}/api/stripe/webhook/`
  endpoints = [{ url, status: 'disabled', enabled_events: ['*'] }]
  await mustFail('Stripe', /no enabled webhook leads to/, { env })
  endpoints = [{ url, status: 'enabled', enabled_events: ['checkout.session.completed'] }]
  await mustFail('Stripe', /does not send checkout\.session\.async_payment_succeeded/, { env })
  endpoints = [{ url, status: 'enabled', enabled_events: ['*'] }]
  assert.deepEqual(await failures({ env }), [])
})

/** A proxy in front of the server. `hostOf` says which host it passes on. */
async function proxy({ hostOf, passesUpgrades }: { hostOf: (host: string) => string; passesUpgrades: boolean }) {
  const server = http.createServer((request, response) => {
    const headers = { host: hostOf(request.headers.host ?? '') }
    http
      .request({ port, host: '127.0.0.1', path: request.url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      .end()
  })
  if (passesUpgrades)
    server.on('upgrade', (request, socket) => {
      const lines = Object.entries({ ...request.headers, host: `localhost:${port}`, origin: PUBLIC_URL })
      const to = net.connect(port, '127.0.0.1')
      to.write(`GET ${request.url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
      to.pipe(socket).pipe(to)
      for (const end of [to, socket]) end.on('error', () => undefined)
    })
  return { PUBLIC_URL: `http://localhost:${await listening(server)}` }
}
const own = (host: string) => host.replace(/:\d+$/, `:${port}`)

test('a proxy that serves no subdomains, changes the host or passes no WebSockets fails', async () => {
  assert.deepEqual(await failures({ env: await proxy({ hostOf: own, passesUpgrades: true }) }), [])
  await mustFail('Live updates', /A WebSocket is answered with \d+/, { env: await proxy({ hostOf: own, passesUpgrades: false }) })
  const always = (host: string) => () => host
  await mustFail('Workspace addresses', /answers 401, and not that there is no such workspace/, {
    env: await proxy({ hostOf: always(`localhost:${port}`), passesUpgrades: true }),
  })
  await mustFail('Public address', /answers 404 as if it were another host/, {
    env: await proxy({ hostOf: always('elsewhere.test'), passesUpgrades: true }),
  })
})

test('a disk that is nearly full fails', async () => {
  await mustFail('Disk space', /^Only [\d.]+ GB are free at /, { freeBytes: Number.MAX_SAFE_INTEGER })
})

test('a missing, an unfinished, an altered and an old backup fail, and a fresh one passes', async () => {
  const BACKUP_DIR = path.join(folder, 'backups')
  const settings = { env: { BACKUP_DIR } }
  await mustFail('Backups', /ENOENT/, settings)
  mkdirSync(BACKUP_DIR)
  await mustFail('Backups', /^There is no complete backup in /, settings)
  const add = (name: string, hours: number, isWhole = true) => {
    const text = JSON.stringify({
      format: 'atrium-backup',
      version: 1,
      made_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    })
    const sha256 = createHash('sha256')
      .update(isWhole ? text : `${text} `)
      .digest('hex')
    mkdirSync(path.join(BACKUP_DIR, name))
    writeFileSync(path.join(BACKUP_DIR, name, 'manifest.json'), text)
    writeFileSync(path.join(BACKUP_DIR, name, 'manifest.json.sha256'), `${sha256}  manifest.json\n`)
  }
  mkdirSync(path.join(BACKUP_DIR, 'unfinished'))
  add('altered', 1, false)
  await mustFail('Backups', /^There is no complete backup in /, settings)
  add('old', 50)
  await mustFail('Backups', /^The last complete backup is 50 hours old\.$/, settings)
  add('fresh', 2)
  assert.deepEqual(await failures(settings), [])
})

test('the super admin gets the same findings, and only so often', async () => {
  const { status, body } = await as('sol')('GET /api/system-health/')
  assert.equal(status, 200)
  const names = (findings: { name: string }[]) => findings.map(({ name }) => name)
  assert.deepEqual(names(body.findings), names(await examined()))
  assert.doesNotMatch(JSON.stringify(body), new RegExp(database.secret))
  for (let n = 1; n < 6; n++) assert.equal((await as('sol')('GET /api/system-health/')).status, 200)
  assert.equal((await as('sol')('GET /api/system-health/')).status, 429)
})

test('a bucket that is not there, and a ClamAV that does not answer', async () => {
  const { S3_BUCKET, ...bucket } = await startBucket()
  await mustFail('File store', /bucket/i, { env: { ...bucket, S3_BUCKET: 'missing' } })
  await mustFail('File store', /key/i, { env: { ...bucket, S3_BUCKET, S3_ACCESS_KEY_ID: 'unknown' } })
  await mustFail('Malware', /ECONNREFUSED/, { env: { CLAMAV_URL: `tcp://127.0.0.1:${await freePort()}` } })
})
