// @long: There is no Citus here. Functions and tables of its names record what they are asked to do, and refuse what Citus is known to refuse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localTables, referenceTables } from '../kit/db/distribution.ts'
import { urlAs } from '../kit/db/migrate.ts'
import { tenantTables } from '../kit/db/schema.gen.ts'
import { testDatabase } from '../kit/db/testing.ts'
import { commandsOn } from '../testing/commands.ts'

const standIn = `
  create table pg_dist_node (nodename text, nodeport int, isactive boolean, shouldhaveshards boolean, noderole text);
  create table pg_dist_partition (logicalrelid regclass primary key);
  create table pg_dist_authinfo (nodeid int, rolename name, authinfo text, primary key (nodeid, rolename));
  create table asked (n int generated always as identity, what text);
  create function refuse_foreign_keys(name regclass) returns void language plpgsql as $$
  begin
    if exists (select from pg_constraint where contype = 'f' and (conrelid = name or confrelid = name)) then
      raise 'foreign keys of % would be lost', name;
    end if;
  end $$;
  create function create_reference_table(name regclass) returns void language plpgsql as $$
  begin
    perform refuse_foreign_keys(name);
    insert into pg_dist_partition values (name);
    insert into asked (what) values ('reference ' || name);
  end $$;
  create function create_distributed_table(name regclass, column_name text, colocate_with text) returns void language plpgsql as $$
  begin
    if current_setting('test.interrupted_at', true) = name::text then raise 'the power failed'; end if;
    perform refuse_foreign_keys(name);
    insert into pg_dist_partition values (name);
    insert into asked (what) values (format('distribute %s by %s with %s', name, column_name, colocate_with));
  end $$;
  create table facts (of_workers jsonb not null default '{"timezone": "UTC", "jit": "off"}');
  insert into facts default values;
  create table unreached (from_nodename text, from_nodeport int, to_nodename text, to_nodeport int, result boolean);
  create function citus_check_cluster_node_health() returns setof unreached language sql as 'select * from unreached';
  create function run_command_on_workers(command text) returns table (nodename text, nodeport int, success boolean, result text)
  language plpgsql as $$
  declare
    answer text := 'no more disk';
  begin
    if command like 'select%' then
      execute command into answer;
      return query select n.nodename, n.nodeport, true, (answer::jsonb || f.of_workers)::text from pg_dist_node n, facts f;
      return;
    end if;
    insert into asked (what) values ('workers ' || command);
    begin
      execute command;
      raise 'as %', current_setting('citus.enable_ddl_propagation') || current_setting('citus.enable_alter_role_propagation')
        using errcode = 'AT001';
    exception when sqlstate 'AT001' then
      if sqlerrm <> 'as offoff' then raise 'The workers would pass it on to each other, and wait.'; end if;
    end;
    return query select n.nodename, n.nodeport, n.noderole <> 'broken', answer from pg_dist_node n;
  end $$;`
const worker = `insert into pg_dist_node values ('worker-1', 5432, true, true, 'primary')`

/** An installation whose server has not been used. */
async function installation(...statements: string[]) {
  const database = await testDatabase()
  const query = (text: string) => database.asOwner(async (client) => (await client.query(text)).rows)
  for (const statement of statements) await query(statement)
  const { run } = commandsOn(database)
  const distribute = (env: NodeJS.ProcessEnv = {}) => run('distribute', [], { env })
  const asked = async () => (await query('select what from asked order by n')).map(({ what }) => String(what))
  const foreignKeys = () =>
    query(`select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  return { ...database, query, distribute, asked, foreignKeys }
}

test('a fresh installation is distributed by tenant, with all of its foreign keys', async () => {
  const { distribute, asked, foreignKeys, query } = await installation(standIn, worker)
  const before = await foreignKeys()
  const { code, out, err } = await distribute()
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, new RegExp(`^Distributed ${tenantTables.size + 1} tables: tenants, people, `))
  const tables = (await asked()).filter((what) => !what.startsWith('workers'))
  const others = [...tenantTables].filter((name) => name !== 'people')
  assert.deepEqual(tables, [
    'reference tenants',
    'distribute people by tenant_id with none',
    ...others.map((name) => `distribute ${name} by tenant_id with people`),
  ])
  assert.deepEqual(await foreignKeys(), before)
  assert.ok(before.length > 30)
  assert.deepEqual(await query(`select to_regclass('foreign_keys_to_add') as left`), [{ left: null }])
  // A shard moves by replication, which leaves unlogged tables out.
  assert.deepEqual(await query(`select relname from pg_class where relpersistence = 'u' and relkind = 'r'`), [])
})

test('each table is distributed, copied to all nodes, or left on the coordinator on purpose', async () => {
  const { query } = await installation()
  const tables = await query(
    `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const known = [...tenantTables, ...referenceTables, ...localTables]
  assert.deepEqual(tables.map(({ name }) => name).toSorted(), known.toSorted())
})

test("the workers get the server's roles, their passwords as no log repeats them, and the tenant of each transaction", async () => {
  const { distribute, asked, query, urlOf, secret, owner_url } = await installation(standIn, worker)
  await distribute()
  const commands = (await asked()).filter((what) => what.startsWith('workers'))
  const logins = (['atrium_workspace', 'atrium_platform', 'atrium_jobs'] as const).map((group) => {
    assert.equal(urlOf(group), urlAs(owner_url, group, secret))
    return new URL(urlOf(group))
  })
  for (const { username, password } of logins)
    assert.ok(commands.some((text) => text.includes(username)) && commands.every((text) => !text.includes(password)))
  assert.ok(commands.some((text) => text.includes(`alter role "atrium_search" login`)))
  const infos = await query('select rolename::text as name, authinfo from pg_dist_authinfo where nodeid = 0')
  for (const { username, password } of logins)
    assert.ok(infos.some(({ name, authinfo }) => name === username && authinfo === `password=${password}`))
  assert.deepEqual(await query('show citus.propagate_set_commands'), [{ 'citus.propagate_set_commands': 'local' }])
})

