import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pointTo } from '../live/highlights.ts'
import type { RoomMessage } from './messages.ts'
import type { Room } from './room.ts'
import type { PendingMessage, RoomView } from './roomStore.ts'
import { guessedHeight, keyAt, type RowSources } from './rows.ts'

type List = Virtualizer<HTMLDivElement, Element>
type Messages = readonly RoomMessage[]

/** Pixels. */
export const paddingTop = 48
export const endThreshold = 60
/** Pixels of a message that must be on the screen for it to count as read. */
const readHeight = 30
/** Older messages are loaded when fewer loaded ones than this are above the screen. */
const prefetchRows = 30

const messagesAfter = (messages: Messages, message_id: number) =>
  messages.slice(messages.findLastIndex(({ id }) => id <= message_id) + 1)

export function useMessageVirtualizer(box: RefObject<HTMLDivElement | null>, sources: RowSources): List {
  const { messages, pending } = sources
  // A new function would make the virtualizer compute all keys again, at each step of scrolling.
  const getItemKey = useCallback((index: number) => keyAt({ messages, pending }, index), [messages, pending])
  return useVirtualizer({
    count: messages.length + pending.length,
    getScrollElement: () => box.current,
    getItemKey,
    estimateSize: (index) => guessedHeight(sources, index, box.current?.clientWidth),
    paddingStart: paddingTop,
    paddingEnd: 8,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
  })
}

type Start = { messages: Messages; first_unread_id: number | undefined; wanted_id: number | undefined }

/** Scrolls once to the wanted message, which it highlights, to the first unread one, or to the end. Returns whether that is done. */
export function useInitialScroll(virtual: List, { messages, first_unread_id, wanted_id }: Start) {
  const [isPositioned, setPositioned] = useState(false)
  useLayoutEffect(() => {
    if (isPositioned) return
    const index = messages.findIndex(({ id }) => id === (wanted_id ?? first_unread_id))
    if (index >= 0) virtual.scrollToIndex(index, { align: wanted_id === undefined ? 'start' : 'center' })
    else virtual.scrollToEnd()
    if (index >= 0 && wanted_id !== undefined) pointTo([`message ${wanted_id}`])
    setPositioned(true)
  }, [isPositioned, messages, first_unread_id, wanted_id, virtual])
  return isPositioned
}

/** Scrolls to the end when this person writes a message. */
export function useOwnMessageScroll(virtual: List, pending: readonly PendingMessage[]) {
  const last_id = pending.at(-1)?.temp_id
  const previous_id = useRef(last_id)
  useEffect(() => {
    if (last_id !== previous_id.current && last_id !== undefined) virtual.scrollToEnd()
    previous_id.current = last_id
  }, [last_id, virtual])
}

/** Stays at the end when the messages get less room, as when a line or a file is added below them. */
export function useStayAtEnd(virtual: List, box: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      const wasAtEnd = element.scrollHeight - element.scrollTop - height <= endThreshold
      height = element.clientHeight
      if (wasAtEnd) virtual.scrollToEnd()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [virtual, box])
}

type Loading = { room: Room; older: RoomView['older']; isPositioned: boolean }

/** Loads older messages when the list is scrolled near its start. */
export function useLoadOlder(virtual: List, { room, older, isPositioned }: Loading) {
  const firstShown = virtual.getVirtualItems()[0]?.index ?? 0
  useEffect(() => {
    if (isPositioned && older === 'some' && firstShown < prefetchRows) void room.loadOlder()
  }, [isPositioned, older, firstShown, room])
}

type Receipt = { messages: Messages; me_id: number; isActive: boolean; onSeen: (message_id: number) => void }

/** Calls `onSeen` when the latest message of the others is on the screen of an active page. */
export function useReadReceipt(virtual: List, { messages, me_id, isActive, onSeen }: Receipt) {
  const index = messages.findLastIndex(({ sender }) => sender !== me_id)
  const top = virtual.measurementsCache[index]?.start
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0)
  const latest_id = messages[index]?.id
  const isRead = isActive && top !== undefined && top + readHeight <= bottom
  useEffect(() => {
    if (isRead && latest_id !== undefined) onSeen(latest_id)
  }, [isRead, latest_id, onSeen])
}

type Position = {
  messages: Messages
  me_id: number
  first_unread_id: number | undefined
  isAtEnd: boolean
  isPositioned: boolean
}

/** The number of the others' messages since the list was last scrolled to its end. */
export function useUnseenCount({ messages, me_id, first_unread_id, isAtEnd, isPositioned }: Position) {
  const newest_id = messages.at(-1)?.id ?? 0
  const [seen_id, setSeen] = useState(() => (first_unread_id === undefined ? newest_id : first_unread_id - 1))
  useEffect(() => {
    if (isPositioned && isAtEnd) setSeen(newest_id)
  }, [isPositioned, isAtEnd, newest_id])
  return isAtEnd ? 0 : messagesAfter(messages, seen_id).filter(({ sender }) => sender !== me_id).length
}

/** The message below the divider: the first unread one on entering, later the first that came while the page was inactive. */
export function useFirstUnread({ messages, first_unread_id }: RoomView, me_id: number, isActive: boolean) {
  const [missed_id, setMissed] = useState<number>()
  const newest = messages.at(-1)
  const lastActive_id = useRef<number>(undefined)
  useEffect(() => {
    if (isActive) {
      lastActive_id.current = newest?.id ?? 0
      return
    }
    if (lastActive_id.current === undefined) return
    const first = messagesAfter(messages, lastActive_id.current).find(({ sender }) => sender !== me_id)
    if (first) {
      setMissed(first.id)
      lastActive_id.current = undefined
    }
  }, [isActive, messages, newest, me_id])
  return missed_id ?? first_unread_id
}
