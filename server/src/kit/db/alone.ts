import pg from 'pg'
import { Refusal, tooMany } from '../errors.ts'
import { Semaphore } from '../semaphore.ts'
import { patience, tenantSetting } from './db.ts'

/** A process writes four exports at a time, and one of a workspace: each holds a connection for as long as its reader takes. */
const exporting = new Semaphore<number>({
  permits: () => 4,
  permitsPerKey: () => 1,
  maxWaiting: () => 8,
  maxWaitingInAll: () => 32,
  timeout: () => 3000,
})

/**
 * Opens a connection for one long read, which would keep one of a pool's from requests, and begins a transaction of one moment that
 * sees the rows of this tenant only. A reader that takes nothing for a minute loses it. Rejects with 429 if other exports take long.
 */
export async function connectAlone({ options }: pg.Pool, tenant_id: number) {
  const release = await exporting.acquire(tenant_id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw tooMany(30, 'An export is running already. Please try again when it has ended.')
  })
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'atrium export',
    ...patience,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c timezone=UTC -c jit=off',
  })
  client.once('end', release)
  // One that breaks in use rejects its query and emits the error as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    // A distributed database forwards what is set for a transaction, and no option of the connection.
    await client.query(tenantSetting(tenant_id))
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}
