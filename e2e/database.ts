// One database server for all stories. Each Atrium uses a copy of a template that contains the demonstration.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { createDemo } from '../server/src/demo/demo.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { loginsOf, migrate, urlAs } from '../server/src/kit/db/migrate.ts'
import { putBack, readRows } from '../server/src/kit/db/testing-rows.ts'
import { startEmbedded } from '../server/src/kit/embedded-postgres/start.ts'
import { startPostgres } from '../server/src/testing/postgres.ts'

const template = 'atrium_demo'
const secret = 'a secret of the stories, long enough'

export type Database = {
  /** The settings that make a server use this database. */
  environment: NodeJS.ProcessEnv
  /** Runs a statement as the database's owner. */
  run: (text: string) => Promise<void>
  /** Puts its first rows back. */
  renew?: () => Promise<void>
  drop: () => Promise<void>
}

/** Runs before the stories. The returned function runs after them. */
export default async function startDatabaseServer() {
  const postgres = await startPostgres({
    name: 'demo',
    sources: ['server/migrations', 'server/src', 'contract/src', 'package-lock.json'],
    // The demonstration's dates follow its first day.
    key: new Date().toISOString().slice(0, 10),
    async prepare(urlOf) {
      await runSql(urlOf('postgres'), `create database ${template}`)
      await createTemplate(urlOf(template))
    },
  })
  process.env.STORIES_DATABASE_URL = postgres.urlOf('postgres')
  return () => postgres.stop()
}

async function createTemplate(owner_url: string) {
  await migrate(owner_url, { key: secret })
  const pools = {
    workspace: connect(urlAs(owner_url, 'atrium_workspace', secret), { max: 1, name: 'stories' }),
    platform: connect(urlAs(owner_url, 'atrium_platform', secret), { max: 1, name: 'stories' }),
  }
  await createDemo(pools)
  // On a Monday morning, its server would mail summaries during any story.
  await runSql(owner_url, `update tenants set summarised_on = '2999-12-31'`)
  await Promise.all([pools.workspace.end(), pools.platform.end()])
}

export async function copyOfTemplate() {
  const name = `story_${randomBytes(6).toString('hex')}`
  await runSql(urlOf('postgres'), `create database ${name} template ${template}`)
  const owner = new pg.Pool({ connectionString: urlOf(name), max: 1 })
  // Background jobs stay: the server looks after them.
  const all = await readRows(owner)
  const rows = { tables: all.tables.filter(({ name }) => !name.startsWith('pgboss.')), sequences: [] }
  return {
    environment: { DATABASE_URL: urlOf(name), SESSION_SECRET: secret },
    async run(text: string) {
      await owner.query(text)
    },
    /**
     * Puts the demonstration back, as another tenant: what the server remembers of the last one, such as who was online, does not concern it.
     * The lock waits for requests that have begun.
     */
    async renew() {
      const { rows: next } = await owner.query<{ id: number }>(`select nextval('tenants_id_seq')::int as id`)
      await putBack(owner, rows, { lock: 'tenants', tenant: { from: 1, to: Number(next[0]?.id) } })
    },
    async drop() {
      await owner.end()
      await runSql(urlOf('postgres'), `drop database ${name} with (force)`)
      for (const login of loginsOf(name)) await runSql(urlOf('postgres'), `drop role ${login}`)
    },
  }
}

/** The database that the server itself embeds below `DATA_DIR`, with durable commits. */
export const embeddedDatabase = (data_dir: string): Database => ({
  environment: {},
  async run(text) {
    const database = await startEmbedded({ dir: path.join(data_dir, 'postgres') })
    await runSql(database.url('postgres'), text)
    await database.stop()
  },
  drop: async () => undefined,
})

function urlOf(database: string) {
  const url = new URL(process.env.STORIES_DATABASE_URL ?? '')
  url.pathname = `/${database}`
  return url.href
}

async function runSql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
