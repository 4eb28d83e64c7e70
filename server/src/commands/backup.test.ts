// @long
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ask, emptyDatabase, rowsIn } from '../backup/testing.ts'
import { loginsOf, migrate, migrations } from '../kit/db/migrate.ts'
import { commandsOn } from '../testing/commands.ts'
import { people, storeScene, testApp } from '../testing/world.ts'

const { asOwner, query, sessionOf, services, ...database } = await testApp()
await storeScene(services.store)
const { folder, run } = commandsOn(database)
/** More rounds than the suite needs find rarer moments. */
const rounds = Number(process.env.BACKUP_ROUNDS ?? 2)

let backups = 0
async function backUp(env: NodeJS.ProcessEnv = {}) {
  const out = path.join(folder, `backup-${++backups}`)
  const { code, err } = await run('backup', ['--out', out], { env })
  assert.deepEqual([code, err], [0, ''])
  return out
}

const restoreInto = (url: string, from: string, env: NodeJS.ProcessEnv = {}) =>
  run('restore', ['--from', from], { env: { DATABASE_URL: url, ...env } })

async function restored(from: string, env: NodeJS.ProcessEnv = {}) {
  const url = await emptyDatabase()
  const { code, err } = await restoreInto(url, from, env)
  assert.deepEqual([code, err], [0, ''])
  return url
}

test('a restored database holds every row of its backup', async () => {
  await query(`insert into pictures (tenant_id, version, width, height, image) values (1, '1', 1, 1, '\\xcafe00')`)
  await query(`update tasks set title = E'tab\\t line\\n \\\\. back\\\\slash "quoted" ☃' where id = (select min(id) from tasks)`)
  const before = await rowsIn(database.owner_url)
  const url = await restored(await backUp())
  assert.deepEqual(await rowsIn(url), before)
  assert.deepEqual(
    await ask(url, 'select name from migrations order by name'),
    migrations().map((name) => ({ name })),
  )
  const schema = `select conname, conrelid::regclass::text, pg_get_constraintdef(oid) as definition, convalidated from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`
  assert.deepEqual(await ask(url, schema), await query(schema))
  const security = `select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace order by 1`
  assert.deepEqual(await ask(url, security), await query(security))
})

test('a backup taken while people write holds everything committed before it, and nothing half', async () => {
  for (let round = 0; round < rounds; round++) {
    let isOver = false
    const committed = [0, 0, 0]
    const write = async (writer: number) => {
      for (let n = 1; !isOver; n++) {
        await asOwner((client) =>
          client.query(`with task as (insert into tasks (tenant_id, project_id, title) values (1, 1, '${round}.${writer}.${n}') returning id)
            insert into subtasks (tenant_id, task_id, title) select 1, id, '${round}.${writer}.${n}' from task`),
        )
        committed[writer] = n
      }
    }
    const writing = committed.map((_, writer) => write(writer))
    while (committed.some((n) => n < 5)) await sleep(5)
    const atStart = [...committed]
    const out = await backUp().finally(() => (isOver = true))
    await Promise.all(writing)
    const url = await restored(out)
    const titles = async (table: string) =>
      (await ask(url, `select title from ${table} where title like '${round}.%.%' order by title`)).map(({ title }) => title)
    const [tasks, subtasks] = [await titles('tasks'), await titles('subtasks')]
    assert.deepEqual(tasks, subtasks)
    for (const [writer, n] of atStart.entries()) {
      const own = tasks.flatMap((title) => (title.startsWith(`${round}.${writer}.`) ? [Number(title.split('.')[2])] : []))
      assert.deepEqual(
        own.toSorted((a, b) => a - b),
        Array.from(own, (_, i) => i + 1),
        'A writer’s rows have no gap.',
      )
      assert.ok(own.length >= n, `${own.length} rows, of which ${n} were committed before the backup`)
    }
  }
})

