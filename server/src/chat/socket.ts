import { closeCodes, type Sockets } from 'contract'
import { pipelined } from '../kit/db/db.ts'
import { mustBeModest } from '../kit/http/access.ts'
import type { ClientConnection } from '../kit/realtime/connection.ts'
import type { SocketHandler } from '../kit/realtime/socket-handler.ts'
import { mentionedInRoom } from '../notifications/mentions.ts'
import { mentionedInChat } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { publish } from '../realtime/publish.ts'
import { say, see } from './messages.ts'
import { isParticipant, participantsOf } from './rooms.ts'

/** The topic of those who have the room open. */
const topicOf = (room_id: number) => `room ${room_id}`

const opened = new WeakSet<ClientConnection>()

export const chatSocket: SocketHandler<Sockets['chat']> = {
  admits: (ctx) => isParticipant(ctx, ctx.params.room_id),

  topics: ({ room_id }) => [topicOf(room_id)],

  async onOpen({ db, tenant, params, services }, connection) {
    // A second call means that something may have been missed. A browser that reconnects asks for everything after its last message.
    if (opened.has(connection)) return connection.close(closeCodes.try_later, 'Come again.')
    opened.add(connection)
    const room = await db.selectFrom('chat_rooms').select('last_message_id').where('id', '=', params.room_id).executeTakeFirst()
    services.channels.expectHere({ tenant }, topicOf(params.room_id), room?.last_message_id ?? 0)
  },

  async onFrame(ctx, frame, connection) {
    const { params, me, services } = ctx
    const topic = topicOf(params.room_id)
    const others = { except: me.id }
    if ('message' in frame) {
      await mustBeModest(ctx)
      const [stored, people, mentioned] = await pipelined(
        say(ctx, params.room_id, frame),
        participantsOf(ctx, params.room_id),
        mentionedInRoom(ctx, params.room_id, frame.message),
      )
      const { id, content, created_at, is_new, previous } = stored
      const files = stored.files.length ? { files: stored.files } : {}
      const news = { id, message: content, sender_id: me.id, sender_name: me.name, timestamp: created_at, ...files }
      const own = frame.temp_id === undefined ? news : { ...news, temp_id: frame.temp_id }
      if (!is_new) {
        services.channels.expectEverywhere(ctx, topic, id)
        return services.channels.afterDelivery(ctx, topic, id, () => connection.deliver(JSON.stringify(own)))
      }
      services.channels.send(ctx, [topic], news, { ...others, instead: own, position: { id, previous } })
      const message = { id, content, sender: me.id, sender_name: me.name, timestamp: created_at, ...files }
      publish(ctx, { people }, { type: 'said', room_id: params.room_id, message, previous })
      const { ids: to, project_name } = mentioned
      await notify(ctx, { to, ...mentionedInChat(me.name, { id: params.room_id, project_name, message_id: id }) })
    } else if (frame.type === 'seen') {
      const { message_id } = frame
      if (!(await see(ctx, params.room_id, message_id))) return
      services.channels.send(ctx, [topic], { type: 'seen', message_id, user_id: me.id }, others)
      publish(ctx, { people: [me.id] }, { type: 'seen', room_id: params.room_id, message_id })
    } else services.channels.sendTransient(ctx, [topic], { type: 'typing', user_id: me.id, user_name: me.name }, others)
  },
}
