// @long
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { commandsOn } from '../testing/commands.ts'
import { people, storeScene, testApp } from '../testing/world.ts'

const { asOwner, query, sessionOf, services, ...database } = await testApp()
await storeScene(services.store)
const { folder, run } = commandsOn(database)

type Row = Record<string, unknown>
let files = 0
/** Runs an export that succeeds, and returns the file's first line and the others by table. */
async function exported(subdomain = 'acme', env: NodeJS.ProcessEnv = {}) {
  const file = path.join(folder, `export-${++files}.jsonl`)
  const { code, out, err } = await run('export-tenant', ['--subdomain', subdomain, '--out', file], { env })
  assert.deepEqual([code, err], [0, ''])
  const text = readFileSync(file, 'utf8')
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const tables = Map.groupBy(lines as { table?: string; row: Row }[], ({ table = 'contents' }) => table)
  return { file, text, header, out, rowsOf: (table: string) => (tables.get(table) ?? []).map(({ row }) => row) }
}

const tablesOfTenants = async () =>
  (
    await query(
      `select table_name::text as name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'`,
    )
  ).map(({ name }) => String(name))

test('an export holds every row of the workspace, no row of another and no secret', async () => {
  await sessionOf('ann')
  await query(
    `insert into password_links (tenant_id, person_id, purpose, expires_at) values (1, $1, 'reset', now())`,
    people.ann.id,
  )
  const { header, text, rowsOf, out, file } = await exported()
  assert.equal(out, `Acme (acme): ${text.match(/^\{"table"/gm)?.length} rows in ${file}\n`)
  assert.deepEqual(
    [header.format, header.version, header.tenant],
    ['atrium-workspace', 3, { id: 1, name: 'Acme', subdomain: 'acme', schema: 'acme' }],
  )
  assert.deepEqual(
    new Set(header.left_out.tables),
    new Set([
      'password_links',
      'sessions',
      'outbox',
      'answers',
      'authenticators',
      'recovery_codes',
      'open_log_ins',
      'uploads',
      'leave_feeds',
    ]),
  )
  assert.deepEqual(
    new Set(header.left_out.columns),
    new Set(['people.password_hash', 'people.device_key', 'people.has_second_factor']),
  )
  assert.doesNotMatch(text, /argon2|globex|Rocket/i)

  const tables = (await tablesOfTenants()).filter((table) => !header.left_out.tables.includes(table))
  assert.deepEqual(new Set(header.tables.map(({ name }: { name: string }) => name)), new Set(['tenants', ...tables]))
  for (const { name, rows } of header.tables) {
    const column = name === 'tenants' ? 'id' : 'tenant_id'
    const expected = await query(
      `select (to_jsonb(t) - 'password_hash' - 'device_key' - 'has_second_factor' - 'search')::text as row from ${name} t where ${column} = 1`,
    )
    const texts = (list: Row[]) => list.map((row) => inspect(row, { sorted: true })).toSorted((a, b) => a.localeCompare(b))
    assert.deepEqual(texts(rowsOf(name)), texts(expected.map(({ row }) => JSON.parse(String(row)))), name)
    assert.equal(rowsOf(name).length, rows, name)
  }
  assert.equal(rowsOf('people').length, Object.values(people).filter(({ at }) => at === 'acme').length)
})

test('an export holds the pictures', async () => {
  await query(`insert into pictures (tenant_id, version, width, height, image) values (1, '1', 1, 1, '\\xcafe00')`)
  await query(`insert into pictures (tenant_id, version, width, height, image) values (2, '1', 1, 1, '\\xbeef00')`)
  const { rowsOf, text } = await exported()
  assert.deepEqual([rowsOf('pictures')[0]?.image, rowsOf('pictures').length], ['\\xcafe00', 1])
  assert.doesNotMatch(text, /beef00/)
})

