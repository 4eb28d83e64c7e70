// For tests of backups: empty databases to restore into, and what a database holds.
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { loginsOf } from '../kit/db/migrate.ts'
import { testServer } from '../kit/db/testing.ts'

export async function ask(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Creates a database without tables on the test run's server, and drops it after the tests. */
export async function emptyDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`
  await ask(testServer('postgres'), `create database ${name}`)
  after(async () => {
    await ask(testServer('postgres'), `drop database ${name} with (force)`)
    for (const login of loginsOf(name)) await ask(testServer('postgres'), `drop role if exists ${login}`)
  })
  return testServer(name)
}

const doors = ['sessions', 'password_links', 'signup_codes', 'limits', 'outbox', 'migrations', 'log_in_key']

/** The rows of each table as text, without what is left out of backups. */
export async function rowsIn(url: string) {
  const tables = await ask(url, `select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.filter(({ name }) => !doors.includes(name)))
    rows[name] = (await ask(url, `select (to_jsonb(t) - 'device_key')::text as row from "${name}" t order by 1`)).map(
      ({ row }) => row,
    )
  return rows
}
