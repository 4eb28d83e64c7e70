import { api } from 'contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../api/call.ts'
import { openLine } from '../live/connection.ts'
import { listen, onReopen } from '../live/subscriptions.ts'
import { useMe } from '../session/session.ts'
import { outboxOf } from './drafts.ts'
import { openRoom, type Room } from './room.ts'
import type { Listed } from './rooms.ts'

type Ends = { onOver: (code: number) => void; onRefused: () => void }

/** The room, live as long as it is on the screen. Undefined for a moment at first. */
export function useRoom({ id: room_id, participants, unread_count }: Listed, ends: Ends): Room | undefined {
  const me = useMe()
  const [room, setRoom] = useState<Room>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is unread is asked once, on entering; the rest is the same all along
  useEffect(() => {
    const opened = openRoom({
      me,
      seen_id: participants.find(({ id }) => id === me.id)?.last_seen_id ?? null,
      unread_count,
      connect: (handlers) => openLine(`/ws/chat/${room_id}/`, handlers),
      read: (range) => call(api.chat.messages, { params: { room_id: String(room_id) }, query: range }),
      outbox: outboxOf({ person_id: me.id, room_id }),
      ...ends,
    })
    setRoom(opened)
    const look = () => void opened.look()
    const stops = [
      listen((frame) => {
        if (!('type' in frame)) return
        if (frame.type === 'said' && frame.room_id === room_id) opened.told(frame.message)
        else if (frame.type === 'missed') look()
      }),
      onReopen(look),
    ]
    return () => {
      for (const stop of stops) stop()
      opened.close()
    }
  }, [room_id, me.id])
  return room
}

export const useView = (room: Room) => useSyncExternalStore(room.subscribe, room.view)

/** Whether somebody is looking at this page: it is visible and has the focus. */
export const useIsLooking = () => useSyncExternalStore(followLooking, isLooking)

const isLooking = () => document.visibilityState === 'visible' && document.hasFocus()

function followLooking(changed: () => void) {
  window.addEventListener('focus', changed)
  window.addEventListener('blur', changed)
  document.addEventListener('visibilitychange', changed)
  return () => {
    window.removeEventListener('focus', changed)
    window.removeEventListener('blur', changed)
    document.removeEventListener('visibilitychange', changed)
  }
}
