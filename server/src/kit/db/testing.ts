// For tests: gives each test file a migrated database.
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { connect } from './db.ts'
import { logInsBy, loginsOf, makeLogins } from './migrate.ts'
import { clusterUrl, createOnCluster, dropOnCluster } from './testing-cluster.ts'
import { recordStatements } from './testing-recorder.ts'
import { fingerprint, putBack, readRows } from './testing-rows.ts'
import { watchStatements } from './testing-statements.ts'

export const template = 'atrium_template'
export const secret = 'a secret of the tests, long enough'

if (process.env.TEST_STATEMENTS) recordStatements(process.env.TEST_STATEMENTS)

/** The URL of a database on the server that the test run has started. Databases may be created and dropped there. */
export function testServer(database: string) {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test -- FILE`.')
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${database}`
  return databaseUrl.href
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function runWhileLocked<T>(url: string, lockStatement: string, actions: (() => Promise<T>)[]) {
  const pending: Promise<T>[] = []
  let done = 0
  const released = await asOwner(url, async (client) => {
    await client.query('begin')
    await client.query(lockStatement)
    for (const start of actions) {
      pending.push(start().finally(() => done++))
      while ((await waitingIn(client)) !== pending.length - done);
    }
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    await client.query('commit')
    return rows[0]?.now
  })
  return { answers: await Promise.all(pending), released }
}

async function waitingIn(client: pg.Client) {
  // Within a transaction, the list of connections is cached at first access.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
  )
  return rows[0]?.n
}

/** A database with its connections, which the files of a process use one after another. */
type Place = Awaited<ReturnType<typeof createPlace>>
let idle: Place | undefined

async function createPlace() {
  const name = `test_${randomBytes(6).toString('hex')}`
  const owner_url = testServer(name)
  if (clusterUrl) await createOnCluster(clusterUrl, { name, secret })
  else
    await asOwner(testServer('postgres'), async (client) => {
      await client.query(`create database ${name} template ${template}`)
      await makeLogins(client, name, secret)
    })
  const logIns = logInsBy(owner_url, secret)
  const { urlOf } = logIns
  const pools = {
    workspace: connect(urlOf('atrium_workspace'), { max: 20, name: 'test' }),
    platform: connect(urlOf('atrium_platform'), { max: 10, name: 'test' }),
  }
  // Hundreds of simultaneous calls wait for a connection as long as it takes, so that a busy machine sheds none.
  for (const pool of Object.values(pools)) pool.options.connectionTimeoutMillis = 0
  const owner = new pg.Pool({ connectionString: owner_url, max: 5 })
  owner.on('error', () => undefined)
  // Connections without work don't keep the process alive.
  for (const pool of [owner, ...Object.values(pools)]) pool.options.allowExitOnIdle = true
  const pristine = clusterUrl ? undefined : { rows: await readRows(owner), schema: await fingerprint(owner) }
  return { name, owner_url, logIns, urlOf, pools, owner, pristine }
}

/** The database of the process with its first rows, or a new one while another world uses that. */
async function takePlace() {
  const place = idle
  idle = undefined
  if (!place?.pristine) return createPlace()
  await putBack(place.owner, place.pristine.rows)
  return place
}

/** Keeps the database for the next file, unless this one has changed its schema or left a transaction open. */
async function leavePlace(place: Place) {
  const { name, owner, pools, pristine } = place
  const isUnused = Object.values(pools).every((pool) => !pool.ended && pool.idleCount === pool.totalCount)
  if (isUnused && !idle && pristine && (await fingerprint(owner)) === pristine.schema) {
    idle = place
    return
  }
  await Promise.all([owner, ...Object.values(pools)].map((pool) => pool.ended || pool.end()))
  if (clusterUrl) await dropOnCluster(clusterUrl, name)
  else
    await asOwner(testServer('postgres'), async (client) => {
      await client.query(`drop database ${name} with (force)`)
      for (const login of loginsOf(name)) await client.query(`drop role ${login}`)
    })
}

/** A migrated database without rows for this test file. `asOwner` and `owner` bypass row security, for setup and for inspection. */
export async function testDatabase() {
  const place = await takePlace()
  const { owner_url, logIns, urlOf, pools, owner } = place
  const mustHaveNamedTheTenant = watchStatements()
  const closing: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
    try {
      await mustHaveNamedTheTenant(owner)
    } finally {
      await leavePlace(place)
    }
  })
  return {
    owner_url,
    logIns,
    urlOf,
    pools,
    secret,
    owner,
    /** Gives the work a connection of its own, whose settings and locks end with it. */
    asOwner: <T>(work: (client: pg.Client) => Promise<T>) => asOwner(owner_url, work),
    /** Executes `hold`, which locks something. Each act starts once the acts before it wait for a lock or have ended. Then commits, and returns when. */
    runWhileLocked: <T>(lockStatement: string, ...actions: (() => Promise<T>)[]) =>
      runWhileLocked(owner_url, lockStatement, actions),
    /** Closes something before the database is left. */
    closeFirst: (close: () => Promise<unknown>) => closing.push(close),
  }
}
