// For tests on a Citus cluster: databases that each of its nodes has. Templates can't be copied there.
import pg from 'pg'
import { distributeTables, mustBeCluster } from './distribution.ts'
import { loginsOf, migrate } from './migrate.ts'

/** The coordinator of the cluster on which the tests run, by a database of it that has Citus. */
export const clusterUrl = process.env.TEST_CITUS_URL

type Node = { host: string; port: number }

const at = (url: string, database: string, node?: Node) => {
  const result = new URL(url)
  result.pathname = `/${database}`
  if (node) Object.assign(result, { hostname: node.host, port: String(node.port) })
  return result.href
}

async function connectedTo<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const workersOf = (url: string) =>
  connectedTo(url, async (client) => {
    await mustBeCluster(client)
    const { rows } = await client.query<Node>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary'`,
    )
    return rows
  })

/** Creates a database on all nodes, and distributes the migrated tables in it. */
export async function createOnCluster(url: string, { name, secret }: { name: string; secret: string }) {
  const workers = await workersOf(url)
  for (const node of [undefined, ...workers]) {
    await connectedTo(node ? at(url, 'postgres', node) : url, (client) => client.query(`create database ${name}`))
    await connectedTo(at(url, name, node), (client) => client.query('create extension citus'))
  }
  const { hostname, port } = new URL(url)
  await connectedTo(at(url, name), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port || 5432)])
    for (const { host, port: own } of workers) await client.query('select citus_add_node($1, $2)', [host, own])
  })
  await migrate(at(url, name), { key: secret })
  await connectedTo(at(url, name), distributeTables)
  await migrate(at(url, name), { key: secret })
}

export async function dropOnCluster(url: string, name: string) {
  for (const node of [undefined, ...(await workersOf(url))])
    await connectedTo(node ? at(url, 'postgres', node) : url, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      for (const login of loginsOf(name)) await client.query(`drop role if exists ${login}`)
    })
}
