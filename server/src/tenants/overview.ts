import type { Api, TenantSummary, tenantSorts, tenantStates } from 'contract'
import { Assembled } from '../kit/db/assembled.ts'
import { byName, type Db, pipelined, sql, switchTenant } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import { pageOf, wordPatterns } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { record } from '../security-log/record.ts'
import { endAllSessions } from './end-sessions.ts'

/** The platform owner's calls. Tenant 0, the platform itself, is not listed. */
export const overview: Pick<Handlers<Api['tenants']>, 'list' | 'page' | 'toggleBlock'> = {
  async list({ db }) {
    const { rows } = await sql<{ json: string }>`
      /* across tenants */
      with ${activeUsers} select coalesce(json_agg(${summary} order by ${byName('t.name')}, t.id), '[]') as json
      from tenants t ${withUsers} where ${isThere}`.execute(db)
    return new Assembled<TenantSummary[]>(rows[0]?.json ?? '[]')
  },

  async page({ db }, { query }) {
    const { limit, offset, sort, order } = query
    const isByUsers = sort === 'user_count'
    const source = sql`from tenants t ${isByUsers ? withUsers : sql``} where ${matching(query)}`
    const [{ rows }, { rows: counted }] = await pipelined(
      sql<Omit<TenantSummary, 'user_count'>>`
        /* across tenants */
        ${isByUsers ? sql`with ${activeUsers}` : sql``}
        select t.id, t.name, t.schema, t.subdomain, t.on_trial, t.trial_ends_on, t.paid_until, t.is_blocked, t.created_at
        ${source} order by ${orderBy(sort, order)} limit ${limit} offset ${offset}`.execute(db),
      sql<{ count: number }>`/* across tenants */ select count(*) as count from tenants t where ${matching(query)}`.execute(db),
    )
    const ids = rows.map(({ id }) => id)
    const users = await countUsers(db, ids)
    const results = rows.map(({ created_at, ...tenant }) => ({ ...tenant, user_count: users.get(tenant.id) ?? 0, created_at }))
    return pageOf('/api/tenants/', query, counted[0]?.count ?? 0, results)
  },

  async toggleBlock(ctx, { params, body }) {
    const { db, services } = ctx
    const tenant = await setBlocked(db, params.tenant_id, body.is_blocked)
    if (tenant) {
      const event = tenant.is_blocked ? 'workspace_blocked' : 'workspace_unblocked'
      await record(ctx, event, { about: `${tenant.name} (${tenant.subdomain})` })
      // On unblocking, too: a log-in that was in flight during the block must not outlast it.
      await switchTenant(db, params.tenant_id)
      await record({ db, tenant }, event, { by: null, about: 'By the platform' })
      await endAllSessions({ db, tenant: { id: params.tenant_id }, services })
    }
    return findTenant(db, params.tenant_id)
  },
}

/** The platform is no workspace, and one that its administrator has deleted is none any more. */
const isThere = sql`t.id > 0 and t.deleted_at is null`

type Query = { search?: string | undefined; state?: (typeof tenantStates)[number] | undefined }

function matching({ search = '', state }: Query) {
  const words = wordPatterns(search)
  const conditions = [
    isThere,
    ...(state ? [sql.ref(`t.${state}`)] : []),
    ...(words.length ? [sql`folded(t.name || ' ' || t.subdomain || ' ' || t.schema) like all (${words})`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Counted first: a distributed database does not join tenants' rows to a table that each node has. */
const activeUsers = sql`c as materialized (select tenant_id, count(*) as people from people where is_active group by tenant_id)`
const withUsers = sql`left join c on c.tenant_id = t.id`

/** Tenants without a value come last in both directions. Equal values are ordered by name. */
function orderBy(sort: (typeof tenantSorts)[number], order: 'asc' | 'desc') {
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  if (sort === 'name') return sql`folded(t.name) ${direction}, t.id ${direction}`
  const by = sort === 'user_count' ? sql`coalesce(c.people, 0)` : sql.ref(`t.${sort}`)
  return sql`${by} ${direction} nulls last, folded(t.name), t.id`
}

/** Counts the active people of each tenant. Row security allows only the platform to do that. */
async function countUsers(db: Db, tenant_ids: number[]) {
  const { rows } = await sql<{ tenant_id: number; people: number }>`
    /* across tenants */
    select tenant_id, count(*) as people from people
    where tenant_id = any(${tenant_ids}) and is_active group by tenant_id`.execute(db)
  return new Map(rows.map(({ tenant_id, people }) => [tenant_id, people]))
}

const summary = sql`json_build_object(
  'id', t.id, 'name', t.name, 'schema', t.schema, 'subdomain', t.subdomain, 'on_trial', t.on_trial,
  'trial_ends_on', t.trial_ends_on, 'paid_until', t.paid_until, 'is_blocked', t.is_blocked,
  'user_count', coalesce(c.people, 0), 'created_at', iso(t.created_at))`

async function findTenant(db: Db, id: number) {
  const { rows } = await sql<{ json: string }>`
    select ${summary} as json
    from tenants t,
      lateral (select count(*) as people from people p where p.tenant_id = ${id} and p.is_active) c
    where t.id = ${id} and ${isThere}`.execute(db)
  if (!rows[0]) throw notFound()
  return new Assembled<TenantSummary>(rows[0].json)
}

/** Sets the blocked state, or toggles it if `wanted` is undefined. Returns whether it changed. */
/** Returns the workspace if this has changed it. */
const setBlocked = (db: Db, id: number, wanted: boolean | undefined) =>
  db
    .updateTable('tenants')
    .set({ is_blocked: sql<boolean>`not is_blocked` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(wanted !== undefined, (query) => query.where('is_blocked', '!=', wanted ?? false))
    .returning(['name', 'subdomain', 'is_blocked', 'is_public_demo'])
    .executeTakeFirst()
