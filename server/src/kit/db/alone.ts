import pg from 'pg'
import { patience } from './db.ts'

/**
 * Opens a connection for one long read, which would keep one of a pool's from requests. It sees the rows of this tenant only. A reader
 * that takes nothing for a minute loses it.
 */
export async function connectAlone({ options }: pg.Pool, tenant_id: number) {
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'atrium export',
    ...patience,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    options: `-c timezone=UTC -c jit=off -c app.tenant_id=${tenant_id}`,
  })
  // One that breaks in use rejects its query and emits the error as well.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
