import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../testing/world.ts'
import { readCatalogue, refusedByCitus, rules, tenantParameters } from './testing-citus.ts'
import { onPurpose } from './testing-statements.ts'

const { asOwner } = await testApp()
const catalogue = await asOwner(readCatalogue)

const reasonsFor = (text: string) => refusedByCitus(text, catalogue, text.includes(onPurpose))

/** For each rule, what breaks it, and a similar statement that Citus accepts. */
const examples: Record<string, { refused: string[]; accepted: string[] }> = {
  'It inserts what it selects, which Citus would copy past row security': {
    refused: [
      'insert into labels (tenant_id, name) select tenant_id, title from tasks where tenant_id = $1',
      'insert into tenants (name) select $1',
      'with c as (select $2 as name) insert into labels (tenant_id, name) values ($1, $3)',
    ],
    accepted: ['insert into labels (tenant_id, name) values ($1, $2), ($1, $3)', 'insert into limits (key, count) select $1, 1'],
  },
  'It has a query among the values that it inserts': {
    refused: ['insert into labels (tenant_id, name) values ($1, (select name from projects where tenant_id = $1 and id = $2))'],
    accepted: ['insert into labels (tenant_id, name) values ($1, lower($2))'],
  },
  'It computes by a volatile function': {
    refused: [
      'update tasks set changed_at = clock_timestamp() where tenant_id = $1 and id = $2',
      'delete from tasks where tenant_id = $1 and random() < 0.5',
    ],
    accepted: ['update tasks set changed_at = now() where tenant_id = $1 and id = $2'],
  },
  'It applies a stable function to a column': {
    refused: [
      `update tasks set due_date = created_at + interval '1 day' where tenant_id = $1`,
      'update tasks set title = iso(created_at) where tenant_id = $1',
      'delete from sessions where tenant_id = $1 and created_at::date = $2',
      `delete from sessions where tenant_id = $1 and date_trunc('day', created_at) = $2`,
    ],
    accepted: [
      `delete from sessions where tenant_id = $1 and created_at < now() - $2 * interval '1 day'`,
      'update tasks set title = lower(title) where tenant_id = $1',
    ],
  },
  'It has a function that is not immutable in COALESCE or CASE': {
    refused: [
      'update tasks set done_at = coalesce(done_at, now()) where tenant_id = $1 and id = $2',
      'update tasks set done_at = case when status = $2 then current_timestamp end where tenant_id = $1',
      'delete from sessions where tenant_id = $1 and coalesce(ended_at, now()) < $2',
    ],
    accepted: ['update tasks set done_at = coalesce(done_at, $3) where tenant_id = $1 and id = $2'],
  },
  'It returns what a function that is not immutable computes': {
    refused: [
      'update people set full_name = $2 where tenant_id = $1 returning accepted_at = now()',
      'insert into labels (tenant_id, name) values ($1, $2) returning to_json(name)',
      'delete from trash where tenant_id = $1 returning deleted_at::text',
    ],
    accepted: ['update people set full_name = $2 where tenant_id = $1 returning id, accepted_at, lower(email)'],
  },
  'Its ON CONFLICT computes by a function that is not immutable': {
    refused: [
      'insert into chat_seen (tenant_id, room_id) values ($1, $2) on conflict (tenant_id, room_id) do update set seen_at = now()',
    ],
    accepted: [
      'insert into chat_seen (tenant_id, room_id, seen_at) values ($1, $2, now()) on conflict (tenant_id, room_id) do update set seen_at = excluded.seen_at',
    ],
  },
  'Its ON CONFLICT does not name tenant_id': {
    refused: ['insert into people (tenant_id, email) values ($1, $2) on conflict (email) do nothing'],
    accepted: [
      'insert into people (tenant_id, email) values ($1, $2) on conflict (tenant_id, email) do nothing',
      'insert into people (tenant_id, email) values ($1, $2) on conflict do nothing',
    ],
  },
  'It changes tenant_id': {
    refused: [
      'update people set tenant_id = $2 where tenant_id = $1',
      'insert into people (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set tenant_id = $3',
    ],
    accepted: ['update people set manager_id = $2 where tenant_id = $1'],
  },
  'It changes a table of all tenants by reading those of one': {
    refused: ['update tenants set is_blocked = true where id = $1 and not exists (select from payments where tenant_id = $1)'],
    accepted: ['update tenants set is_blocked = true where id = $1'],
  },
  'It changes tables inside a query': {
    refused: ['with gone as (delete from labels where tenant_id = $1 returning id) select count(*) from gone'],
    accepted: [
      'with gone as (delete from limits returning key) select count(*) from gone',
      'with locked as (select id from tasks where tenant_id = $1 for update) update tasks t set version = 2 from locked where t.tenant_id = $1 and t.id = locked.id',
    ],
  },
  'It joins a table of all tenants to tables of one from the outside': {
    refused: [
      'select from tenants t left join people p on p.tenant_id = $1 where t.id = $1',
      'select from people p right join tenants t on t.id = p.tenant_id where p.tenant_id = $1',
      'select from tenants t full join people p on p.tenant_id = t.id where p.tenant_id = $1',
    ],
    accepted: [
      'select from people p left join tenants t on t.id = $1 where p.tenant_id = $1',
      'with c as materialized (select tenant_id from people where tenant_id = $1) select from tenants t left join c on c.tenant_id = t.id',
    ],
  },
  'Its queries inside depend on a table of all tenants': {
    refused: [
      `select ${onPurpose} id from tenants t where exists (select from people p where p.tenant_id = t.id)`,
      `select ${onPurpose} id from tenants t, lateral (select count(*) from people p where p.tenant_id = t.id) c`,
    ],
    accepted: ['select (select count(*) from people p where p.tenant_id = $1) from tenants t where t.id = $1'],
  },
  'It uses a table of the coordinator beside tables of tenants': {
    refused: ['select from people p join signup_codes s on s.email = p.email where p.tenant_id = $1'],
    accepted: ['select from signup_codes s join limits l on l.key = s.email'],
  },
  'It reads tables of tenants by a function, beside others': {
    refused: [`select from tasks where tenant_id = $1 and id in (select search_rows('tasks', $2, false, 10))`],
    accepted: [`select search_rows('tasks', $1, false, 10)`],
  },
  'It calls a volatile function beside tables of tenants': {
    refused: [
      'select pg_advisory_xact_lock(id) from tasks where tenant_id = $1',
      `select nextval('sessions_id_seq') from tasks where tenant_id = $1`,
    ],
    accepted: ['select pg_advisory_xact_lock($1)', 'select now() from tasks where tenant_id = $1'],
  },
  'It names the tenant by set_config, which stays on the coordinator': {
    refused: [`select set_config('app.tenant_id', $1, true)`],
    accepted: [`set local app.tenant_id = '1'`, `select set_config('app.last_id', $1, true)`],
  },
  'It locks rows of several tenants': {
    refused: [`select id ${onPurpose} from tasks for update`],
    accepted: ['select id from tasks where tenant_id = $1 for update', `select id ${onPurpose} from tenants for update`],
  },
  'It locks a row of a table that each node has, only to take turns': {
    refused: ['select from tenants where id = $1 for no key update'],
    accepted: ['select name from tenants where id = $1 for no key update', 'select from people where tenant_id = $1 for update'],
  },
  'It is recursive, samples or groups by sets across tenants': {
    refused: [
      `with recursive t as (select id from tasks union select id from t) select ${onPurpose} from t`,
      `select count(*) ${onPurpose} from tasks tablesample system (1)`,
      `select count(*) ${onPurpose} from tasks group by grouping sets ((tenant_id), ())`,
    ],
    accepted: [`select count(*) ${onPurpose} from tasks group by tenant_id`],
  },
  'It changes the rows of several tenants that a limited query finds': {
    refused: [`delete from trash where id in (select id from trash limit 10) ${onPurpose}`],
    accepted: [`delete from trash where deleted_at < $1 ${onPurpose}`],
  },
  'It merges': {
    refused: ['merge into labels using (values ($1)) s on tenant_id = $1 when matched then delete'],
    accepted: ['delete from labels where tenant_id = $1'],
  },
}

test('every rule refuses what breaks it, and accepts what a distributed database accepts', () => {
  assert.deepEqual(Object.keys(examples), Object.keys(rules))
  for (const [reason, { refused, accepted }] of Object.entries(examples)) {
    for (const text of refused) assert.ok(reasonsFor(text).includes(reason), `${reason}: ${text}`)
    for (const text of accepted) assert.deepEqual(reasonsFor(text), [], text)
  }
})

test('the parameters that name the tenant are found wherever a statement names it', () => {
  const text = `with a as (select id from tasks t where t.tenant_id = $2)
    update labels l set name = $1 where l.tenant_id = $4 and id = $3 and exists (select from people where tenant_id = $5)`
  assert.deepEqual(tenantParameters(text).toSorted(), [2, 4, 5])
})
