import type { Api, TenantSummary } from 'contract'
import { Assembled, type Db, sql } from '../kit/db.ts'
import { notFound } from '../kit/errors.ts'
import type { Handlers } from '../kit/serve.ts'

/** What the platform's owner sees and does. Tenant 0, the platform itself, is none of the tenants. */
export const overview: Pick<Handlers<Api['tenants']>, 'list' | 'toggleBlock'> = {
  async list({ db }) {
    // Row security allows such a count to the platform alone.
    const { rows } = await sql<{ json: string }>`
      /* across tenants */
      select coalesce(json_agg(${summary} order by lower(t.name), t.id), '[]') as json
      from tenants t
      left join (select tenant_id, count(*) as people from people where is_active group by tenant_id) c on c.tenant_id = t.id
      where t.id > 0`.execute(db)
    return new Assembled<TenantSummary[]>(rows[0]?.json ?? '[]')
  },

  async toggleBlock({ db, services }, { params, body }) {
    if (await setBlocked(db, params.tenant_id, body.is_blocked)) {
      await endSessionsOfTenant(db, params.tenant_id)
      services.live.recheck({ db, tenant: { id: params.tenant_id } }, 'everybody')
    }
    return findTenant(db, params.tenant_id)
  },
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
    where t.id = ${id} and t.id > 0`.execute(db)
  if (!rows[0]) throw notFound()
  return new Assembled<TenantSummary>(rows[0].json)
}

/** Blocks or unblocks, by default whichever it is not. Answers whether that changed anything. */
async function setBlocked(db: Db, id: number, wanted: boolean | undefined) {
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ is_blocked: sql<boolean>`not is_blocked` })
    .where('id', '=', id)
    .$if(wanted !== undefined, (query) => query.where('is_blocked', '!=', wanted ?? false))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** In both directions: a log-in that was under way while the workspace was being blocked must not outlast that. */
async function endSessionsOfTenant(db: Db, tenant_id: number) {
  await sql`select set_config('app.tenant_id', ${String(tenant_id)}, true)`.execute(db)
  await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('tenant_id', '=', tenant_id)
    .where('ended_at', 'is', null)
    .execute()
}
