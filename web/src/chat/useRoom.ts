import { api } from 'contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { openConnection } from '../live/connection.ts'
import { onFrame } from '../live/subscriptions.ts'
import { useMe } from '../session/session.ts'
import { outboxOf } from './drafts.ts'
import { Room } from './room.ts'
import type { ListedRoom } from './rooms.ts'

type Options = {
  /** The message to open the room at. */
  wanted_id: number | undefined
  onConnectionRefused: (code: number) => void
  onMessageRefused: () => void
}

/** Opens the room while the component is mounted. Undefined in the first render. */
export function useRoom({ id: room_id, participants, unread_count }: ListedRoom, options: Options): Room | undefined {
  const me = useMe()
  const [room, setRoom] = useState<Room>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the read position matters on opening only; the rest never changes
  useEffect(() => {
    const opened = new Room({
      me,
      seen_id: participants.find(({ id }) => id === me.id)?.last_seen_id ?? null,
      unread_count,
      connect: (connectionHandlers) => openConnection(`/ws/chat/${room_id}/`, connectionHandlers),
      fetch: (range) => call(api.chat.messages, { params: { room_id: String(room_id) }, query: range }),
      outbox: outboxOf({ person_id: me.id, room_id }),
      ...options,
    })
    setRoom(opened)
    const stopListening = onFrame((frame) => {
      if (!('type' in frame)) return
      if (frame.type === 'said' && frame.room_id === room_id) opened.receiveMessage(frame)
      else if (frame.type === 'missed') void opened.catchUp()
    })
    return () => {
      stopListening()
      opened.close()
    }
  }, [room_id, me.id, options.wanted_id])
  return room
}

export const useView = (room: Room) => useSyncExternalStore(room.subscribe, room.view)

/** Whether the page is visible and has the focus. */
export const useIsActive = () => useSyncExternalStore(subscribeToActivity, isActive)

const isActive = () => document.visibilityState === 'visible' && document.hasFocus()

function subscribeToActivity(listener: () => void) {
  window.addEventListener('focus', listener)
  window.addEventListener('blur', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    window.removeEventListener('blur', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
