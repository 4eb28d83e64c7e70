import { closeCodes, type Notification, type Sockets } from 'contract'
import { Refusal } from '../kit/errors.ts'
import type { ClientConnection } from '../kit/realtime/connection.ts'
import type { SocketCtx, SocketHandler } from '../kit/realtime/serve-connection.ts'
import { presenceTopic } from '../kit/realtime/server.ts'
import { newerThan, newestOf } from '../notifications/notifications.ts'
import { inboxOf, keyOf } from '../notifications/notify.ts'
import { findProject } from '../projects/rules.ts'
import { personTopic, projectTopic, roleTopic } from '../realtime/publish.ts'

const newestSent = 50

/** What each line watches. */
const watched = new WeakMap<ClientConnection, Set<string>>()

export const notificationSocket: SocketHandler<Sockets['notifications']> = {
  async onOpen(ctx, line) {
    ctx.presence.arrive()
    await line.join(ctx, inboxOf(ctx.me.id))
    const { newest, watch: topics } = ctx.query
    if (newest === undefined) {
      const rows = await newestOf(ctx, ctx.me.id).limit(newestSent).execute()
      for (const row of rows.reverse()) line.send(row, keysOf(row))
    } else {
      const newer = await newerThan(ctx, ctx.me.id, newest, newestSent)
      line.send({ type: 'newer', ...newer }, newer.notifications.flatMap(keysOf))
    }
    if (watched.has(line)) line.send({ type: 'missed' })
    else if (topics) await watch(ctx, new Set(topics), line)
  },

  async onFrame(ctx, frame, line) {
    if (frame.action === 'watch') return watch(ctx, new Set(frame.topics), line)
    const { db, tenant, me, services } = ctx
    const unread = db
      .updateTable('notifications')
      .set({ is_read: true })
      .where('tenant_id', '=', tenant.id)
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

/** Nothing older of it is news to whoever has this. */
const keysOf = (one: Notification) => [keyOf(one), keyOf({ ...one, is_read: false })]

/** From now on the line follows these things, as far as they are for its person, and nothing else. */
async function watch(ctx: SocketCtx, wanted: Set<string>, line: ClientConnection) {
  const before = watched.get(line) ?? new Set()
  const now = new Set<string>()
  watched.set(line, now)
  for (const topic of before) if (!wanted.has(topic)) leave(ctx, topic, line)
  for (const topic of wanted) if (before.has(topic) || (await join(ctx, topic, line, () => now.delete(topic)))) now.add(topic)
  line.send({ type: 'watching', topics: [...now] })
}

async function join(ctx: SocketCtx, topic: string, line: ClientConnection, forget: () => void) {
  if (topic === presenceTopic) {
    await line.join(ctx, presenceTopic)
    line.send({ type: 'here', people: ctx.presence.here() })
    return true
  }
  if (topic === 'mine') {
    const { role } = ctx.me
    await line.join(ctx, personTopic(ctx.me.id))
    return line.join(ctx, roleTopic(role), {
      may: async ({ me }) => me.role === role,
      otherwise: () => line.close(closeCodes.try_later, 'Come again.'),
    })
  }
  const project_id = idOf(topic)
  return line.join(ctx, projectTopic(project_id), {
    may: (seer) => isSeen(seer, project_id),
    otherwise() {
      forget()
      line.send({ type: 'gone', project_id })
    },
  })
}

function leave({ me }: SocketCtx, topic: string, line: ClientConnection) {
  const topics =
    topic === 'mine' ? [personTopic(me.id), roleTopic(me.role)] : [topic === presenceTopic ? topic : projectTopic(idOf(topic))]
  for (const one of topics) line.leave(one)
}

const idOf = (topic: string) => Number(topic.slice('project '.length))

const isSeen = (seer: Pick<SocketCtx, 'db' | 'tenant' | 'me'>, project_id: number) =>
  findProject(seer, project_id).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