test('sessions, links, codes, counters and known browsers do not come back to life', async () => {
  await sessionOf('ann')
  await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now())`,
    people.ann.id,
  )
  await query(`insert into signup_codes (email, expires_at) values ('new@new.test', now())`)
  const out = await backUp()
  assert.deepEqual(
    readdirSync(out).filter((name) => /session|link|signup_code|log_in|limit|outbox/.test(name)),
    [],
  )
  const url = await restored(out)
  for (const table of ['sessions', 'password_links', 'signup_codes', 'limits', 'outbox'])
    assert.deepEqual(await ask(url, `select 1 from ${table}`), [], table)
  const keys = 'select device_key from people'
  const old = new Set((await query(keys)).map(({ device_key }) => device_key))
  assert.ok((await ask(url, keys)).every(({ device_key }) => !old.has(device_key)))
})

test('mails that were queued are sent after a restore, and nightly work starts anew', async () => {
  await query(`insert into pgboss.job (name, data, start_after) values ('mail', '{"template": "later"}', date_trunc('day', now()) + interval '1 day'),
    ('housekeeping', null, now())`)
  await query(`insert into pgboss.job (name, data, state) values ('mail', '{"template": "sent"}', 'completed')`)
  const jobs = `select id, name, data, start_after::text, state::text from pgboss.job where name in ('mail', 'housekeeping') and state < 'completed'`
  const queued = (await query(jobs)).filter(({ name }) => name === 'mail')
  assert.equal(queued.length, 1)
  const url = await restored(await backUp())
  assert.deepEqual(await ask(url, jobs), queued)
  assert.deepEqual(await ask(url, `select retry_limit from pgboss.job where name = 'mail'`), [{ retry_limit: 3500 }])
})

test('a backup of an older release is restored and migrated', async () => {
  const old = await emptyDatabase()
  await migrate(old, { only: migrations().slice(0, -1) })
  await ask(
    old,
    `insert into tenants (id, name, name_key, subdomain, schema, paid_until) overriding system value
    values (7, 'Old', 'old', 'old', 'old', 'infinity')`,
  )
  const url = await restored(await backUp({ DATABASE_URL: old }))
  assert.deepEqual(
    await ask(url, 'select name from migrations order by name'),
    migrations().map((name) => ({ name })),
  )
  assert.deepEqual(await ask(url, 'select name, is_public_demo from tenants where id > 0'), [
    { name: 'Old', is_public_demo: false },
  ])
})

test('a backup is restored into an empty place only', async () => {
  const out = await backUp()
  const url = await restored(out)
  const before = await rowsIn(url)
  const again = await restoreInto(url, out)
  assert.deepEqual([again.code, again.out], [1, ''])
  assert.match(again.err, /^The database is not empty: .*\n$/)
  assert.deepEqual(await rowsIn(url), before)

  const foreign = await emptyDatabase()
  await ask(foreign, 'create table of_others ()')
  assert.match((await restoreInto(foreign, out)).err, /^The database is not empty: .*\n$/)
})

test('of two restores at once one succeeds, and nothing comes twice', async () => {
  const out = await backUp()
  const url = await emptyDatabase()
  const both = await Promise.all([restoreInto(url, out), restoreInto(url, out)])
  assert.deepEqual(both.map(({ code }) => code).toSorted(), [0, 1])
  assert.match(both.map(({ err }) => err).join(''), /^(The database is not empty|Somebody is connected).*\n$/)
  assert.deepEqual(await rowsIn(url), await rowsIn(database.owner_url))
})

test('a restore is refused while somebody is connected, also under a name that the URL gives to both', async () => {
  const out = await backUp()
  const url = await emptyDatabase()
  const renamed = new URL(url)
  renamed.searchParams.set('application_name', 'ours')
  for (const named of [url, renamed.href]) {
    const client = new pg.Client({ connectionString: named, application_name: 'atrium workspace' })
    await client.connect()
    const { code, err } = await restoreInto(named, out).finally(() => client.end())
    assert.deepEqual([code, err], [1, 'Somebody is connected to the database: stop the server before the restore.\n'])
  }
  // The nodes of a cluster stay connected to each other.
  const node = new pg.Client({ connectionString: url, application_name: 'citus_internal gpid=10000000017' })
  await node.connect()
  assert.equal((await restoreInto(url, out).finally(() => node.end())).code, 0)
})

test('a restore that was killed is repeated', async () => {
  const out = await backUp()
  const url = await emptyDatabase()
  await migrate(url, { only: migrations().slice(0, 9) })
  const { code, err } = await restoreInto(url, out)
  assert.deepEqual([code, err], [0, ''])
  assert.deepEqual(await rowsIn(url), await rowsIn(database.owner_url))
})

test('a backup that is not whole, or not ours, is refused before anything is written', async () => {
  const whole = await backUp()
  const file = path.join(whole, 'tasks.copy.gz')
  const manifest = path.join(whole, 'manifest.json')
  const flip = (name: string) => {
    const content = readFileSync(name)
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
    writeFileSync(name, content)
  }
  const resigned = (change: (manifest: Record<string, unknown>) => object) => {
    const text = JSON.stringify(change(JSON.parse(readFileSync(manifest, 'utf8'))))
    writeFileSync(manifest, text)
    writeFileSync(`${manifest}.sha256`, `${createHash('sha256').update(text).digest('hex')}  manifest.json\n`)
  }
  const kept = path.join(folder, 'kept')
  cpSync(whole, kept, { recursive: true })
  const url = await emptyDatabase()
  for (const [harm, words] of [
    [() => truncateSync(file, statSync(file).size - 1), /tasks.copy.gz is cut off/],
    [() => flip(file), /tasks.copy.gz was altered/],
    [() => cpSync(path.join(whole, 'people.copy.gz'), file), /tasks.copy.gz (was altered|is cut off)/],
    [() => rmSync(file), /tasks.copy.gz is missing/],
    [() => flip(manifest), /manifest.json was altered/],
    [() => rmSync(`${manifest}.sha256`), /manifest.json.sha256 is missing/],
    [() => rmSync(manifest), /no backup, or an unfinished one/],
    [() => resigned((found) => ({ ...found, version: 2 })), /a newer Atrium has made it/],
    [() => resigned((found) => ({ ...found, migrations: ['999_later.sql'] })), /a newer Atrium has made it, with 999_later.sql/],
    [() => resigned(() => ({ version: 1 })), /manifest.json is not that of a backup/],
    [() => rmSync(whole, { recursive: true }), /^There is no /],
  ] as const) {
    harm()
    const { code, out, err } = await restoreInto(url, whole)
    assert.deepEqual([code, out], [1, ''], String(words))
    assert.match(err, words)
    assert.equal(err.trimEnd().split('\n').length, 1, err)
    assert.deepEqual(await ask(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`), [])
    rmSync(whole, { recursive: true, force: true })
    cpSync(kept, whole, { recursive: true })
  }
  assert.deepEqual((await restoreInto(url, whole)).code, 0)
})

