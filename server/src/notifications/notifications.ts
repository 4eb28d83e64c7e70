import type { Api, Notification } from 'contract'
import { type Db, pipelined, sql } from '../kit/db/db.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'

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

const unreadNamed = 100

/**
 * What somebody may lack whose newest is this one, oldest first, and the ids of all their unread ones, null where those are too many.
 * Of two transactions the one with the lower ids may commit last: what was begun in the 5 minutes before the newest, longer than any
 * transaction takes, is among them.
 */
export async function newerThan(
  { db, tenant }: { db: Db; tenant: { id: number } },
  person_id: number,
  newest: number,
  most: number,
) {
  const [found, unread] = await pipelined(
    sql<Notification>`
      select recent.* from (
        select n.id, n.message, n.created_at, n.is_read, n.link from notifications n
        where n.tenant_id = ${tenant.id} and n.person_id = ${person_id} order by n.id desc limit ${most}) recent
      where recent.created_at >= coalesce((
        select known.created_at - interval '5 minutes' from notifications known
        where known.tenant_id = ${tenant.id} and known.person_id = ${person_id} and known.id = ${newest}), '-infinity')
      order by recent.id`.execute(db),
    db
      .selectFrom('notifications')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('person_id', '=', person_id)
      .where('is_read', '=', false)
      .limit(unreadNamed + 1)
      .execute(),
  )
  return {
    notifications: found.rows,
    unread: unread.length > unreadNamed ? null : unread.map(({ id }) => id).sort((a, b) => a - b),
  }
}
