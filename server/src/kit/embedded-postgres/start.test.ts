import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { discardEmbedded } from './home.ts'
import { startEmbedded } from './start.ts'

const throwaway = { fsync: 'off' }
const isRoot = process.getuid?.() === 0
const dirs: string[] = []
const children: ChildProcess[] = []
const servers: { stop: () => Promise<void> }[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

after(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const dir of dirs) discardEmbedded(dir)
})

const emptyDir = () => {
  const dir = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'atrium-test-'))
  dirs.push(dir)
  return dir
}

const dir = emptyDir()
async function start(folder = dir, settings: Record<string, string> = throwaway) {
  const server = await startEmbedded({ dir: folder, settings })
  servers.push(server)
  return server
}

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const starter = `
    import { startEmbedded } from '${import.meta.resolve('./start.ts')}'
    const server = await startEmbedded({ dir: process.argv[1], settings: { fsync: 'off' } })
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => server.stop().then(() => process.exit()))
    process.send?.({ url: server.url('postgres'), adopted: server.adopted })`

/** Starts a process that uses the server of a folder until it is killed. At SIGTERM it stops the server first. */
async function startProcess(folder = dir) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', starter, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const [started] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  assert.ok(typeof started === 'object', 'the process ended before its server started')
  const { url, adopted } = started
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await once(child, 'exit')
  }
  return { url: String(url), adopted: Boolean(adopted), end }
}

const pidFile = (folder = dir) => join(folder, 'data/postmaster.pid')
const postmaster = (folder = dir) => Number(fs.readFileSync(pidFile(folder), 'utf8').split('\n')[0])
const isRunning = (pid: number) => {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).endsWith('/postgres')
  } catch {
    return false
  }
}

async function eventually(promise: string, isTrue: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 5000
  while (!(await isTrue())) {
    if (Date.now() > deadline) assert.fail(`${promise}: not within 5 s`)
    await sleep(20)
  }
}

test('rows outlive a restart, and nothing acknowledged is lost by default', async () => {
  const first = await start(dir, {})
  assert.equal(first.adopted, false)
  assert.deepEqual(await query(first.url('postgres'), 'select current_database()'), ['atrium'])
  assert.deepEqual(await query(first.url('postgres'), `select current_setting('fsync'), current_setting('synchronous_commit')`), [
    'on',
    'on',
  ])
  await query(first.url('postgres'), `create table kept as select 'a row' as what`)
  await query(first.url('postgres'), `create role "odd name" login password 'its own'`)
  const pid = postmaster()
  await first.stop()
  assert.equal(isRunning(pid), false)

  const second = await start()
  assert.deepEqual(await query(second.url('postgres'), 'select what from kept'), ['a row'])
  const odd = new URL(second.url('odd name', 'postgres'))
  odd.password = 'its own'
  assert.deepEqual(await query(odd.href, 'select current_user, current_database()'), ['odd name', 'postgres'])
  await second.stop()
})

test('killing the process that started it stops the server and loses nothing', async () => {
  const killed = await startProcess()
  await query(killed.url, 'create table before_the_kill as select 1')
  await killed.end('SIGKILL')
  const next = await start()
  assert.deepEqual(await query(next.url('postgres'), 'select * from before_the_kill'), [1])
  await next.stop()

  const last = await startProcess()
  const alone = postmaster()
  await last.end('SIGKILL')
  await eventually('the server of a killed process stops', () => !isRunning(alone))
})

test('a second process joins the server of the first and keeps it when the first is killed', async () => {
  const first = await startProcess()
  const second = await startProcess()
  assert.deepEqual([first.adopted, second.adopted], [false, true])
  const pid = postmaster()
  await first.end('SIGKILL')
  await sleep(300)
  assert.deepEqual(await query(second.url, 'select 1'), [1])

  const third = await start()
  assert.equal(third.adopted, true)
  await third.stop()
  assert.deepEqual(await query(second.url, 'select 1'), [1])
  await second.end('SIGTERM')
  assert.equal(isRunning(pid), false)
})

