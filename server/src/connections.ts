import pg from 'pg'
import { type Config, ConfigError } from './config.ts'

/** Fits PostgreSQL's default of 100 connections, and leaves some for commands. */
const totalConnections = 80
const jobs = 2
const bus = 1

/** The maximum connections of each kind that one of `workers` processes opens. */
export function connectionsOf(workers: number) {
  const rest = Math.floor(totalConnections / workers) - jobs - bus
  const platform = between(2, Math.floor(rest / 5), 6)
  return { workspace: between(4, rest - platform, 24), platform, jobs, bus }
}

const between = (least: number, wanted: number, most: number) => Math.min(most, Math.max(least, wanted))

export const connectionsOfAll = (workers: number) =>
  workers * Object.values(connectionsOf(workers)).reduce((sum, connections) => sum + connections)

/** Throws a `ConfigError` if the database's `max_connections` is too low for all processes. */
export async function mustTakeAll(owner_url: string, { workers }: Pick<Config, 'workers'>) {
  const wanted = connectionsOfAll(workers)
  if (wanted <= totalConnections) return
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    const { rows } = await client.query<{ free: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as free`,
    )
    const free = rows[0]?.free ?? 0
    if (wanted > free)
      throw new ConfigError(
        `WORKERS ${workers} opens up to ${wanted} connections, and the database takes ${free}: raise its max_connections`,
      )
  } finally {
    await client.end()
  }
}
