// @long
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../backup/testing.ts'
import { migrate, migrations } from '../kit/db/migrate.ts'
import { discardEmbedded } from '../kit/embedded-postgres/home.ts'
import { startEmbedded } from '../kit/embedded-postgres/start.ts'
import { commandsOn } from '../testing/commands.ts'

const secret = 'a secret of the tests, long enough'
const skip = process.platform === 'win32' && 'The embedded PostgreSQL does not run on Windows.'
const { folder, run } = commandsOn({ owner_url: '', secret })
const dir = path.join(folder, 'postgres')
after(() => discardEmbedded(dir))

const settings = { fsync: 'off' }
const home = () => fs.realpathSync(fs.existsSync(path.join(dir, 'elsewhere')) ? path.join(dir, 'elsewhere') : dir)
const versionOf = (data: string) => fs.readFileSync(path.join(home(), data, 'PG_VERSION'), 'utf8').trim()

/** All rows of all tables, as text. */
async function contentOf(url: string) {
  const content: Record<string, unknown[]> = {}
  for (const { name } of await ask(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'log_in_key' order by 1`,
  ))
    if (name !== 'migrations') content[name] = await ask(url, `select t::text from "${name}" t order by 1`)
  return content
}

async function onDatabase<T>(work: (url: string) => Promise<T>, major?: string) {
  const server = await startEmbedded({ dir, settings, ...(major && { major }) })
  try {
    return await work(server.url('postgres'))
  } finally {
    await server.stop()
  }
}

/** In columns that the newest migration does not concern, whichever that is. */
const rowsOfAnyRelease = `
  insert into tenants (id, name, name_key, subdomain, schema) overriding system value values (1, 'Acme', 'acme', 'acme', 'acme');
  insert into people (tenant_id, id, email, full_name, role) overriding system value values
    (1, 1, 'ann@acme.test', 'Ann', 'tenant_admin'), (1, 2, 'pam@acme.test', 'Pam', 'project_manager');
  insert into projects (tenant_id, id, name, assigned_pm) overriding system value values (1, 1, 'Website', 2);
  insert into tasks (tenant_id, id, project_id, title) overriding system value values (1, 1, 1, 'Home page')`

let before: Awaited<ReturnType<typeof contentOf>> = {}
test('a start on the data of another version names the command that moves them', { skip }, async () => {
  await onDatabase(async (url) => {
    await migrate(url, { only: migrations().slice(0, -1), key: secret })
    await ask(url, rowsOfAnyRelease)
    await ask(url, `insert into sessions (tenant_id, person_id, expires_at) select tenant_id, id, now() from people`)
    await ask(url, `insert into pgboss.job (name, data) values ('mail', '{"template": "queued"}')`)
    before = await contentOf(url)
  }, '17')
  assert.equal(versionOf('data'), '17')
  const { code, out, err } = await run('export-tenant', ['--subdomain', 'acme'])
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^[^\n]* is of PostgreSQL 17, the embedded one is 18: run npm run upgrade-database[^\n]*\n$/)
})

test('nothing is moved while a server uses the database', { skip }, async () => {
  await onDatabase(async (url) => {
    const { code, err } = await run('upgrade-database', [])
    assert.deepEqual([code, err], [1, 'The database is in use: stop the server before the upgrade.\n'])
    assert.deepEqual(await contentOf(url), before)
  }, '17')
})

test('an upgrade that is killed at any moment loses nothing, and is done at the next try', { skip }, async () => {
  const command = path.join(import.meta.dirname, 'upgrade-database.ts')
  const env = { PATH: process.env.PATH, DATA_DIR: folder, SESSION_SECRET: secret }
  const killedAt = async (moment: () => unknown) => {
    const child = spawn(process.execPath, [command], { env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await moment()
    child.kill('SIGKILL')
    await ended
  }
  for (const milliseconds of [400, 900, 1400, 2000]) await killedAt(() => sleep(milliseconds))
  // The program that makes a data folder survives us, and goes on to write in it.
  const isMade = () => fs.globSync(path.join(home(), 'upgrading/data.new-*/base/*')).length > 0
  await killedAt(async () => {
    while (!isMade()) await sleep(1)
  })
  // Without a data folder, the last one was killed between its last steps.
  if (fs.existsSync(path.join(home(), 'data')) && versionOf('data') === '17') {
    const { code, err, out } = await run('upgrade-database', [])
    assert.deepEqual([code, err], [0, ''])
    assert.match(
      out,
      /^The database was of PostgreSQL 17 and is of 18 now\. Its old data stay in .*\/data-17, until you remove them\.\n$/,
    )
  }
  await onDatabase(async (url) => {
    assert.match((await ask(url, 'show server_version'))[0]?.server_version, /^18\./)
    assert.deepEqual(await contentOf(url), before)
    assert.equal((await ask(url, `select from pgboss.job where name = 'mail' and data->>'template' = 'queued'`)).length, 1)
  })
  assert.deepEqual([versionOf('data'), versionOf('data-17')], ['18', '17'])
})

test('an upgrade that was killed between its last steps is finished by the next start, or by the command', { skip }, async () => {
  const breakOff = () => {
    const upgraded = path.join(home(), 'upgraded')
    fs.mkdirSync(upgraded, { recursive: true })
    fs.renameSync(path.join(home(), 'data'), path.join(upgraded, 'data'))
    fs.rmSync(path.join(home(), 'password'))
  }
  breakOff()
  const { err } = await run('upgrade-database', [])
  assert.equal(err, 'The database is of PostgreSQL 18 already.\n')
  await onDatabase(async () => undefined)
  breakOff()
  await onDatabase(async (url) => {
    await migrate(url, { key: secret })
    assert.equal((await ask(url, 'select from migrations')).length, migrations().length)
    assert.equal((await ask(url, 'select from people')).length, before.people?.length)
  })
})

test('a database of this version, of a server that DATABASE_URL names, or of nobody is not moved', { skip }, async () => {
  for (const [env, words] of [
    [{}, /^The database is of PostgreSQL 18 already\.\n$/],
    [{ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, /^DATABASE_URL names a server .*\n$/],
    [{ DATA_DIR: path.join(folder, 'nothing') }, /^There is no database in .*\n$/],
  ] as const) {
    const { code, err } = await run('upgrade-database', [], { env })
    assert.equal(code, 1)
    assert.match(err, words)
  }
})