test('two processes that start in an empty folder at once share one server', async () => {
  const empty = emptyDir()
  const both = await Promise.all([startProcess(empty), startProcess(empty)])
  assert.deepEqual(both.map(({ adopted }) => adopted).sort(), [false, true])
  await query(both[0].url, 'create table shared as select 1')
  assert.deepEqual(await query(both[1].url, 'select * from shared'), [1])
  await Promise.all(both.map(({ end }) => end('SIGTERM')))
  assert.equal(fs.existsSync(pidFile(empty)), false)
})

test('a server that is killed comes back by itself', async () => {
  const server = await start()
  const pid = postmaster()
  process.kill(pid, 'SIGKILL')
  await eventually('the server answers again', () =>
    query(server.url('postgres'), 'select 1').then(
      () => postmaster() !== pid,
      () => false,
    ),
  )
  await server.stop()
  assert.equal(fs.existsSync(pidFile()), false)
})

test('a server whose guard was killed as well is taken over', { skip: process.platform !== 'linux' }, async () => {
  const starter = await startProcess()
  const orphan = postmaster()
  for (const guard of ancestors(orphan, 2)) process.kill(guard, 'SIGKILL')
  await starter.end('SIGKILL')
  await sleep(200)
  assert.equal(isRunning(orphan), true)
  const next = await start()
  assert.deepEqual(await query(next.url('postgres'), 'select 1'), [1])
  await next.stop()
  assert.equal(isRunning(orphan), false)
})

const parentOf = (pid: number) => Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
const ancestors = (pid: number, count: number): number[] =>
  count === 0 ? [] : [parentOf(pid), ...ancestors(parentOf(pid), count - 1)]

test('the number of a killed server may belong to another process by now', async () => {
  const stranger = spawn('sleep', ['60'])
  children.push(stranger)
  await once(stranger, 'spawn')
  fs.writeFileSync(pidFile(), `${stranger.pid}\n${dir}/data\n1\n5432\n${dir}/run\n\n\n`)
  const server = await start()
  assert.equal(server.adopted, false)
  assert.equal(stranger.exitCode, null)
  await server.stop()
})

test('the folder of an interrupted initdb is made anew', async () => {
  const empty = emptyDir()
  fs.mkdirSync(join(empty, 'data.new-abc'))
  fs.writeFileSync(join(empty, 'data.new-abc/PG_VERSION'), '18')
  const server = await start(empty)
  await server.stop()
  assert.deepEqual(
    fs.readdirSync(empty).filter((name) => name.startsWith('data')),
    ['data'],
  )
})

test('a folder whose path is too long for a socket works', async () => {
  const long = join(dir, 'x'.repeat(90))
  fs.cpSync(join(dir, 'data'), join(long, 'data'), { recursive: true })
  if (isRoot) execFileSync('chown', ['-R', '--reference', join(dir, 'data'), long])
  const server = await start(long)
  const sockets = new URL(server.url('postgres')).searchParams.get('host') ?? ''
  assert.equal(fs.statSync(sockets).mode & 0o777, 0o700)
  assert.deepEqual(await query(server.url('postgres'), 'select 1'), [1])
  await server.stop()
  fs.rmSync(sockets, { recursive: true })
})

test('root may keep its server below a folder that nobody else may enter', { skip: !isRoot }, async () => {
  const hidden = join(emptyDir(), 'hidden')
  fs.mkdirSync(hidden, 0o700)
  const folder = join(hidden, 'db')
  dirs.unshift(folder)
  const first = await start(folder)
  await query(first.url('postgres'), 'create table kept as select 1')
  await first.stop()
  const second = await start(folder)
  assert.deepEqual(await query(second.url('postgres'), 'select * from kept'), [1])
  await second.stop()
})

const passwordFile = (folder: string) => join(folder, 'password')
const rulesOf = (folder: string) => join(folder, 'data/pg_hba.conf')

/** The superuser's connection string with another password, or none. */
function urlWith(url: string, password: string) {
  const changed = new URL(url)
  changed.password = password
  return changed.href
}

async function mustAskForPassword(url: string) {
  assert.deepEqual(await query(url, 'select 1'), [1])
  for (const wrong of ['wrong', new URL(url).password.toLowerCase()])
    await assert.rejects(query(urlWith(url, wrong), 'select 1'), { code: '28P01' })
  await assert.rejects(query(urlWith(url, ''), 'select 1'), /password must be a/)
  const { searchParams } = new URL(url)
  const bare = { host: searchParams.get('host') ?? '', user: 'postgres', database: 'postgres' }
  await assert.rejects(new pg.Client({ ...bare, password: 'wrong' }).connect(), { code: '28P01' })
  assert.deepEqual(await query(url, `select distinct auth_method from pg_hba_file_rules`), ['scram-sha-256'])
}

