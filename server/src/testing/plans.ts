// Runs after the tests: executes every statement that they recorded in a database of 1,000 tenants, and fails if PostgreSQL
// can choose a bad plan for one. The arguments are the folder of the recordings and a file for the outcomes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../kit/db/migrate.ts'
import { type RecordedStatement, record } from '../kit/db/testing-recorder.ts'
import { onPurpose } from '../kit/db/testing-statements.ts'
import { startPostgres } from './postgres.ts'
import { addTenants } from './world-tenants.ts'

const maxRatio = 3

/**
 * Differences up to `floor` pages are ignored: somebody's 600 tasks may be on a page each, as their words for the search are in them.
 * Statistics are missing only for minutes after a table has grown.
 */
const modes = [
  { name: 'without statistics', plan_cache_mode: 'force_generic_plan', floor: 1000 },
  { name: 'generic plan', plan_cache_mode: 'force_generic_plan', floor: 700 },
  { name: 'plan for these values', plan_cache_mode: 'force_custom_plan', floor: 700 },
] as const
type Mode = (typeof modes)[number]

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}
type Measured = { pages: number | null; scans: string[]; shape: string; error?: string }

const [folder = '', resultsFile = ''] = process.argv.slice(2)
const recorded = new Map<string, RecordedStatement>()
for (const file of readdirSync(folder))
  for (const statement of JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RecordedStatement[])
    record(recorded, statement)

const name = 'atrium_plans'
const begin = Date.now()
const postgres = await startPostgres({
  name: 'plans',
  sources: ['server/migrations', 'server/src/kit/db', 'server/src/testing/world-tenants.ts', 'package-lock.json'],
  async prepare(urlOf) {
    await connected(urlOf('postgres'), (client) => client.query(`create database ${name}`))
    await migrate(urlOf(name))
    await connected(urlOf(name), fill)
  },
})
process.exitCode = (await connected(postgres.urlOf(name), judge)) ? 0 : 1
await postgres.stop()

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function judge(client: pg.Client) {
  const tables = await tenantTables(client)
  const empty = tables.filter(({ isEmpty }) => isEmpty).map((table) => table.name)
  const statements = [...recorded.values()]
  const judged = statements.filter(({ text }) => !text.includes(onPurpose))
  const measured = new Map<RecordedStatement, Map<Mode, Measured>>(judged.map((statement) => [statement, new Map()]))
  const names = new Set(tables.map((table) => table.name))
  for (const mode of modes) {
    if (mode.name === 'generic plan') await client.query('set default_statistics_target = 1000; analyze')
    for (const [statement, results] of measured) results.set(mode, await execute(client, statement, { mode, names }))
  }
  return report({ statements, judged, measured, empty })
}

/**
 * Adds one large tenant and 999 small ones. Drops the foreign keys, so that the inserts of the tests succeed here. Without autovacuum,
 * because an index-only scan reads fewer pages once its table has been vacuumed, and the modes are compared with each other.
 */
async function fill(client: pg.Client) {
  for (const { name } of await tenantTables(client)) await client.query(`alter table ${name} set (autovacuum_enabled = false)`)
  const { rows } = await client.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { drop } of rows) await client.query(drop)
  await addTenants(client, { from: 1, to: 1, people: 300, projects: 30, tasks: 6000 })
  await addTenants(client, { from: 2, to: 1000, people: 10, projects: 2, tasks: 30 })
}

async function tenantTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const tables: { name: string; isEmpty: boolean }[] = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`)
    tables.push({ name, isEmpty: rowCount === 0 })
  }
  return tables
}

/** Executes a statement as its tenant and role, and rolls it back. */
async function execute(
  client: pg.Client,
  { text, values, group, tenant_id }: RecordedStatement,
  { mode, names }: { mode: Mode; names: Set<string> },
): Promise<Measured> {
  const list = values.length ? `(${values.map((value) => literal(client, value)).join(', ')})` : ''
  const explain = async (options: string) => {
    await client.query(`begin; set local app.tenant_id = '${tenant_id}'; set local jit = off; set local statement_timeout = '60s';
      set local plan_cache_mode = ${mode.plan_cache_mode}; set local role ${group}`)
    try {
      await client.query(`prepare judged as ${text}`)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (${options}, format json) execute judged ${list}`,
      )
      return rows[0]?.['QUERY PLAN'][0].Plan
    } finally {
      await client.query('rollback; deallocate all')
    }
  }
  const measured = (plan: Node | undefined, error?: string): Measured => ({
    pages: plan && error === undefined ? (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) : null,
    scans: plan ? scansIn(plan, names) : [],
    shape: plan ? shapeOf(plan) : '',
    ...(error !== undefined && { error }),
  })
  try {
    return measured(await explain('analyze, buffers, timing off'))
  } catch (error) {
    // A recorded insert may collide with existing rows. Its plan is still compared.
    const message = error instanceof Error ? error.message : String(error)
    return measured(await explain('costs off').catch(() => undefined), message)
  }
}

