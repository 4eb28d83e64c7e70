// @long: Databases that operators bring along.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { ask } from './backup/testing.ts'
import { catalogueRules } from './kit/db/catalogue.ts'
import { loginsOf, migrate, urlAs } from './kit/db/migrate.ts'
import { testServer } from './kit/db/testing.ts'
import { commandsOn } from './testing/commands.ts'

const server = testServer('postgres')
const secret = 'a secret of the databases, long enough'
const name = `test_${randomBytes(6).toString('hex')}`

test('a database that is not in Unicode is refused in one line', async () => {
  const ascii = `${name}_ascii`
  await ask(server, `create database ${ascii} encoding 'SQL_ASCII' locale 'C' template template0`)
  after(() => ask(server, `drop database ${ascii}`))
  const { run } = commandsOn({ owner_url: testServer(ascii), secret })
  const line = `DATABASE_URL names a database in SQL_ASCII: create one by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\n`
  assert.deepEqual(await run('create-super-admin', ['--email', 'sam@atrium.test'], { input: 'Password-1!\n' }), {
    code: 1,
    out: '',
    err: line,
  })
})

test('the account of the database may be called like the product', async () => {
  const owner = `atrium_${name}`
  await ask(server, `create role ${owner} superuser login password 'owner'`)
  await ask(server, `create database ${name} owner ${owner}`)
  after(async () => {
    await ask(server, `drop database ${name} with (force)`)
    for (const login of loginsOf(name)) await ask(server, `drop role if exists ${login}`)
    await ask(server, `drop role ${owner}`)
  })
  const url = new URL(testServer(name))
  url.username = owner
  url.password = 'owner'
  await migrate(url.href, { key: secret })
  const asServer = urlAs(url.href, 'atrium_workspace', secret)
  for (const { rule, sql } of catalogueRules) assert.deepEqual(await ask(asServer, sql), [], rule)
})
