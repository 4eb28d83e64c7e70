// @long
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { emptyDir, query, spawnStarter, start, startProcess } from './testing.ts'

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
    const child = spawnStarter(old)
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