test('an export can be read in: into empty tables in its order, and is the same again afterwards', async () => {
  const before = await exported('globex')
  await asOwner(async (client) => {
    const names: string[] = before.header.tables.map(({ name }: { name: string }) => name)
    await client.query('begin')
    for (const name of before.header.left_out.tables) await client.query(`delete from ${name} where tenant_id = 2`)
    for (const name of names.toReversed())
      await client.query(`delete from ${name} where ${name === 'tenants' ? 'id' : 'tenant_id'} = 2`)
    for (const { name, columns } of before.header.tables) {
      const list = columns.map((column: string) => client.escapeIdentifier(column)).join(', ')
      await client.query(
        `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1) r`,
        [JSON.stringify(before.rowsOf(name))],
      )
    }
    await client.query('commit')
  })
  const lines = (text: string) => text.split('\n').slice(1)
  assert.deepEqual(lines((await exported('globex')).text), lines(before.text))
})

test('the same data gives the same lines, whatever order it lies in', async () => {
  const [row] = await query('select current_database() as name')
  const first = await exported()
  await query('update people set full_name = full_name; update tasks set title = title; update members set role = role')
  await query(`alter database ${row?.name} set enable_indexscan = off; alter database ${row?.name} set enable_bitmapscan = off`)
  assert.deepEqual((await exported()).text.split('\n').slice(1), first.text.split('\n').slice(1))
  await query(`alter database ${row?.name} reset all`)
})

test('a table added to the schema is exported without a change of the command, without its secrets', async () => {
  await query(`create schema addon; create table addon."Odd hooks" (
    tenant_id bigint references tenants, id int, "the ""name""" json, api_token text, primary key (tenant_id, id))`)
  await query(`insert into addon."Odd hooks" values (1, 1, '{"a":\n  "line"}', 'open sesame'), (2, 1, '{}', 'open sesame')`)
  try {
    const { text, rowsOf, header } = await exported()
    assert.deepEqual(rowsOf('addon."Odd hooks"'), [{ tenant_id: 1, id: 1, 'the "name"': { a: 'line' } }])
    assert.ok(header.left_out.columns.includes('addon."Odd hooks".api_token'))
    assert.doesNotMatch(text, /sesame/)
  } finally {
    await query('drop schema addon cascade')
  }
})

test('an export is of one moment, while people go on working', async () => {
  let isOver = false
  const work = async () => {
    for (let n = 0; !isOver; n++)
      await asOwner((client) =>
        client.query(`with task as (insert into tasks (tenant_id, project_id, title) values (1, 1, 'Task ${n}') returning id)
          insert into subtasks (tenant_id, task_id, title) select 1, id, 'Subtask ${n}' from task`),
      )
  }
  const working = work()
  try {
    for (let round = 0; round < 3; round++) {
      const { header, rowsOf } = await exported()
      for (const { name, rows } of header.tables) assert.equal(rowsOf(name).length, rows, name)
      const titles = (table: string) => new Set(rowsOf(table).flatMap(({ title }) => /ask (\d+)$/.exec(String(title))?.[1] ?? []))
      assert.deepEqual(titles('subtasks'), titles('tasks'))
    }
  } finally {
    isOver = true
    await working
  }
})

test('a workspace far larger than the memory is exported', async () => {
  await query(
    `insert into comments (tenant_id, task_id, author_id, text) select 1, 1, $1, repeat(md5(n::text), 150) from generate_series(1, 10000) n`,
    people.dev.id,
  )
  const file = path.join(folder, 'large.jsonl')
  const env = { NODE_OPTIONS: '--max-old-space-size=40' }
  const { code, err } = await run('export-tenant', ['--subdomain', 'acme', '--out', file], { env })
  assert.deepEqual([code, err], [0, ''])
  assert.ok(statSync(file).size > 48_000_000)
  rmSync(file)
  await query('delete from comments where id > 1000')
})

