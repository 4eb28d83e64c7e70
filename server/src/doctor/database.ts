// Checks of the database: its log-ins, its rules, its workspaces, its clock and its queue.
import pg from 'pg'
import type { Config } from '../config.ts'
import { catalogueRules } from '../kit/db/catalogue.ts'
import { patience, tenantSetting } from '../kit/db/db.ts'
import { type Group, migrations } from '../kit/db/migrate.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import { appPurpose } from '../people/second-step.ts'
import { broken, invariants } from '../tenants/invariants.ts'
import type { Check } from './checks.ts'

const oldestVersion = 15
const clockSeconds = 5
const stuckMinutes = { mail: 15, others: 60 }

type UrlOf = (group: Group) => string

export const databaseChecks = (urlOf: UrlOf, config: Config): Check[] => [
  {
    name: 'Database',
    remedy:
      'Start PostgreSQL and check DATABASE_URL. If a log-in is refused, restart the server, which sets the passwords of its log-ins.',
    look: () => logIns(urlOf),
  },
  {
    name: 'Database rules',
    remedy: 'Somebody changed the schema by hand: undo that. Until then, workspaces may see rows of others.',
    look: () => inside(urlOf('atrium_workspace'), rules),
  },
  {
    name: 'Workspaces',
    remedy: 'Export the workspace that is named, and report what you see. Nothing of it is lost.',
    look: (signal) => workspaces(urlOf, signal),
  },
  {
    name: 'Authenticator apps',
    remedy:
      'Set SESSION_SECRET_OLD to the SESSION_SECRET of before, and restart the server. A super admin’s can be reset: `npm run create-super-admin`.',
    look: (signal) => authenticatorApps(urlOf, config, signal),
  },
  {
    name: 'Clock',
    remedy: 'Let a time service such as chrony or systemd-timesyncd set the clocks of this machine and of the database.',
    look: () => inside(urlOf('atrium_workspace'), clock),
  },
  {
    name: 'Mails and jobs',
    remedy: 'Check SMTP_URL and the server’s log, which names the reason at every attempt. What waits is sent once that works.',
    look: () => inside(urlOf('atrium_jobs'), queue),
  },
]

/** Works on a connection of its own, so that a server whose pools are exhausted is examined as well. */
async function inside<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'atrium doctor',
    ...patience,
    statement_timeout: 20_000,
    options: '-c timezone=UTC',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function logIns(urlOf: UrlOf) {
  for (const group of ['atrium_platform', 'atrium_jobs'] as const) await inside(urlOf(group), (client) => client.query('select'))
  return inside(urlOf('atrium_workspace'), async (client) => {
    const { rows } = await client.query<{ version: number; applied: string[] }>(
      `select current_setting('server_version_num')::int / 10000 as version, array(select name from migrations order by name) as applied`,
    )
    const { version = 0, applied = [] } = rows[0] ?? {}
    if (version < oldestVersion) throw new Error(`PostgreSQL ${version} is older than ${oldestVersion}.`)
    const files = migrations()
    const odd = [...files.filter((name) => !applied.includes(name)), ...applied.filter((name) => !files.includes(name))]
    if (odd.length) throw new Error(`The database is not of this version. They differ in ${odd.join(', ')}.`)
    return `PostgreSQL ${version}, ${applied.length} migrations.`
  })
}

async function rules(client: pg.Client) {
  const problems: string[] = []
  for (const { rule, sql } of catalogueRules) {
    const { rows } = await client.query<{ name: string }>(sql)
    if (rows.length) problems.push(`Not so that ${rule}: ${rows.map(({ name }) => name).join(', ')}.`)
  }
  if (problems.length) throw new Error(problems.join(' '))
  return `${catalogueRules.length} rules hold.`
}

type Entered = { id: number; subdomain: string; client: pg.Client }

/** Enters one workspace after another, as row security shows no more than one at a time. Returns their number. */
async function enterAll(urlOf: UrlOf, signal: AbortSignal, work: (entered: Entered) => Promise<void>) {
  const tenants = await inside(urlOf('atrium_platform'), async (client) => {
    const { rows } = await client.query<{ id: string; subdomain: string }>(
      'select id, subdomain from tenants where id > 0 and deleted_at is null order by id',
    )
    return rows
  })
  await inside(urlOf('atrium_workspace'), async (client) => {
    for (const { id, subdomain } of tenants) {
      signal.throwIfAborted()
      await client.query(`begin read only; ${tenantSetting(Number(id))}`)
      await work({ id: Number(id), subdomain, client })
      await client.query('commit')
    }
  })
  return tenants.length
}

async function workspaces(urlOf: UrlOf, signal: AbortSignal) {
  const problems: string[] = []
  const count = await enterAll(urlOf, signal, async ({ id, subdomain, client }) => {
    for (const invariant of invariants) {
      const row = await broken((text, values) => client.query(text, values), invariant, id)
      if (row) problems.push(`${subdomain}: ${invariant.problem}${row.id === null ? '' : ` (${invariant.table} ${row.id})`}.`)
    }
  })
  if (problems.length) throw new Error(problems.slice(0, 10).join(' '))
  return count === 1 ? '1 workspace is whole.' : `${count} workspaces are whole.`
}

/** Decrypts the keys of all apps: those of another secret let nobody log in. */
async function authenticatorApps(urlOf: UrlOf, { session_secret, session_secret_old }: Config, signal: AbortSignal) {
  const tokens = tokensFor(session_secret, session_secret_old)
  let [read, unread] = [0, 0]
  const decrypt = async ({ id, client }: Pick<Entered, 'id' | 'client'>) => {
    const { rows } = await client.query<{ secret: string }>(
      'select secret from authenticators where tenant_id = $1 and secret is not null',
      [id],
    )
    const readable = rows.filter(({ secret }) => tokens.unseal(appPurpose, secret)).length
    read += readable
    unread += rows.length - readable
  }
  await inside(urlOf('atrium_platform'), async (client) => {
    await client.query(`begin read only; ${tenantSetting(0)}`)
    await decrypt({ id: 0, client })
  })
  await enterAll(urlOf, signal, decrypt)
  if (unread)
    throw new Error(`SESSION_SECRET does not decrypt ${unread} of ${read + unread} keys: nobody logs in with those apps.`)
  return `${read === 1 ? 'The key of 1 app' : `The keys of ${read} apps`} can be read.`
}

async function clock(client: pg.Client) {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const after = Date.now()
  const there = rows[0]?.now.getTime() ?? 0
  const seconds = Math.max(before - there, there - after, 0) / 1000
  if (seconds > clockSeconds)
    throw new Error(`The clocks of this machine and of the database differ by ${Math.round(seconds)} s.`)
  return `At most ${Math.ceil(seconds)} s apart.`
}

async function queue(client: pg.Client) {
  const { rows } = await client.query<{ name: string; jobs: number; minutes: number }>(
    `select name, count(*)::int as jobs, (extract(epoch from max(now() - created_on)) / 60)::int as minutes from pgboss.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and start_after < now() + interval '1 hour'
       and created_on < now() - make_interval(mins => case when name = 'mail' then $1::int else $2::int end)
     group by name order by name`,
    [stuckMinutes.mail, stuckMinutes.others],
  )
  if (rows.length)
    throw new Error(
      rows.map(({ name, jobs, minutes }) => `${jobs} × ${name} waits, the longest for ${minutes} minutes.`).join(' '),
    )
  return 'Nothing waits for long.'
}
