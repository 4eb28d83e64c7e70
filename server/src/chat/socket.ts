import { closeCodes, type Sockets } from 'contract'
import { pipelined } from '../kit/db/db.ts'
import type { ClientConnection } from '../kit/realtime/connection.ts'
import type { SocketHandler } from '../kit/realtime/serve-connection.ts'
import { publishToPeople } from '../realtime/publish.ts'
import { say, see } from './messages.ts'
import { isParticipant, participantsOf } from './rooms.ts'

/** Where what happens in a room is told to those who have it open. */
const topicOf = (room_id: number) => `room ${room_id}`

const opened = new WeakSet<ClientConnection>()

export const chatSocket: SocketHandler<Sockets['chat']> = {
  admits: (ctx) => isParticipant(ctx, ctx.params.room_id),

  topics: ({ room_id }) => [topicOf(room_id)],

  async onOpen({ db, tenant, params, services }, line) {
    // Something may have been missed: a browser that comes again asks for what came after the last message it has.
    if (opened.has(line)) return line.close(closeCodes.try_later, 'Come again.')
    opened.add(line)
    const room = await db
      .selectFrom('chat_rooms')
      .select('last_message_id')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', params.room_id)
      .executeTakeFirst()
    services.channels.expect({ tenant }, topicOf(params.room_id), room?.last_message_id ?? 0)
  },

  async onFrame(ctx, frame, line) {
    const { params, me, services } = ctx
    const topics = [topicOf(params.room_id)]
    const others = { except: me.id }
    if ('message' in frame) {
      const [said, people] = await pipelined(say(ctx, params.room_id, frame), participantsOf(ctx, params.room_id))
      const { id, content, created_at, is_new, previous } = said
      const told = { id, message: content, sender_id: me.id, sender_name: me.name, timestamp: created_at }
      const own = frame.temp_id === undefined ? told : { ...told, temp_id: frame.temp_id }
      if (!is_new) {
        services.channels.remind(ctx, topicOf(params.room_id), id)
        return services.channels.inTurn(ctx, topicOf(params.room_id), id, () => line.deliver(JSON.stringify(own)))
      }
      const place = { id, previous }
      services.channels.send(ctx, topics, told, { ...others, instead: own, place })
      const message = { id, content, sender: me.id, sender_name: me.name, timestamp: created_at }
      publishToPeople(ctx, { people }, { type: 'said', room_id: params.room_id, message })
    } else if (frame.type === 'seen') {
      const { message_id } = frame
      if (!(await see(ctx, params.room_id, message_id))) return
      services.channels.send(ctx, topics, { type: 'seen', message_id, user_id: me.id }, others)
      publishToPeople(ctx, { people: [me.id] }, { type: 'seen', room_id: params.room_id, message_id })
    } else services.channels.send(ctx, topics, { type: 'typing', user_id: me.id, user_name: me.name }, others)
  },
}
