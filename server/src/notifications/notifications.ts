import type { Api, Notification } from 'contract'
import { countAll, type Db, pipelined, sql } from '../kit/db/db.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers } from '../kit/http/pipeline.ts'

export const notifications: Handlers<Api['notifications']> = {
  async list({ db, me }, { query }) {
    const [results, { count, unread_count }] = await Promise.all([
      newestOf({ db }, me.id).limit(query.limit).offset(query.offset).execute(),
      db
        .selectFrom('notifications')
        .select([countAll, sql<number>`count(*) filter (where not is_read)`.as('unread_count')])
        .where('person_id', '=', me.id)
        .executeTakeFirstOrThrow(),
    ])
    return { ...pageOf('/api/notifications/', query, count, results), unread_count }
  },
}

export const newestOf = ({ db }: { db: Db }, person_id: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'message', 'created_at', 'is_read', 'link'])
    .where('person_id', '=', person_id)
    .orderBy('id', 'desc')

const maxUnread = 100

/**
 * The notifications that a browser with this newest one may lack, oldest first, and the ids of all unread ones, null if there are too
 * many. Includes the 5 minutes before the newest one, longer than any transaction takes: a transaction with lower ids may commit later.
 */
export async function newerThan(
  { db, tenant }: { db: Db; tenant: { id: number } },
  person_id: number,
  newest: number,
  limit: number,
) {
  const [recent, unread] = await pipelined(
    sql<Notification>`
      select recent.* from (
        select n.id, n.message, n.created_at, n.is_read, n.link from notifications n
        where n.tenant_id = ${tenant.id} and n.person_id = ${person_id} order by n.id desc limit ${limit}) recent
      where recent.created_at >= coalesce((
        select known.created_at - interval '5 minutes' from notifications known
        where known.tenant_id = ${tenant.id} and known.person_id = ${person_id} and known.id = ${newest}), '-infinity')
      order by recent.id`.execute(db),
    db
      .selectFrom('notifications')
      .select('id')
      .where('person_id', '=', person_id)
      .where('is_read', '=', false)
      .limit(maxUnread + 1)
      .execute(),
  )
  return {
    notifications: recent.rows,
    unread: unread.length > maxUnread ? null : unread.map(({ id }) => id).sort((a, b) => a - b),
  }
}