test('the file is named after the workspace and the day, readable by its owner alone, and never overwritten', async () => {
  const first = await run('export-tenant', ['--subdomain', ' ACME '])
  const named = readdirSync(folder).filter((name) => /^acme-\d{4}-\d\d-\d\d\.jsonl$/.test(name))
  assert.deepEqual([first.code, named.length], [0, 1])
  const file = path.join(folder, named[0] ?? '')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  writeFileSync(file, 'mine')
  const second = await run('export-tenant', ['--subdomain', 'acme'])
  assert.deepEqual([second.code, second.err], [1, `${file} exists already: remove it, or name another by --out.\n`])
  assert.equal(readFileSync(file, 'utf8'), 'mine')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('what keeps an export from being made is said in one line, and leaves no file', async () => {
  const before = readdirSync(folder)
  const usage = 'Usage: npm run export-tenant -- --subdomain SUBDOMAIN [--out FILE]\n'
  const nowhere = path.join(folder, 'nowhere/file.jsonl')
  for (const [args, line, env] of [
    [[], usage],
    [['--subdomain', ' '], usage],
    [['--tenant', 'acme'], usage],
    [['acme'], usage],
    [['--subdomain', 'nobody'], 'There is no workspace nobody.\n'],
    [['--subdomain', ':platform'], 'There is no workspace :platform.\n'],
    [['--subdomain', 'acme', '--out', nowhere], new RegExp(`^Can't write ${nowhere}: ENOENT.*\n$`)],
    [['--subdomain', 'acme'], /^DATABASE_URL must be a URL .*\n$/, { DATABASE_URL: 'here' }],
    [
      ['--subdomain', 'acme'],
      /^The database does not answer: .*ECONNREFUSED.*\n$/,
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    ],
    [['--subdomain', 'acme'], /^There is no database in .*\n$/, { DATABASE_URL: '' }],
  ] as const) {
    const { code, out, err } = await run('export-tenant', [...args], { env: env ?? {} })
    assert.deepEqual([code, out], [1, ''], String(args))
    if (typeof line === 'string') assert.equal(err, line)
    else assert.match(err, line)
  }
  assert.deepEqual(readdirSync(folder), before)
})

test('an export that is broken off leaves nothing', async () => {
  await asOwner(async (client) => {
    await client.query('begin; lock table comments')
    const file = path.join(folder, 'cut.jsonl')
    const running = run('export-tenant', ['--subdomain', 'acme', '--out', file])
    const waits = () => query(`select pid from pg_locks where not granted and relation = 'comments'::regclass`)
    let isOver = false
    void running.then(() => (isOver = true))
    let waiting: Row[] = []
    while (!waiting.length && !isOver) waiting = await waits()
    assert.equal(readdirSync(folder).filter((name) => name.endsWith('.part')).length, 1)
    await query('select pg_terminate_backend($1)', waiting[0]?.pid)
    const { code, err } = await running
    await client.query('rollback')
    assert.equal(code, 1)
    assert.match(err, /^The database .*\n$/)
    assert.equal(existsSync(file), false)
  })
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('an account that is no superuser exports as well', async () => {
  const [row] = await query('select current_database() as name')
  const owner = `owner_of_${row?.name}`
  await query(`create role ${owner} login password 'x'`)
  await query(`grant atrium_platform to ${owner} with admin true, inherit false`)
  await query(`grant connect on database ${row?.name} to ${owner}`)
  for (const table of ['tenants', 'migrations', ...(await tablesOfTenants())])
    await query(`alter table ${table} owner to ${owner}`)
  const url = new URL(database.owner_url)
  url.username = owner
  url.password = 'x'
  try {
    const [mighty, plain] = [await exported(), await exported('acme', { DATABASE_URL: url.href })]
    assert.deepEqual(plain.text.split('\n').slice(1), mighty.text.split('\n').slice(1))
    assert.equal(plain.rowsOf('people').length, 8)
  } finally {
    await query(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`)
  }
})
