import { closeCodes, type Sockets } from 'contract'
import type { SocketHandler } from '../kit/connection.ts'
import type { Talk } from '../kit/line.ts'
import { tellPeople } from '../notifications/changes.ts'
import { say, see } from './messages.ts'
import { isParticipant, participantsOf } from './rooms.ts'

/** Where what happens in a room is told to those who have it open. */
const topicOf = (room_id: number) => `room ${room_id}`

const opened = new WeakSet<Talk>()

export const chatSocket: SocketHandler<Sockets['chat']> = {
  admits: (ctx) => isParticipant(ctx, ctx.params.room_id),

  async onOpen(ctx, line) {
    // Something may have been missed: a browser that comes again asks for what came after the last message it has.
    if (opened.has(line)) return line.close(closeCodes.try_later, 'Come again.')
    opened.add(line)
    await line.join(ctx, topicOf(ctx.params.room_id))
  },

  async onFrame(ctx, frame, line) {
    const { params, me, services } = ctx
    const topics = [topicOf(params.room_id)]
    const others = { except: me.id }
    if ('message' in frame) {
      const { id, content, created_at, is_new } = await say(ctx, params.room_id, frame)
      const told = { id, message: content, sender_id: me.id, sender_name: me.name, timestamp: created_at }
      const own = frame.temp_id === undefined ? told : { ...told, temp_id: frame.temp_id }
      if (!is_new) return line.send(own)
      services.live.send(ctx, topics, told, others)
      services.live.send(ctx, topics, own, { only: me.id })
      const message = { id, content, sender: me.id, sender_name: me.name, timestamp: created_at }
      tellPeople(ctx, { people: await participantsOf(ctx, params.room_id) }, { type: 'said', room_id: params.room_id, message })
    } else if (frame.type === 'seen') {
      const { message_id } = frame
      if (!(await see(ctx, params.room_id, message_id))) return
      services.live.send(ctx, topics, { type: 'seen', message_id, user_id: me.id }, others)
      tellPeople(ctx, { people: [me.id] }, { type: 'seen', room_id: params.room_id, message_id })
    } else services.live.send(ctx, topics, { type: 'typing', user_id: me.id, user_name: me.name }, others)
  },
}
