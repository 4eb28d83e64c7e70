import type { Api } from 'contract'
import { type Db, sql } from '../kit/db.ts'
import { pageOf } from '../kit/paging.ts'
import type { Handlers } from '../kit/serve.ts'

export const notifications: Handlers<Api['notifications']> = {
  async list({ db, tenant, me }, { query }) {
    const [results, { count, unread_count }] = await Promise.all([
      newestOf({ db, tenant }, me.id).limit(query.limit).offset(query.offset).execute(),
      db
        .selectFrom('notifications')
        .select((select) => [
          select.fn.countAll<number>().as('count'),
          sql<number>`count(*) filter (where not is_read)`.as('unread_count'),
        ])
        .where('tenant_id', '=', tenant.id)
        .where('person_id', '=', me.id)
        .executeTakeFirstOrThrow(),
    ])
    return { ...pageOf('/api/notifications/', query, count, results), unread_count }
  },
}

export const newestOf = ({ db, tenant }: { db: Db; tenant: { id: number } }, person_id: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'message', 'created_at', 'is_read', 'link'])
    .where('tenant_id', '=', tenant.id)
    .where('person_id', '=', person_id)
    .orderBy('id', 'desc')
