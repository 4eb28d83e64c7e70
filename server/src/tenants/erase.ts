// Deletes a workspace: all of its rows, found by the catalogue, and its queued jobs.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { tenantSetting } from '../kit/db/db.ts'
import { isRetryable } from '../kit/db/retries.ts'
import type { Origin } from '../security-log/record.ts'
import { countRows, enterTenant, parentsFirst, readTables, type Table, type TenantRow } from './tables.ts'

const pauseMilliseconds = 200
const jobs = 'queued jobs'
const ofTenant = `from pgboss.job where data->>'tenant_id' = $1::text`

type Named = Pick<TenantRow, 'id' | 'name' | 'subdomain'>
/** The person who deletes it, for the platform's security log, and what happens once it is blocked. */
type Deleter = { by: string; origin?: Origin; onBlocked?: () => Promise<void> }
export type Count = { name: string; rows: number }

/** Counts what would be deleted. Null if there is no such workspace. */
export async function survey(client: pg.Client, subdomain: string) {
  await client.query('begin isolation level repeatable read read only')
  const tenant = await enterTenant(client, subdomain)
  if (!tenant) return null
  const counts = await countRows(client, parentsFirst(await readTables(client)).flat(), tenant.id)
  const { rows } = await client.query<{ n: string }>(`select count(*) as n ${ofTenant}`, [tenant.id])
  await client.query('commit')
  return { tenant, counts: [...counts, { name: jobs, rows: Number(rows[0]?.n) }] }
}

/**
 * Deletes everything or nothing, and returns what. Null if the workspace has gone meanwhile. It is blocked first, because requests that
 * wait for the deleted rows would delay those of other workspaces. If the process is killed, it stays complete and blocked.
 */
export async function eraseTenant(client: pg.Client, tenant: Named, deleter: Deleter) {
  const was_blocked = await setBlocked(client, tenant.id, true)
  try {
    await deleter.onBlocked?.()
    // The plans of foreign-key checks depend on the statistics, which must not say that a table is empty.
    for (const { name } of await readTables(client)) await client.query(`analyze ${name}`)
    return await retried(client, () => deleteRows(client, tenant, deleter))
  } catch (error) {
    await setBlocked(client, tenant.id, was_blocked)
    throw error
  }
}

/** Returns whether it was blocked before. */
async function setBlocked(client: pg.Client, id: number, is_blocked: boolean) {
  await client.query('begin')
  // `for update` would wait for everybody who has inserted a row, and others could insert before it for ever.
  const { rows } = await client.query<{ is_blocked: boolean }>('select is_blocked from tenants where id = $1 for no key update', [
    id,
  ])
  await client.query('update tenants set is_blocked = $2 where id = $1', [id, is_blocked])
  await client.query('commit')
  return rows[0]?.is_blocked ?? false
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

async function deleteRows(client: pg.Client, { id, name, subdomain }: Named, deleter: Deleter) {
  await client.query('begin')
  const tenant = await enterTenant(client, subdomain)
  if (tenant?.id !== id) {
    await client.query('rollback')
    return null
  }
  const deleted: Count[] = []
  for (const step of parentsFirst(await readTables(client)).toReversed()) deleted.unshift(...(await deleteStep(client, step, id)))
  // Jobs come last: by now every transaction that wrote rows and jobs has committed.
  const { rowCount } = await client.query(`delete ${ofTenant}`, [id])
  await recordDeletion(client, `${name} (${subdomain})`, deleter)
  await client.query('commit')
  return [...deleted, { name: jobs, rows: rowCount ?? 0 }]
}

/** The platform's security log keeps that there was a workspace. */
async function recordDeletion(client: pg.Client, workspace: string, { by, origin }: Deleter) {
  await client.query(tenantSetting(0))
  await client.query(
    `insert into security_events (tenant_id, kind, about, address, agent, request_id) values (0, 'workspace_deleted', $1, $2, $3, $4)`,
    [`${workspace}, by ${by}`, origin?.address ?? null, origin?.agent ?? null, origin?.request_id ?? null],
  )
}

/** Deletes all rows of a workspace, in the caller's transaction, but the one in `tenants`. */
export async function emptyTenant(client: pg.ClientBase, tenant_id: number) {
  const tables = (await readTables(client)).filter(({ tenant_column }) => tenant_column === 'tenant_id')
  for (const step of parentsFirst(tables).toReversed()) await deleteStep(client, step, tenant_id)
}

/** Deletes from tables that refer to each other in a cycle in one statement, because foreign keys are checked at its end. */
async function deleteStep(client: pg.ClientBase, step: Table[], tenant_id: number): Promise<Count[]> {
  const [only, ...others] = step
  if (only && !others.length) {
    const { rowCount } = await client.query(`delete from ${only.name} where ${only.tenant_column} = $1`, [tenant_id])
    return [{ name: only.name, rows: rowCount ?? 0 }]
  }
  const deletions = step.map(
    ({ name, tenant_column }, i) => `d${i} as (delete from ${name} where ${tenant_column} = $1 returning 1)`,
  )
  const counts = step.map((_, i) => `(select count(*) from d${i})`)
  const { rows } = await client.query<{ n: string[] }>(`with ${deletions.join(', ')} select array[${counts.join(', ')}] as n`, [
    tenant_id,
  ])
  return step.map(({ name }, i) => ({ name, rows: Number(rows[0]?.n[i]) }))
}