test('a backup made with a key is restored with that key only, and one made without it never replaces it', async () => {
  const BACKUP_KEY = 'a passphrase that is long enough'
  const [sealed, plain] = [await backUp({ BACKUP_KEY }), await backUp()]
  const url = await emptyDatabase()
  for (const [from, env, words] of [
    [sealed, {}, /it is encrypted, so set BACKUP_KEY as it was/],
    [sealed, { BACKUP_KEY: 'another passphrase, as long' }, /BACKUP_KEY is another than it was encrypted with/],
    [plain, { BACKUP_KEY }, /it is not encrypted/],
  ] as const) {
    const { code, err } = await restoreInto(url, from, env)
    assert.equal(code, 1)
    assert.match(err, words)
    assert.deepEqual(await ask(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`), [])
  }
  assert.deepEqual(await rowsIn(await restored(sealed, { BACKUP_KEY })), await rowsIn(database.owner_url))
})

test('a backup that is broken off leaves none', async () => {
  await asOwner(async (client) => {
    await client.query('begin; lock table tasks')
    const out = path.join(folder, 'cut')
    const running = run('backup', ['--out', out])
    const waits = () => query(`select pid from pg_locks where not granted and relation = 'tasks'::regclass`)
    let waiting: Record<string, unknown>[] = []
    while (!waiting.length) waiting = await waits()
    assert.deepEqual([existsSync(out), existsSync(`${out}.part`)], [false, true])
    assert.equal(statSync(`${out}.part`).mode & 0o777, 0o700)
    await query('select pg_terminate_backend($1)', waiting[0]?.pid)
    const { code, err } = await running
    await client.query('rollback')
    assert.equal(code, 1)
    assert.match(err, /^The database .*\n$/)
    assert.deepEqual([existsSync(out), existsSync(`${out}.part`)], [false, false])
  })
})

test('what keeps a backup from being made or restored is said in one line', async () => {
  const out = await backUp()
  for (const name of readdirSync(out)) assert.equal(statSync(path.join(out, name)).mode & 0o777, 0o600, name)
  for (const [name, args, line, env] of [
    ['backup', [], 'Usage: npm run backup -- --out DIR\n'],
    ['restore', [], 'Usage: npm run restore -- --from DIR\n'],
    ['backup', ['--out', out], `${out} exists already: remove it, or name another folder.\n`],
    ['backup', ['--out', path.join(out, 'manifest.json/x')], /^Can't write .*(ENOTDIR|EEXIST).*\n$/],
    ['backup', ['--out', path.join(folder, 'x')], /^There is no database in .*\n$/, { DATABASE_URL: '' }],
    ['restore', ['--from', out], /^The database does not answer: .*\n$/, { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }],
  ] as const) {
    const result = await run(name, [...args], { env: env ?? {} })
    assert.deepEqual([result.code, result.out], [1, ''], args.join(' '))
    if (typeof line === 'string') assert.equal(result.err, line)
    else assert.match(result.err, line)
  }
})

test('an account that is no superuser backs up and restores as well', async () => {
  const [source, target] = [await emptyDatabase(), await emptyDatabase()]
  const owner = `owner_of_${new URL(source).pathname.slice(1)}`
  await query(`create role ${owner} login createrole password 'x'`)
  try {
    await query(`grant atrium_workspace, atrium_platform, atrium_jobs, atrium_search to ${owner} with admin true`)
    const urls = []
    for (const each of [source, target]) {
      await query(`alter database ${new URL(each).pathname.slice(1)} owner to ${owner}`)
      await ask(each, `alter schema public owner to ${owner}`)
      const url = new URL(each)
      url.username = owner
      url.password = 'x'
      urls.push(url.href)
    }
    const [from = '', to = ''] = urls
    const first = await restoreInto(from, await backUp())
    assert.deepEqual([first.code, first.err], [0, ''])
    const second = await restoreInto(to, await backUp({ DATABASE_URL: from }))
    assert.deepEqual([second.code, second.err], [0, ''])
    assert.deepEqual(await rowsIn(target), await rowsIn(database.owner_url))
  } finally {
    for (const each of [source, target]) await ask(each, `reassign owned by ${owner} to current_user; drop owned by ${owner}`)
    for (const login of [source, target].flatMap((each) => loginsOf(new URL(each).pathname.slice(1))))
      await query(`drop owned by ${login}; drop role ${login}`)
    await query(`drop role ${owner}`)
  }
})
