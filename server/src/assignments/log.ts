import type { Api } from 'contract'
import { sql } from '../kit/db/db.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { idFrom } from '../projects/rules.ts'

/** Selects the page before it joins names, so that a late page of a long history costs one index scan. */
export const log: Handlers<Api['assignments']>['log'] = async ({ db, tenant }, { query }) => {
  const { developer, from_date, to_date, limit, offset } = query
  const conditions = [
    sql`a.tenant_id = ${tenant.id}`,
    ...(developer === undefined ? [] : [sql`a.developer_id = ${idFrom(developer)}`]),
    ...(from_date ? [sql`a.assigned_at >= ${from_date}::date::timestamp at time zone ${tenant.timezone}`] : []),
    ...(to_date ? [sql`a.assigned_at < (${to_date}::date + 1)::timestamp at time zone ${tenant.timezone}`] : []),
  ]
  const source = sql`from assignments a where ${sql.join(conditions, sql` and `)}`
  const { rows } = await sql<{ count: number; json: string }>`
    with page as (select a.* ${source} order by a.assigned_at desc, a.id desc limit ${limit} offset ${offset})
    select (select count(*) ${source}) as count, coalesce(json_agg(json_build_object(
      'id', a.id, 'developer', ${personJson('d')}, 'previous_manager', ${personJson('before')}, 'new_manager', ${personJson('after')},
      'assigned_by', ${personJson('by')}, 'assigned_at', iso(a.assigned_at)) order by a.assigned_at desc, a.id desc), '[]') as json
    from page a
    join people d on d.tenant_id = ${tenant.id} and d.id = a.developer_id
    left join people before on before.tenant_id = ${tenant.id} and before.id = a.previous_manager_id
    left join people after on after.tenant_id = ${tenant.id} and after.id = a.new_manager_id
    join people by on by.tenant_id = ${tenant.id} and by.id = a.assigned_by_id`.execute(db)
  return assembledPage('/api/audit-logs/', query, rows[0] ?? { count: 0, json: '[]' })
}

const personJson = (alias: 'd' | 'before' | 'after' | 'by') => {
  const id = sql.ref(`${alias}.id`)
  return sql`case when ${id} is not null then json_build_object('id', ${id}, 'full_name', ${sql.ref(`${alias}.full_name`)}) end`
}
