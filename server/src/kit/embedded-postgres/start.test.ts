// @long
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../../testing/processes.ts'
import { discardLater, emptyDir, killLater, query, start, startProcess } from './testing.ts'

const isRoot = process.getuid?.() === 0
const dir = emptyDir()

const pidFile = (folder = dir) => join(folder, 'data/postmaster.pid')
const postmaster = (folder = dir) => Number(fs.readFileSync(pidFile(folder), 'utf8').split('\n')[0])
const isRunning = (pid: number) => {
  try {
    return fs.readlinkSync(`/proc/${pid}/exe`).endsWith('/postgres')
  } catch {
    return false
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

  const second = await start(dir)
  assert.deepEqual(await query(second.url('postgres'), 'select what from kept'), ['a row'])
  const odd = new URL(second.url('odd name', 'postgres'))
  odd.password = 'its own'
  assert.deepEqual(await query(odd.href, 'select current_user, current_database()'), ['odd name', 'postgres'])
  await second.stop()
})

test('killing the process that started it stops the server and loses nothing', async () => {
  const killed = await startProcess(dir)
  await query(killed.url, 'create table before_the_kill as select 1')
  await killed.end('SIGKILL')
  const next = await start(dir)
  assert.deepEqual(await query(next.url('postgres'), 'select * from before_the_kill'), [1])
  await next.stop()

  const last = await startProcess(dir)
  const alone = postmaster()
  await last.end('SIGKILL')
  await waitUntil(
    () => !isRunning(alone),
    () => 'The server of a killed process still runs.',
    5,
  )
})

test('a second process joins the server of the first and keeps it when the first is killed', async () => {
  const first = await startProcess(dir)
  const second = await startProcess(dir)
  assert.deepEqual([first.adopted, second.adopted], [false, true])
  const pid = postmaster()
  await first.end('SIGKILL')
  await sleep(300)
  assert.deepEqual(await query(second.url, 'select 1'), [1])

  const third = await start(dir)
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
  const server = await start(dir)
  const pid = postmaster()
  process.kill(pid, 'SIGKILL')
  const isBack = () =>
    query(server.url('postgres'), 'select 1').then(
      () => postmaster() !== pid,
      () => false,
    )
  await waitUntil(isBack, () => 'The server does not answer again.', 5)
  await server.stop()
  assert.equal(fs.existsSync(pidFile()), false)
})

test('a server whose guard was killed as well is taken over', { skip: process.platform !== 'linux' }, async () => {
  const starter = await startProcess(dir)
  const orphan = postmaster()
  for (const guard of ancestors(orphan, 2)) process.kill(guard, 'SIGKILL')
  await starter.end('SIGKILL')
  await sleep(200)
  assert.equal(isRunning(orphan), true)
  const next = await start(dir)
  assert.deepEqual(await query(next.url('postgres'), 'select 1'), [1])
  await next.stop()
  assert.equal(isRunning(orphan), false)
})

const parentOf = (pid: number) => Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
const ancestors = (pid: number, count: number): number[] =>
  count === 0 ? [] : [parentOf(pid), ...ancestors(parentOf(pid), count - 1)]

test('the number of a killed server may belong to another process by now', async () => {
  const stranger = killLater(spawn('sleep', ['60']))
  await once(stranger, 'spawn')
  fs.writeFileSync(pidFile(), `${stranger.pid}\n${dir}/data\n1\n5432\n${dir}/run\n\n\n`)
  const server = await start(dir)
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
  discardLater(folder)
  const first = await start(folder)
  await query(first.url('postgres'), 'create table kept as select 1')
  await first.stop()
  const second = await start(folder)
  assert.deepEqual(await query(second.url('postgres'), 'select * from kept'), [1])
  await second.stop()
})

test('what keeps the server from starting is said in one line', async () => {
  await assert.rejects(start(dir, { no_such_setting: '1' }), /^Error: PostgreSQL did not start: .*no_such_setting.*$/)
  const version = join(dir, 'data/PG_VERSION')
  fs.writeFileSync(version, '17\n')
  await assert.rejects(start(dir), /^Error: .*is of PostgreSQL 17, the embedded one is 18: run npm run upgrade-database.*$/)
  fs.writeFileSync(version, '19\n')
  await assert.rejects(start(dir), /^Error: .*is of PostgreSQL 19, the embedded one is 18: start the newer Atrium.*$/)
  fs.writeFileSync(version, '18\n')
})
