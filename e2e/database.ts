// One database server for all the stories, each Atrium on a copy of a database in which the demonstration has been made.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createDemo } from '../server/src/demo.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { loginsOf, migrate, urlAs } from '../server/src/kit/db/migrate.ts'
import { discardEmbedded } from '../server/src/kit/embedded-postgres/home.ts'
import { startEmbedded } from '../server/src/kit/embedded-postgres/start.ts'

const template = 'atrium_demo'
const secret = 'a secret of the stories, long enough'

export type Database = {
  /** What a server is told to use it. */
  environment: NodeJS.ProcessEnv
  /** A statement past every right. */
  ask: (text: string) => Promise<void>
  drop: () => Promise<void>
}

/** Runs before the stories; what it answers runs after them. */
export default async function serveDatabases() {
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-stories-'))
  // For root the database runs under another account, which must get there.
  chmodSync(dir, 0o711)
  const home = path.join(dir, 'postgres')
  // Nothing in it outlives the run: what a crash would lose matters to the one story that has a database of its own.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const server = await startEmbedded({ dir: home, settings })
  process.env.STORIES_DATABASE_URL = server.url('postgres', 'postgres')
  await ask(serverOf('postgres'), `create database ${template}`)
  await fill(serverOf(template))
  return async () => {
    await server.stop()
    discardEmbedded(home)
    rmSync(dir, { recursive: true, force: true })
  }
}

async function fill(owner_url: string) {
  await migrate(owner_url, secret)
  const pools = {
    workspace: connect(urlAs(owner_url, 'atrium_workspace', secret), { max: 1, name: 'stories' }),
    platform: connect(urlAs(owner_url, 'atrium_platform', secret), { max: 1, name: 'stories' }),
  }
  await createDemo(pools)
  await Promise.all([pools.workspace.end(), pools.platform.end()])
}

/** A copy of the prepared one. */
export async function sharedDatabase(): Promise<Database> {
  const name = `story_${randomBytes(6).toString('hex')}`
  await ask(serverOf('postgres'), `create database ${name} template ${template}`)
  return {
    environment: { DATABASE_URL: serverOf(name), SESSION_SECRET: secret },
    ask: (text) => ask(serverOf(name), text),
    async drop() {
      await ask(serverOf('postgres'), `drop database ${name} with (force)`)
      for (const login of loginsOf(name)) await ask(serverOf('postgres'), `drop role ${login}`)
    },
  }
}

/** The one that a server starts for itself below its `DATA_DIR`, with everything a commit promises. */
export const embeddedDatabase = (data_dir: string): Database => ({
  environment: {},
  async ask(text) {
    const database = await startEmbedded({ dir: path.join(data_dir, 'postgres') })
    await ask(database.url('postgres'), text)
    await database.stop()
  },
  drop: async () => undefined,
})

function serverOf(database: string) {
  const url = new URL(process.env.STORIES_DATABASE_URL ?? '')
  url.pathname = `/${database}`
  return url.href
}

async function ask(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
