// npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]: deletes a workspace with everything in it.
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import type { Connect } from '../kit/bus/bus.ts'
import { isRetryable } from '../kit/db/db.ts'
import { carrierOf, openChannels } from '../kit/realtime/channels.ts'
import { countRows, enterTenant, parentsFirst, readTables, type Table } from '../tenants/tables.ts'
import { runCommand } from './run.ts'

const usage = 'npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]'
const pauseMilliseconds = 200
const jobs = 'queued jobs'
const ofTenant = `from pgboss.job where data->>'tenant_id' = $1::text`
const say = (line: string) => process.stdout.write(`${line}\n`)

await runCommand(usage, { subdomain: { type: 'string' }, confirm: { type: 'string' } }, async (values, config) => {
  const subdomain = values.subdomain?.trim().toLowerCase()
  if (!subdomain) throw new ConfigError(`Usage: ${usage}`)
  await asOwner(config, async (client, owner_url) => {
    const found = await survey(client, subdomain)
    const countOf = (table: string) => found.counts.find(({ name }) => name === table)?.rows ?? 0
    say(`${found.tenant.name} (${subdomain}). People: ${countOf('people')}. Projects: ${countOf('projects')}. All of its rows:\n`)
    say(tableOf(found.counts))
    say(`\nNone of it comes back. Its data can be kept by: npm run export-tenant -- --subdomain ${subdomain}`)
    if ((values.confirm ?? (await ask(`Type ${subdomain} to delete it: `))) !== subdomain)
      throw new ConfigError('Not confirmed: nothing has been deleted.')

    const deleted = await deleteTenant(client, found.tenant, () => closeSockets(carrierOf(config, owner_url), found.tenant.id))
    say(`\nDeleted ${found.tenant.name} (${subdomain}):\n`)
    say(tableOf(deleted))
    say('\nOnly an export made before holds it now.')
  })
})

type Count = { name: string; rows: number }
type Tenant = { id: number; name: string; subdomain: string }

function tableOf(counts: Count[]) {
  const filled = counts.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ name }) => name.length))
  return filled.map(({ name, rows }) => `  ${name.padEnd(width)}  ${String(rows).padStart(9)}`).join('\n')
}

/** An end of the input is an answer, too: none. */
async function ask(question: string) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((answer) => terminal.once('close', () => answer('')))
  const answer = await Promise.race([terminal.question(question), closed])
  terminal.close()
  return answer.trim()
}

async function survey(client: pg.Client, subdomain: string) {
  await client.query('begin isolation level repeatable read read only')
  const tenant = await enterTenant(client, subdomain)
  if (!tenant) throw new ConfigError(`There is no workspace ${subdomain}.`)
  const counts = await countRows(client, parentsFirst(await readTables(client)).flat(), tenant.id)
  const { rows } = await client.query<{ n: string }>(`select count(*) as n ${ofTenant}`, [tenant.id])
  await client.query('commit')
  return { tenant, counts: [...counts, { name: jobs, rows: Number(rows[0]?.n) }] }
}

/**
 * Everything or nothing, and by then nobody is let in: requests would wait for the rows that go, and keep those of other
 * workspaces waiting. Broken off, it leaves the workspace whole and blocked.
 */
async function deleteTenant(client: pg.Client, tenant: Tenant, onBlocked: () => Promise<void>) {
  const was_blocked = await setBlocked(client, tenant.id, true)
  try {
    await onBlocked()
    // The checks of foreign keys are planned by what the database believes about each table, and must not believe it empty.
    for (const { name } of await readTables(client)) await client.query(`analyze ${name}`)
    return await retried(client, () => deleteRows(client, tenant))
  } catch (error) {
    await setBlocked(client, tenant.id, was_blocked)
    throw error instanceof pg.DatabaseError ? new ConfigError(`Nothing has been deleted: ${error.message}.`) : error
  }
}

/** Answers whether it was blocked before. */
async function setBlocked(client: pg.Client, id: number, is_blocked: boolean) {
  await client.query('begin')
  const { rows } = await client.query<{ is_blocked: boolean }>('select is_blocked from tenants where id = $1 for update', [id])
  await client.query('update tenants set is_blocked = $2 where id = $1', [id, is_blocked])
  await client.query('commit')
  return rows[0]?.is_blocked ?? false
}

/** Those of a blocked workspace do not stand. */
async function closeSockets(carrier: Connect, tenant_id: number) {
  const { bus } = await openChannels(carrier, (error) => say(String(error)))
  bus.publish({ tenant_id, recheck: 'everybody' })
  await bus.close()
}

/** A request that was under way may stand in the way, and is over in a moment. */
async function retried<T>(client: pg.Client, work: () => Promise<T>) {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      await client.query('rollback')
      if (tries === 10 || !isRetryable(error)) throw error
      await sleep(pauseMilliseconds)
    }
}

async function deleteRows(client: pg.Client, { id, subdomain }: Tenant) {
  await client.query('begin')
  const tenant = await enterTenant(client, subdomain)
  if (tenant?.id !== id) throw new ConfigError(`There is no workspace ${subdomain} any more.`)
  const deleted: Count[] = []
  for (const step of parentsFirst(await readTables(client)).toReversed()) deleted.unshift(...(await deleteStep(client, step, id)))
  // Last: by now, whoever was writing rows and jobs has committed both.
  const { rowCount } = await client.query(`delete ${ofTenant}`, [id])
  await client.query('commit')
  return [...deleted, { name: jobs, rows: rowCount ?? 0 }]
}

/** In one statement, at whose end the foreign keys are judged: so that tables may refer to each other in a circle. */
async function deleteStep(client: pg.Client, step: Table[], tenant_id: number): Promise<Count[]> {
  const deletions = step.map(
    ({ name, tenant_column }, i) => `d${i} as (delete from ${name} where ${tenant_column} = $1 returning 1)`,
  )
  const counts = step.map((_, i) => `(select count(*) from d${i})`)
  const { rows } = await client.query<{ n: string[] }>(`with ${deletions.join(', ')} select array[${counts.join(', ')}] as n`, [
    tenant_id,
  ])
  return step.map(({ name }, i) => ({ name, rows: Number(rows[0]?.n[i]) }))
}
