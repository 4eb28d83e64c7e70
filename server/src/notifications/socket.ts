import type { Sockets } from 'contract'
import type { SocketHandler } from '../kit/connection.ts'
import { newestOf } from './notifications.ts'
import { inboxOf, keyOf } from './notify.ts'

const newest = 50

export const notificationSocket: SocketHandler<Sockets['notifications']> = {
  async onOpen(ctx, line) {
    await line.join(ctx, inboxOf(ctx.me.id))
    const rows = await newestOf(ctx, ctx.me.id).limit(newest).execute()
    for (const row of rows.reverse()) line.send(row, [keyOf(row), keyOf({ ...row, is_read: false })])
  },

  async onFrame({ db, tenant, me, services }, { notification_id }) {
    const read = await db
      .updateTable('notifications')
      .set({ is_read: true })
      .where('tenant_id', '=', tenant.id)
      .where('person_id', '=', me.id)
      .where('id', '=', notification_id)
      .where('is_read', '=', false)
      .returning(['id', 'message', 'created_at', 'is_read', 'link'])
      .executeTakeFirst()
    if (read) services.live.send({ db, tenant }, [inboxOf(me.id)], read, { key: keyOf(read) })
  },
}
