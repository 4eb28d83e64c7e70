// The row in `tenants` of a workspace that is imported.
import { subdomainProblem, trialDays, workspaceRules } from 'contract'
import type pg from 'pg'
import { FileProblem, type Header } from './import-file.ts'
import { keptOfTenant, nameProblem } from './import-rules.ts'
import { nameKeyOf } from './rules.ts'

type Source = { row: Record<string, unknown>; header: Header; subdomain: string | undefined }

/**
 * Begins as a workspace that has just signed up: on trial and paid for by nobody, whatever the file says. A block stays, because only the
 * platform's owner lifts it.
 */
export async function createTenant(client: pg.ClientBase, { row, header, subdomain: wanted }: Source) {
  const subdomain = wanted ?? header.tenant.subdomain
  mustAgree(row, header)
  if (subdomainProblem(subdomain))
    throw new FileProblem(2, `${subdomain} can't be a subdomain here: name another by --subdomain.`)
  if (await isTaken(client, 'subdomain', subdomain))
    throw new FileProblem(2, `the subdomain ${subdomain} is taken: name another by --subdomain.`)
  const name = await freeName(client, header.tenant.name, subdomain)
  const kept = keptOfTenant.filter((column) => column in row)
  await mustBeTimezone(client, row.timezone)
  const { rows } = await client
    .query<{ id: string }>(
      `insert into tenants (name, name_key, subdomain, schema, trial_ends_on${kept.map((column) => `, ${column}`).join('')})
     select $2, $3, $4, $5, (now() at time zone r.timezone)::date + $6::int${kept.map((column) => `, r.${column}`).join('')}
     from jsonb_populate_record(null::tenants, $1::jsonb) r returning id`,
      [row, name, nameKeyOf(name), subdomain, await freeSchema(client, subdomain), trialDays],
    )
    .catch((error) => {
      throw /^2[23]/.test(error.code) ? new FileProblem(2, `tenants has a wrong value: ${error.message}.`) : error
    })
  return { id: Number(rows[0]?.id), name, subdomain }
}

function mustAgree(row: Record<string, unknown>, { tenant }: Header) {
  const odd = (['id', 'name', 'subdomain', 'schema'] as const).find((column) => row[column] !== tenant[column])
  if (odd) throw new FileProblem(2, `the workspace has another ${odd} than the first line says.`)
  const problem = nameProblem(tenant.name)
  if (problem) throw new FileProblem(2, `the workspace's name is not allowed: ${problem}`)
}

async function isTaken(client: pg.ClientBase, column: 'subdomain' | 'name_key' | 'schema', value: string) {
  const { rowCount } = await client.query(`select from tenants where ${column} = $1`, [value])
  return Boolean(rowCount)
}

/** A time zone that the database does not know would break statements about all workspaces. */
async function mustBeTimezone(client: pg.ClientBase, timezone: unknown) {
  const { rowCount } = await client.query('select from pg_timezone_names where name = $1', [timezone])
  const isKnown = rowCount && typeof timezone === 'string' && workspaceRules.timezone.problems(timezone).length === 0
  if (!isKnown) throw new FileProblem(2, 'tenants.timezone is no time zone that is known here.')
}

/** Its own name or, beside a workspace that has it, the name with the subdomain. */
async function freeName(client: pg.ClientBase, name: string, subdomain: string) {
  if (!(await isTaken(client, 'name_key', nameKeyOf(name)))) return name
  const longer = `${name.slice(0, 180)} (${subdomain})`
  if (await isTaken(client, 'name_key', nameKeyOf(longer))) throw new FileProblem(2, `the names ${name} and ${longer} are taken.`)
  return longer
}

/** As at sign-up. A workspace that has got another subdomain since may have this key. */
async function freeSchema(client: pg.ClientBase, subdomain: string) {
  const schema = subdomain.replaceAll('-', '_')
  let free = schema
  for (let n = 2; await isTaken(client, 'schema', free); n++) free = `${schema}_${n}`
  return free
}
