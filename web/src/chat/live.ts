// How the list of rooms follows what happens in them.
import { api } from 'contract'
import { Outdated, onLive } from '../live/sync.ts'
import { applyMessage, applySeen, type ListedRoom } from './rooms.ts'

onLive(api.chat.rooms, {
  apply(rooms: ListedRoom[], change, { me_id }) {
    if (!('type' in change)) return rooms
    const after =
      change.type === 'said'
        ? applyMessage(rooms, me_id, change.room_id, change.message)
        : change.type === 'seen'
          ? applySeen(rooms, me_id, change.room_id, change.message_id)
          : rooms
    return after ? (after as ListedRoom[]) : new Outdated(rooms)
  },
})
