// @long
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../config.ts'
import { storeScene, testApp } from '../testing/world.ts'
import { backUp, scheduleBackups } from './nightly.ts'

const { query, jobs, asOwner, secret, services } = await testApp()
await storeScene(services.store)
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-nightly-'))
after(() => rmSync(folder, { recursive: true }))
const log = { info() {}, warn() {}, error: (...words: unknown[]) => assert.fail(String(words)) }
const config = readConfig({
  SESSION_SECRET: secret,
  DATA_DIR: services.config.data_dir,
  BACKUP_DIR: folder,
  BACKUP_KEEP: '3',
  BACKUP_KEY: 'twenty characters or more',
})
const options = { config, log, asOwner }

test('the newest backups are kept, and of other files none is touched', async () => {
  const old = [1, 2, 3, 4].map((day) => `atrium-2020-01-0${day}T02-37-00Z`)
  for (const name of [...old, 'atrium-2020-01-05T02-37-00Z.part', 'mine', 'atrium-mine.part']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, old[0] ?? '', 'manifest.json'), '')
  await backUp(folder, options)
  const names = readdirSync(folder).toSorted()
  assert.deepEqual(names.slice(0, 2), old.slice(2))
  assert.match(names[2] ?? '', /^atrium-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
  assert.deepEqual(names.slice(3), ['atrium-mine.part', 'mine'])
  const written = path.join(folder, names[2] ?? '')
  for (const name of readdirSync(written).filter((each) => !each.endsWith('.sha256')))
    assert.equal(readFileSync(path.join(written, name)).subarray(0, 8).toString(), 'ATRIUM1\n', name)
})

test('a backup that fails costs none of the old ones', async () => {
  const before = readdirSync(folder)
  await assert.rejects(backUp(folder, { ...options, asOwner: () => Promise.reject(new Error('The database is away.')) }), /away/)
  assert.deepEqual(readdirSync(folder), before)
})

test('it is done once a night, however many servers there are, and only with a BACKUP_DIR', async () => {
  await scheduleBackups(jobs, { ...options, config: { ...config, backup_dir: null } })
  const schedules = `select name, cron, timezone from pgboss.schedule where name = 'backup'`
  assert.deepEqual(await query(schedules), [])
  for (let server = 0; server < 2; server++) await scheduleBackups(jobs, options)
  assert.deepEqual(await query(schedules), [{ name: 'backup', cron: '37 2 * * *', timezone: 'UTC' }])
})