/** Finds the nodes that scan a whole table or index that all tenants share. */
function scansIn(node: Node, names: Set<string>): string[] {
  const table = node['Relation Name'] ?? ''
  const isWhole =
    node['Node Type'] === 'Seq Scan' || (/^(Bitmap )?Index/.test(node['Node Type']) && node['Index Cond'] === undefined)
  const isShared = names.has(table) || node['Node Type'] === 'Bitmap Index Scan'
  const scan = `${node['Node Type']} of ${table || node['Index Name']}`
  return [...(isWhole && isShared ? [scan] : []), ...(node.Plans ?? []).flatMap((plan) => scansIn(plan, names))]
}

/** Formats a plan like `explain`, with pages in place of costs. */
function shapeOf(node: Node, indent = '    '): string {
  const scanned = node['Index Name'] ?? node['Relation Name'] ?? ''
  const pages = (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
  const line = `${indent}${node['Node Type']} ${scanned} ${node['Index Cond'] ?? ''} (${pages} pages, ${node['Actual Rows'] ?? '?'} rows)`
  return [line, ...(node.Plans ?? []).map((plan) => shapeOf(plan, `${indent}  `))].join('\n')
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return client.escapeLiteral(`{${value.map((item) => (item === null ? 'null' : JSON.stringify(String(item)))).join(',')}}`)
  return client.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

type Results = {
  statements: RecordedStatement[]
  judged: RecordedStatement[]
  measured: Map<RecordedStatement, Map<Mode, Measured>>
  empty: string[]
}

function report({ statements, judged, measured, empty }: Results) {
  const failures = empty.map((table) => `The table ${table} has no rows here: add some in server/src/testing/world-tenants.ts.`)
  let unexecuted = 0
  for (const [statement, results] of measured) {
    const measurements = [...results].map(([mode, result]) => ({ mode, ...result }))
    const reasons = [
      ...new Set(measurements.flatMap(({ mode, scans }) => scans.map((scan) => `${scan}, ${mode.name}`))),
      ...measurements
        .filter(({ error }) => error?.includes('statement timeout'))
        .map(({ mode }) => `more than 60 s, ${mode.name}`),
    ]
    const pages = measurements.flatMap((result) => (result.pages === null ? [] : result.pages))
    if (pages.length < measurements.length) unexecuted++
    const least = Math.min(...pages)
    if (measurements.some((result) => (result.pages ?? 0) > Math.max(result.mode.floor, maxRatio * least)))
      reasons.push(`pages read: ${measurements.map((result) => `${result.pages} ${result.mode.name}`).join(', ')}`)
    const worst = measurements.reduce((a, b) => ((b.pages ?? 0) > (a.pages ?? 0) ? b : a))
    if (reasons.length)
      failures.push(
        `${reasons.join('\n  ')}\n${worst.shape}\n  ${statement.text.trim().replace(/\s+/g, ' ')}\n  ${JSON.stringify(statement.values).slice(0, 300)}, tenant ${statement.tenant_id}`,
      )
  }
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`\n— plans of ${judged.length} statements among 1,000 tenants, ${((Date.now() - begin) / 1000).toFixed(1)} s —`)
  if (unexecuted) print(`${unexecuted} were planned only, as what they add or change collides with what is there.`)
  for (const { text } of statements.filter((statement) => !judged.includes(statement)))
    print(`exempt, as it looks across tenants on purpose: ${text.trim().replace(/\s+/g, ' ').slice(0, 140)}`)
  for (const failure of failures) print(`FAILED ${failure}`)
  if (!judged.length) print('FAILED There is no statement.')
  const failed = failures.map((name) => ({ name, ms: 0, status: 'failed' }))
  const passed = judged.slice(failures.length).map(({ text }) => ({ name: text, ms: 0, status: 'passed' }))
  if (resultsFile) writeFileSync(resultsFile, JSON.stringify([...failed, ...passed]))
  return failures.length === 0 && judged.length > 0
}