/** Creates a folder like those of earlier releases, which trust every local account and have no password. It contains a row. */
async function trustingFolder() {
  const folder = emptyDir()
  const server = await start(folder)
  await query(server.url('postgres'), `create table kept as select 'a row' as what`)
  await query(server.url('postgres'), 'alter role postgres password null')
  await server.stop()
  trustAgain(folder)
  fs.rmSync(passwordFile(folder))
  return folder
}

function trustAgain(folder: string) {
  const demanding = fs.readFileSync(rulesOf(folder), 'utf8')
  const trusting = demanding.replaceAll(/scram-sha-256$/gm, 'trust')
  assert.notEqual(trusting, demanding)
  fs.writeFileSync(rulesOf(folder), trusting)
}

test('nobody enters without the password, which its account alone may read', async () => {
  const empty = emptyDir()
  const server = await start(empty)
  await mustAskForPassword(server.url('postgres'))
  assert.equal(fs.statSync(passwordFile(empty)).mode & 0o777, 0o600)
  const joined = await startProcess(empty)
  assert.deepEqual([joined.adopted, joined.url], [true, server.url('postgres')])
  await joined.end('SIGTERM')
  await server.stop()
  const restarted = await start(empty)
  assert.equal(restarted.url('postgres'), joined.url)
  await restarted.stop()
})

test('a folder that trusted everybody asks for a password from its next start on', async () => {
  const old = await trustingFolder()
  const server = await start(old)
  await mustAskForPassword(server.url('postgres'))
  assert.deepEqual(await query(server.url('postgres'), 'select what from kept'), ['a row'])
  await server.stop()
})

test('a start that is killed while it switches a folder over is repeated', async () => {
  const old = await trustingFolder()
  const unfinished = `${passwordFile(old)}.new`
  const steps: [string, () => void][] = [
    ['before the password is set', () => fs.writeFileSync(unfinished, 'never set')],
    ['before the rules are changed', () => trustAgain(old)],
    ['before the password is kept', () => fs.renameSync(passwordFile(old), unfinished)],
    ['between a folder’s making and the password’s', () => fs.rmSync(passwordFile(old))],
  ]
  for (const [moment, cut] of steps) {
    cut()
    const server = await start(old)
    await mustAskForPassword(server.url('postgres'))
    assert.deepEqual(await query(server.url('postgres'), 'select what from kept'), ['a row'], moment)
    await server.stop()
  }
  for (const milliseconds of [50, 100, 150, 200, 250, 300, 400, 500]) {
    trustAgain(old)
    fs.rmSync(passwordFile(old), { force: true })
    const child = spawn(process.execPath, ['--input-type=module', '-e', starter, old], { stdio: 'ignore' })
    children.push(child)
    await sleep(milliseconds)
    child.kill('SIGKILL')
    const server = await start(old)
    await mustAskForPassword(server.url('postgres'))
    await server.stop()
  }
  assert.equal(fs.existsSync(unfinished), false)
})

test('a data folder with another password is refused, and told how to set a new one', async () => {
  const folder = emptyDir()
  await (await start(folder)).stop()
  fs.writeFileSync(passwordFile(folder), 'of another folder')
  await assert.rejects(start(folder), /^Error: .*password is not the password of this server.*remove the file.*$/)
  fs.rmSync(passwordFile(folder))
  const server = await start(folder)
  await mustAskForPassword(server.url('postgres'))
  await server.stop()
})

test('what keeps the server from starting is said in one line', async () => {
  await assert.rejects(start(dir, { no_such_setting: '1' }), /^Error: PostgreSQL did not start: .*no_such_setting.*$/)
  const version = join(dir, 'data/PG_VERSION')
  fs.writeFileSync(version, '17\n')
  await assert.rejects(start(), /^Error: .*is of PostgreSQL 17, the embedded one is 18.*$/)
  fs.writeFileSync(version, '18\n')
})
