// One database server for all stories. Each Atrium uses a copy of a template that contains the demonstration.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createDemo } from '../server/src/demo/demo.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { loginsOf, migrate, urlAs } from '../server/src/kit/db/migrate.ts'
import { discardEmbedded } from '../server/src/kit/embedded-postgres/home.ts'
import { startEmbedded } from '../server/src/kit/embedded-postgres/start.ts'

const template = 'atrium_demo'
const secret = 'a secret of the stories, long enough'

export type Database = {
  /** The settings that make a server use this database. */
  environment: NodeJS.ProcessEnv
  /** Runs a statement as the database's owner. */
  run: (text: string) => Promise<void>
  drop: () => Promise<void>
}

/** Runs before the stories. The returned function runs after them. */
export default async function startDatabaseServer() {
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-stories-'))
  // When root runs the tests, the database runs under another account, which needs access.
  chmodSync(dir, 0o711)
  const home = path.join(dir, 'postgres')
  // Durability only matters to the story about a crash, which has a database of its own.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbedded({ dir: home, settings })
  process.env.STORIES_DATABASE_URL = server.url('postgres', 'postgres')
  await runSql(urlOf('postgres'), `create database ${template}`)
  await createTemplate(urlOf(template))
  return async () => {
    await server.stop()
    discardEmbedded(home)
    rmSync(dir, { recursive: true, force: true })
  }
}

async function createTemplate(owner_url: string) {
  await migrate(owner_url, { key: secret })
  const pools = {
    workspace: connect(urlAs(owner_url, 'atrium_workspace', secret), { max: 1, name: 'stories' }),
    platform: connect(urlAs(owner_url, 'atrium_platform', secret), { max: 1, name: 'stories' }),
  }
  await createDemo(pools)
  await Promise.all([pools.workspace.end(), pools.platform.end()])
}

export async function copyOfTemplate(): Promise<Database> {
  const name = `story_${randomBytes(6).toString('hex')}`
  await runSql(urlOf('postgres'), `create database ${name} template ${template}`)
  return {
    environment: { DATABASE_URL: urlOf(name), SESSION_SECRET: secret },
    run: (text) => runSql(urlOf(name), text),
    async drop() {
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
