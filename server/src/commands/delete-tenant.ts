// npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]: deletes a workspace with everything in it.
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { type Connect, openBus } from '../kit/bus/bus.ts'
import { isRetryable } from '../kit/db/db.ts'
import { carrierOf, type Notice } from '../kit/realtime/channels.ts'
import { countRows, enterTenant, parentsFirst, readTables, type Table, type TenantRow } from '../tenants/tables.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]'
const pauseMilliseconds = 200
const jobs = 'queued jobs'
const ofTenant = `from pgboss.job where data->>'tenant_id' = $1::text`

await runCommand(usage, { subdomain: { type: 'string' }, confirm: { type: 'string' } }, async (values, config) => {
  const subdomain = values.subdomain?.trim().toLowerCase()
  if (!subdomain) throw new ConfigError(`Usage: ${usage}`)
  await asOwner(config, async (client, owner_url) => {
    const { tenant, counts } = await survey(client, subdomain)
    const countOf = (table: string) => counts.find(({ name }) => name === table)?.rows ?? 0
    say(`${tenant.name} (${subdomain}). People: ${countOf('people')}. Projects: ${countOf('projects')}. All of its rows:\n`)
    say(tableOf(counts))
    say(`\nNone of it comes back. Its data can be kept by: npm run export-tenant -- --subdomain ${subdomain}`)
    if ((values.confirm ?? (await ask(`Type ${subdomain} to delete it: `))) !== subdomain)
      throw new ConfigError('Not confirmed: nothing has been deleted.')

    const deleted = await deleteTenant(client, tenant, () => closeSockets(carrierOf(config, owner_url), tenant.id))
    say(`\nDeleted ${tenant.name} (${subdomain}):\n`)
    say(tableOf(deleted))
    say('\nOnly an export made before holds it now.')
  })
})

type Count = { name: string; rows: number }

function tableOf(counts: Count[]) {
  const filled = counts.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ name }) => name.length))
  return filled.map(({ name, rows }) => `  ${name.padEnd(width)}  ${String(rows).padStart(9)}`).join('\n')
}

/** Returns an empty answer if the input ends. */
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
 * Deletes everything or nothing. The workspace is blocked first, because requests that wait for the deleted rows would delay
 * those of other workspaces. If the process is killed, the workspace stays complete and blocked.
 */
async function deleteTenant(client: pg.Client, tenant: TenantRow, onBlocked: () => Promise<void>) {
  const was_blocked = await setBlocked(client, tenant.id, true)
  try {
    await onBlocked()
    // The plans of foreign-key checks depend on the statistics, which must not say that a table is empty.
    for (const { name } of await readTables(client)) await client.query(`analyze ${name}`)
    return await retried(client, () => deleteRows(client, tenant))
  } catch (error) {
    await setBlocked(client, tenant.id, was_blocked)
    throw error instanceof pg.DatabaseError ? new ConfigError(`Nothing has been deleted: ${error.message}.`) : error
  }
}

/** Returns whether it was blocked before. */
async function setBlocked(client: pg.Client, id: number, is_blocked: boolean) {
  await client.query('begin')
  const { rows } = await client.query<{ is_blocked: boolean }>('select is_blocked from tenants where id = $1 for update', [id])
  await client.query('update tenants set is_blocked = $2 where id = $1', [id, is_blocked])
  await client.query('commit')
  return rows[0]?.is_blocked ?? false
}

/** Closes the workspace's sockets: the revalidation finds it blocked. */
async function closeSockets(carrier: Connect, tenant_id: number) {
  const bus = await openBus<Notice>(carrier, (error) => say(String(error)))
  bus.publish({ tenant_id, revalidate: 'everybody' })
  await bus.close()
}

/** Retries on conflicts with requests in flight, which end within moments. */
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

async function deleteRows(client: pg.Client, { id, subdomain }: TenantRow) {
  await client.query('begin')
  const tenant = await enterTenant(client, subdomain)
  if (tenant?.id !== id) throw new ConfigError(`There is no workspace ${subdomain} any more.`)
  const deleted: Count[] = []
  for (const step of parentsFirst(await readTables(client)).toReversed()) deleted.unshift(...(await deleteStep(client, step, id)))
  // Jobs come last: by now every transaction that wrote rows and jobs has committed.
  const { rowCount } = await client.query(`delete ${ofTenant}`, [id])
  await client.query('commit')
  return [...deleted, { name: jobs, rows: rowCount ?? 0 }]
}

/** Uses one statement, because foreign keys are checked at its end: tables may refer to each other in a cycle. */
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
