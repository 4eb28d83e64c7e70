// Spreads the tables over the nodes of a Citus cluster: docs/scaling.md.
import type pg from 'pg'
import { ConfigError } from '../../config.ts'
import { tenantTables } from './schema.gen.ts'

/** Tables of all tenants to which theirs refer. Each node has a copy. */
export const referenceTables: ReadonlySet<string> = new Set(['tenants'])

/** Tables that stay on the coordinator, as the job queue does. */
export const localTables: ReadonlySet<string> = new Set(['signup_codes', 'limits', 'migrations', 'log_in_key'])

type Client = pg.ClientBase

/** Foreign keys that were dropped and are not back yet. An interrupted run is continued from here. */
const pending = 'foreign_keys_to_add'

/** Whether this database is spread over a cluster. */
export async function isDistributed(client: Client) {
  const { rows } = await client.query<{ has_citus: boolean }>(`select to_regclass('pg_dist_partition') is not null as has_citus`)
  return Boolean(rows[0]?.has_citus) && (await distributedIn(client)).has('people')
}

const distributedIn = async (client: Client) =>
  new Set(await namesIn(client, 'select logicalrelid::regclass::text as name from pg_dist_partition'))

async function namesIn(client: Client, text: string, values: unknown[] = []) {
  const { rows } = await client.query<{ name: string }>(text, values)
  return rows.map(({ name }) => name)
}

