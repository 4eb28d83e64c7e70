import { closeCodes, type Notification, type Sockets } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { Refusal } from '../kit/errors.ts'
import type { ClientConnection } from '../kit/realtime/connection.ts'
import { presenceTopic } from '../kit/realtime/server.ts'
import type { SocketCtx, SocketHandler } from '../kit/realtime/socket-handler.ts'
import { newerThan, newestOf } from '../notifications/notifications.ts'
import { inboxOf, keyOf } from '../notifications/notify.ts'
import { findProject } from '../projects/rules.ts'
import { personTopic, projectTopic, roleTopic } from '../realtime/publish.ts'

const maxSent = 50

/** What each connection watches: `mine`, `presence`, or a project. */
const watched = new WeakMap<ClientConnection, Set<string>>()

export const notificationSocket: SocketHandler<Sockets['notifications']> = {
  async onOpen(ctx, connection) {
    ctx.presence.arrive()
    await connection.join(ctx, inboxOf(ctx.me.id))
    const { newest, watch: watchables, age } = ctx.query
    if (newest === undefined) {
      const rows = await newestOf(ctx, ctx.me.id).limit(maxSent).execute()
      for (const row of rows.reverse()) connection.send(row, keysOf(row))
    } else {
      const newer = await newerThan(ctx, ctx.me.id, newest, maxSent)
      connection.send({ type: 'newer', ...newer }, newer.notifications.flatMap(keysOf))
    }
    if (watched.has(connection)) connection.send({ type: 'missed' })
    else if (watchables) await watch(ctx, { topics: watchables, age }, connection)
  },

  async onFrame(ctx, frame, connection) {
    if (frame.action === 'watch') return watch(ctx, frame, connection)
    const { db, tenant, me, services } = ctx
    const unread = db
      .updateTable('notifications')
      .set({ is_read: true })
      .where('person_id', '=', me.id)
      .where('is_read', '=', false)
    if (frame.action === 'mark_all_read') {
      const { notification_id } = frame
      const { numUpdatedRows } = await unread.where('id', '<=', notification_id).executeTakeFirst()
      if (numUpdatedRows) services.channels.send(ctx, [inboxOf(me.id)], { type: 'all_read', notification_id })
      return
    }
    const read = await unread
      .where('id', '=', frame.notification_id)
      .returning(['id', 'message', 'created_at', 'is_read', 'link'])
      .executeTakeFirst()
    if (read) services.channels.send({ db, tenant }, [inboxOf(me.id)], read, { key: keyOf(read) })
  },
}

/** The keys of this state of a notification and of the earlier, unread one. A browser that has this state needs neither. */
const keysOf = (notification: Notification) => [keyOf(notification), keyOf({ ...notification, is_read: false })]

/**
 * Replaces what the connection watches. Sends back those that its person may watch, `gone` for each other project, and the events that
 * new ones had within the last `age` milliseconds.
 */
async function watch(
  ctx: SocketCtx,
  { topics, age }: { topics: readonly string[]; age?: number | undefined },
  connection: ClientConnection,
) {
  const requested = new Set(topics)
  const before = watched.get(connection) ?? new Set()
  const now = new Set<string>()
  watched.set(connection, now)
  for (const watchable of before) if (!requested.has(watchable)) leave(ctx, watchable, connection)
  for (const watchable of requested)
    if (before.has(watchable) || (await join(ctx, watchable, connection, () => now.delete(watchable)))) now.add(watchable)
  connection.send({ type: 'watching', topics: [...now] })
  const added = [...now].filter((watchable) => !before.has(watchable)).flatMap((watchable) => topicsOf(watchable, ctx.me))
  if (age !== undefined && !connection.replay(added, age)) connection.send({ type: 'missed' })
}

async function join(ctx: SocketCtx, watchable: string, connection: ClientConnection, forget: () => void) {
  if (watchable === presenceTopic) {
    await connection.join(ctx, presenceTopic)
    connection.send({ type: 'here', people: ctx.presence.online() })
    return true
  }
  if (watchable === 'mine') {
    const { role } = ctx.me
    await connection.join(ctx, personTopic(ctx.me.id))
    return connection.join(ctx, roleTopic(role), {
      may: async ({ me }) => me.role === role,
      onRevoked: () => connection.close(closeCodes.try_later, 'Come again.'),
    })
  }
  const project_id = idOf(watchable)
  const sayGone = () => connection.send({ type: 'gone', project_id })
  const isAllowed = await connection.join(ctx, projectTopic(project_id), {
    may: (viewer) => isVisible(viewer, project_id),
    onRevoked() {
      forget()
      sayGone()
    },
  })
  // The page may have read the project before the right ended.
  if (!isAllowed) sayGone()
  return isAllowed
}

function leave({ me }: SocketCtx, watchable: string, connection: ClientConnection) {
  for (const topic of topicsOf(watchable, me)) connection.leave(topic)
}

function topicsOf(watchable: string, { id, role }: Viewer['me']) {
  if (watchable === 'mine') return [personTopic(id), roleTopic(role)]
  return [watchable === presenceTopic ? presenceTopic : projectTopic(idOf(watchable))]
}

const idOf = (watchable: string) => Number(watchable.slice('project '.length))

const isVisible = (viewer: Viewer, project_id: number) =>
  findProject(viewer, project_id).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
