import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { loginsOf, migrate, urlAs } from '../kit/db/migrate.ts'
import { template, testServer } from '../kit/db/testing.ts'

const secret = 'a secret of the migrations, long enough'
const name = `test_${randomBytes(6).toString('hex')}`
const owner = `${name}_owner`

async function asked<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
const asSuperuser = <Row extends object>(...statements: string[]) => asked<Row>(testServer('postgres'), ...statements)

/** The URL of a database whose account is no superuser. */
async function databaseOf(account: string, database: string, makeDatabase: string) {
  await asSuperuser(`create role ${account} login createrole password 'owner'`, makeDatabase)
  after(async () => {
    await asSuperuser(`drop database ${database} with (force)`)
    for (const login of loginsOf(database)) await asSuperuser(`drop role if exists ${login}`)
    await asSuperuser(`drop role ${account}`)
  })
  const url = new URL(testServer(database))
  url.username = account
  url.password = 'owner'
  return url.href
}

test('search works in a database whose owner is no superuser', async () => {
  const url = await databaseOf(owner, name, `create database ${name} owner ${owner}`)
  await asSuperuser(
    ...['atrium_workspace', 'atrium_platform', 'atrium_jobs', 'atrium_search'].map(
      (group) => `grant ${group} to ${owner} with admin true, inherit false, set false`,
    ),
  )
  await migrate(url, { key: secret })
  const [made] = await asked<{ id: number }>(
    urlAs(url, 'atrium_platform', secret),
    `set app.tenant_id = '0'`,
    `insert into tenants (name, name_key, subdomain, schema) values ('A', 'a', 'a', 'a') returning id::int`,
  )
  const found = await asked(
    urlAs(url, 'atrium_workspace', secret),
    `set app.tenant_id = '${made?.id}'`,
    `insert into people (tenant_id, email, full_name, role) values (${made?.id}, 'ann@a.test', 'Ann Quartz', 'tenant_admin')`,
    `select e.full_name from people e where e.id in (select search_rows('people', '{quartz}', false, 10))`,
  )
  assert.deepEqual(found, [{ full_name: 'Ann Quartz' }])
  assert.deepEqual(await asked(url, 'select full_name from people'), [], 'Row security still restricts the owner.')
})

test('rows from before search are found after the migration', async () => {
  const older = `${name}_older`
  await asSuperuser(`create database ${older} template ${template}`)
  after(() => asSuperuser(`drop database ${older} with (force)`))
  const url = testServer(older)
  const tables = ['projects', 'people', 'tasks', 'subtasks', 'comments', 'files', 'chat_messages']
  await asked(
    url,
    'drop function search_rows',
    ...tables.map((table) => `drop policy searched on ${table}`),
    ...tables.map((table) => `alter table ${table} drop column search`),
    'drop function search_query, search_vector, search_text',
    'drop extension unaccent, pg_trgm',
    `delete from migrations where name in ('020_search.sql', '036_file_search.sql', '046_names_and_symbols.sql')`,
    `insert into tenants (name, name_key, subdomain, schema) values ('A', 'a', 'a', 'a')`,
    `insert into people (tenant_id, email, full_name, role) select id, 'ann@a.test', 'Ann Quartz', 'tenant_admin' from tenants where subdomain = 'a'`,
  )
  assert.deepEqual(await migrate(url, { key: secret }), ['020_search.sql', '036_file_search.sql', '046_names_and_symbols.sql'])
  const [row] = await asked<{ search: string }>(url, `select search from people where email = 'ann@a.test'`)
  assert.match(row?.search ?? '', /^'\d+\/ann' '\d+\/quartz'$/)
  for (const login of loginsOf(older)) await asSuperuser(`drop owned by ${login}`, `drop role ${login}`).catch(() => undefined)
})

test('a database that refuses the extensions is told in one line what it needs', async () => {
  const [account, database] = [`${name}_guest`, `${name}_strict`]
  const url = await databaseOf(account, database, `create database ${database}`)
  await assert.rejects(migrate(url, { key: secret }), (error: Error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /unaccent and pg_trgm.*permission denied.*create extension unaccent/)
    return true
  })
})