/** Refuses what is no cluster, before anything is written. */
export async function mustBeCluster(client: Client) {
  const { rows } = await client.query<{ has_citus: boolean; is_superuser: boolean }>(
    `select to_regclass('pg_dist_node') is not null as has_citus, rolsuper as is_superuser from pg_roles where rolname = current_user`,
  )
  if (!rows[0]?.has_citus)
    throw new ConfigError('The database in DATABASE_URL has no Citus: execute "create extension citus" in it, on each node.')
  if (!rows[0].is_superuser) throw new ConfigError('The account in DATABASE_URL has to be a superuser, on each node.')
  const holders = await namesIn(
    client,
    `select nodename as name from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
  )
  if (!holders.length)
    throw new ConfigError(
      'This cluster has no node for the tables: add one by citus_add_node, at the coordinator in DATABASE_URL.',
    )
}

type NodeFacts = { postgresql: number; citus: string | null; missing: string[]; timezone: string; jit: string }

const factsOfNode = `select json_build_object(
  'postgresql', current_setting('server_version_num')::int / 10000,
  'citus', (select extversion from pg_extension where extname = 'citus'),
  'missing', array(select name from unnest('{unaccent,pg_trgm}'::text[]) name
    where name not in (select e.name from pg_available_extensions e)),
  'timezone', current_setting('timezone'), 'jit', current_setting('jit'))::text as result`

/** Refuses nodes that can't serve, with a line for each reason. Returns what should be set on them. */
export async function mustHaveFitNodes(client: Client) {
  const { rows: own } = await client.query<{ result: string }>(factsOfNode)
  const coordinator: NodeFacts = JSON.parse(own[0]?.result ?? '')
  const nodes = (await answersOfWorkers(client, factsOfNode)).map(({ node, result }) => ({
    node,
    facts: JSON.parse(result) as NodeFacts,
  }))
  const problems = [
    ...coordinator.missing.map((name) => `The coordinator lacks the extension ${name}.`),
    ...nodes.flatMap(({ node, facts: { postgresql, citus, missing } }) => [
      postgresql !== coordinator.postgresql && `${node} has PostgreSQL ${postgresql}, the coordinator ${coordinator.postgresql}.`,
      citus !== coordinator.citus &&
        `${node} has ${citus ? `Citus ${citus}` : 'no Citus'}, the coordinator ${coordinator.citus}.`,
      ...missing.map((name) => `${node} lacks the extension ${name}.`),
    ]),
    ...(await unreachable(client)),
  ].filter((problem) => problem !== false)
  if (problems.length) throw new ConfigError(problems.join('\n'))
  return nodes.flatMap(({ node, facts: { timezone, jit } }) => [
    ...(/UTC$/.test(timezone) ? [] : [`${node} should have timezone = UTC, not ${timezone}.`]),
    ...(jit === 'off' ? [] : [`${node} should have jit = off.`]),
  ])
}

async function unreachable(client: Client) {
  return namesIn(
    client,
    `select format('%s:%s does not reach %s:%s.', from_nodename, from_nodeport, to_nodename, to_nodeport) as name
     from citus_check_cluster_node_health() where result is not true`,
  )
}

/** Refuses a database with workspaces, whose rows would be copied under row security while a server may be writing. */
export async function mustBeEmpty(client: Client) {
  const [tenants] = await namesIn(client, `select to_regclass('tenants')::text as name`)
  if (!tenants || (await isDistributed(client))) return
  const { rowCount } = await client.query('select from tenants where id > 0 limit 1')
  if (rowCount) throw new ConfigError('This database already has workspaces, and only a fresh installation can be distributed.')
}

/** Distributes the tables that are not distributed yet. Returns the names of the tables. */
export async function distributeTables(client: Client) {
  if (!(await isDistributed(client))) await dropForeignKeys(client)
  const done = await distributedIn(client)
  const added: string[] = []
  const add = async (name: string, statement: string) => {
    if (done.has(name)) return
    await client.query(statement)
    added.push(name)
  }
  // If tables that refer to it were local, Citus would take them over, and then refuse to distribute those with an identity column.
  for (const name of referenceTables) await add(name, `select create_reference_table('${name}')`)
  // Shards of an unlogged table can't be moved while the server runs.
  if (!done.has('outbox')) await client.query('alter table outbox set logged')
  for (const name of ['people', ...[...tenantTables].filter((each) => each !== 'people')])
    await add(name, `select create_distributed_table('${name}', 'tenant_id', colocate_with => '${colocatedWith(name)}')`)
  await addForeignKeys(client)
  await distributeLaterTables(client)
  return added
}

const colocatedWith = (name: string) => (name === 'people' ? 'none' : 'people')

/** Drops all foreign keys and notes them, in one transaction. */
async function dropForeignKeys(client: Client) {
  if ((await namesIn(client, 'select to_regclass($1)::text as name', [pending]))[0]) return
  await client.query('begin')
  try {
    await client.query(`create table ${pending} (table_name text, name text, definition text, primary key (table_name, name))`)
    await client.query(
      `insert into ${pending} select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    )
    const drops = await namesIn(
      client,
      `select format('alter table %s drop constraint %I', table_name, name) as name from ${pending}`,
    )
    for (const drop of drops) await client.query(drop)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function addForeignKeys(client: Client) {
  if (!(await namesIn(client, 'select to_regclass($1)::text as name', [pending]))[0]) return
  const missing = await namesIn(
    client,
    `select format('alter table %s add constraint %I %s', p.table_name, p.name, p.definition) as name from ${pending} p
     where not exists (select from pg_constraint k where k.conrelid = p.table_name::regclass and k.conname = p.name)
     order by p.table_name, p.name`,
  )
  for (const add of missing) await client.query(add)
  await client.query(`drop table ${pending}`)
}

/** From now on a migration that protects a new table distributes it, too. Its foreign keys come afterwards. */
async function distributeLaterTables(client: Client) {
  if ((await namesIn(client, `select to_regproc('protect_local_tenant_table')::text as name`))[0]) return
  await client.query('begin')
  await client.query('alter procedure protect_tenant_table(regclass) rename to protect_local_tenant_table')
  await client.query(`
    create procedure protect_tenant_table(name regclass) language plpgsql as $$
    begin
      call protect_local_tenant_table(name);
      perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
      perform create_distributed_table(name, 'tenant_id', colocate_with => 'people');
    end $$`)
  await client.query('commit')
}

/**
 * Lets each transaction's tenant reach the workers, and the coordinator log in to them as the server's roles. `logins` are names with
 * their passwords, also as PostgreSQL keeps them, and the group that holds their rights.
 */
export async function connectNodes(client: Client, database: string, logins: Login[]) {
  const quoted = client.escapeIdentifier(database)
  await client.query(`alter database ${quoted} set citus.propagate_set_commands = 'local'`)
  for (const login of logins) await answersOfWorkers(client, makeLogin(client, quoted, login))
  for (const { name, password } of logins)
    await client.query(
      `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)
       on conflict (nodeid, rolename) do update set authinfo = excluded.authinfo`,
      [name, `password=${password}`],
    )
}

export type Login = { name: string; password: string; verifier: string; group?: string }

/** Citus forwards the string that names a transaction's tenant as a whole, with its `begin`, of which each node would warn each time. */
export const quietLogs = 'log_min_messages = error'

/**
 * A statement that creates a role where Citus has not, and grants it what it has on the coordinator. If each worker passed that on to
 * the others, they would wait for each other for ever.
 */
function makeLogin(client: Client, database: string, { name, verifier, group }: Login) {
  const create = (role: string, option: string) =>
    `if not exists (select from pg_roles where rolname = ${client.escapeLiteral(role)}) then create role ${client.escapeIdentifier(role)} ${option}; end if;`
  const login = client.escapeIdentifier(name)
  return `do $do$ begin perform set_config('citus.enable_ddl_propagation', 'off', true);
    perform set_config('citus.enable_alter_role_propagation', 'off', true);
    ${group ? create(group, 'nologin') : ''} ${create(name, 'login')}
    alter role ${login} login password ${client.escapeLiteral(verifier)}; alter role ${login} set ${quietLogs};
    ${group ? `grant ${group} to ${login};` : ''} grant connect on database ${database} to ${login}; end $do$`
}

/** Returns the first column of the first row that each worker answers. Throws `ConfigError` for one that refuses. */
async function answersOfWorkers(client: Client, command: string) {
  const { rows } = await client.query<{ nodename: string; nodeport: number; success: boolean; result: string }>(
    'select nodename, nodeport, success, result from run_command_on_workers($1)',
    [command],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new ConfigError(`The node ${failed.nodename}:${failed.nodeport} refuses: ${failed.result}`)
  return rows.map(({ nodename, nodeport, result }) => ({ node: `${nodename}:${nodeport}`, result }))
}
