import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { loginsOf, migrate } from '../kit/db/migrate.ts'
import { template, testServer } from '../kit/db/testing.ts'

async function asked(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

test('the first active administrator owns a workspace that is older than owners', async () => {
  const older = `test_${randomBytes(6).toString('hex')}`
  await asked(testServer('postgres'), `create database ${older} template ${template}`)
  after(() => asked(testServer('postgres'), `drop database ${older} with (force)`))
  const url = testServer(older)
  await asked(
    url,
    'alter table people drop column is_owner',
    `delete from migrations where name = '029_owners.sql'`,
    `insert into tenants (name, name_key, subdomain, schema) values ('A', 'a', 'a', 'a')`,
    `insert into people (tenant_id, email, full_name, role, is_active)
     select t.id, lower(name_) || '@a.test', name_, role_, active_ from tenants t, (values ('Gone', 'tenant_admin', false),
       ('Pam', 'project_manager', true), ('Ann', 'tenant_admin', true), ('Abe', 'tenant_admin', true)) as p (name_, role_, active_)
     where t.subdomain = 'a'`,
  )
  assert.deepEqual(await migrate(url), ['029_owners.sql'])
  assert.deepEqual(await asked(url, 'select full_name from people where is_owner'), [{ full_name: 'Ann' }])
  for (const login of loginsOf(older)) await asked(url, `drop owned by ${login}`, `drop role ${login}`).catch(() => undefined)
})