test('the server plans for the values at hand where tables are distributed, and for all values elsewhere', async () => {
  const { distribute, pools, query } = await installation(standIn, worker)
  const mode = async () => (await pools.workspace.query('show plan_cache_mode')).rows[0]
  assert.deepEqual(await mode(), { plan_cache_mode: 'force_generic_plan' })
  await distribute()
  const noticed = new Promise((resolve) => pools.workspace.once('remove', resolve))
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  // Until then, the pool would hand out the connection that has ended.
  await noticed
  assert.deepEqual(await mode(), { plan_cache_mode: 'auto' })
})

test('an interrupted distribution is continued, and a finished one stays as it is', async () => {
  const { distribute, asked, foreignKeys, query } = await installation(standIn, worker)
  const before = await foreignKeys()
  await query(`do $$ begin execute format('alter database %I set test.interrupted_at = ''tasks''', current_database()); end $$`)
  const { code, err } = await distribute()
  assert.equal(code, 1)
  assert.match(err, /the power failed/)
  assert.deepEqual(await foreignKeys(), [])
  await query(`do $$ begin execute format('alter database %I reset test.interrupted_at', current_database()); end $$`)
  assert.equal((await distribute()).code, 0)
  assert.deepEqual(await foreignKeys(), before)
  const tables = async () => (await asked()).filter((what) => !what.startsWith('workers'))
  const once = await tables()
  assert.equal(new Set(once).size, tenantTables.size + 1)
  assert.deepEqual(await distribute(), { code: 0, out: 'All tables are distributed.\n', err: '' })
  assert.deepEqual(await tables(), once)
})

test('a table of a later migration is distributed when it is protected', async () => {
  const { distribute, asked, query } = await installation(standIn, worker)
  await distribute()
  await query(`create table later (tenant_id bigint not null, id bigint not null default next_id(), primary key (tenant_id, id));
    call protect_tenant_table('later');
    alter table later add foreign key (tenant_id) references tenants`)
  assert.equal((await asked()).at(-1), 'distribute later by tenant_id with people')
  assert.deepEqual(await query(`select relforcerowsecurity as forced from pg_class where relname = 'later'`), [{ forced: true }])
})

test('whatever is no fresh installation on a cluster is refused in one sentence, and stays as it is', async () => {
  const cases: [statements: string[], env: NodeJS.ProcessEnv, error: string][] = [
    [[standIn, worker], { DATABASE_URL: '' }, 'Name the coordinator of a Citus cluster in DATABASE_URL.'],
    [[], {}, 'The database in DATABASE_URL has no Citus: execute "create extension citus" in it, on each node.'],
    [[standIn], {}, 'This cluster has no node for the tables: add one by citus_add_node, at the coordinator in DATABASE_URL.'],
    [
      [
        standIn,
        worker,
        `insert into tenants (name, name_key, subdomain, schema, trial_ends_on) values ('Acme', 'acme', 'acme', 'acme', '2030-01-01')`,
      ],
      {},
      'This database already has workspaces, and only a fresh installation can be distributed.',
    ],
  ]
  for (const [statements, env, error] of cases) {
    const { distribute, foreignKeys, query } = await installation(...statements)
    const before = await foreignKeys()
    assert.deepEqual(await distribute(env), { code: 1, out: '', err: `${error}\n` })
    assert.deepEqual(await foreignKeys(), before)
    if (statements.length) assert.deepEqual(await query('select from pg_dist_partition'), [])
  }
})

test('a node that does not fit is named, with a line for each reason', async () => {
  const { distribute, query } = await installation(
    standIn,
    worker,
    `update facts set of_workers = '{"postgresql": 9, "citus": "1.0", "missing": ["unaccent"]}'`,
    `insert into unreached values ('worker-1', 5432, 'coordinator', 5432, false), ('coordinator', 5432, 'worker-1', 5432, true)`,
  )
  const { code, err } = await distribute()
  assert.equal(code, 1)
  assert.deepEqual(err.split('\n'), [
    `worker-1:5432 has PostgreSQL 9, the coordinator ${(await query(`select current_setting('server_version_num')::int / 10000 as n`))[0]?.n}.`,
    'worker-1:5432 has Citus 1.0, the coordinator null.',
    'worker-1:5432 lacks the extension unaccent.',
    'worker-1:5432 does not reach coordinator:5432.',
    '',
  ])
  assert.deepEqual(await query('select from pg_dist_partition'), [])
})

test('settings of a node that should be others are named', async () => {
  const { distribute, query } = await installation(standIn, worker)
  await query(`update facts set of_workers = '{"timezone": "Asia/Tokyo", "jit": "on"}'`)
  const { code, out } = await distribute()
  assert.equal(code, 0)
  assert.match(out, /worker-1:5432 should have timezone = UTC, not Asia\/Tokyo\.\nworker-1:5432 should have jit = off\.\n$/)
})

test('a node that refuses a role is named', async () => {
  const { distribute } = await installation(
    standIn,
    worker,
    `insert into pg_dist_node values ('worker-2', 5433, true, true, 'broken')`,
  )
  const { code, err } = await distribute()
  assert.deepEqual([code, err], [1, 'The node worker-2:5433 refuses: no more disk\n'])
})
