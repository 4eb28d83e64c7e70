import { Button, Skeleton } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Participant } from 'contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMe } from '../session/session.ts'
import { Message } from './Message.tsx'
import styles from './MessageList.module.css'
import type { Pending, Room, RoomView } from './room.ts'
import type { Listed } from './rooms.ts'
import { guessedHeight, keyAt, rowAt } from './rows.ts'

/** Pixels: what is above the messages, and how near to the end counts as there. */
const top = 48
const nearEnd = 60
/** Messages before the first loaded one at which older ones are read. */
const early = 30
/** Pixels of a message on the screen that make it read. */
const enough = 30

type Props = {
  room: Room
  view: RoomView
  pending: readonly Pending[]
  listed: Listed
  /** Undefined until they are there. */
  participants: readonly Participant[] | undefined
  isLooking: boolean
  /** This person has just read up to here. */
  onSeen: (message_id: number) => void
  retry: (temp_id: string) => void
}

/** What was said, oldest first. Only what is near the screen is in the document. */
export function MessageList({ room, view, pending, listed, participants, isLooking, onSeen, retry }: Props) {
  const me = useMe()
  const box = useRef<HTMLDivElement>(null)
  const { messages, older } = view
  const first_unread_id = useFirstUnread(view, me.id, isLooking)
  const count = messages.length + pending.length
  const rows = { messages, pending, me, first_unread_id }
  // Of another function all keys are asked anew, at each step of scrolling.
  const getItemKey = useCallback((index: number) => keyAt({ messages, pending }, index), [messages, pending])

  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    getItemKey,
    estimateSize: (index) => guessedHeight(rows, index, box.current?.clientWidth),
    paddingStart: top,
    paddingEnd: 8,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
  })
  const isAtEnd = virtual.isAtEnd(nearEnd)

  // Where one begins: at what is new, else at the end.
  const [hasBegun, setBegun] = useState(false)
  useLayoutEffect(() => {
    if (hasBegun) return
    const first = messages.findIndex(({ id }) => id === first_unread_id)
    if (first >= 0) virtual.scrollToIndex(first, { align: 'start' })
    else virtual.scrollToEnd()
    setBegun(true)
  }, [hasBegun, messages, first_unread_id, virtual])

  const own = pending.at(-1)?.temp_id
  const lastOwn = useRef(own)
  useEffect(() => {
    if (own !== lastOwn.current && own !== undefined) virtual.scrollToEnd()
    lastOwn.current = own
  }, [own, virtual])

  const firstShown = virtual.getVirtualItems()[0]?.index ?? 0
  useEffect(() => {
    if (hasBegun && older === 'some' && firstShown < early) void room.readOlder()
  }, [hasBegun, older, firstShown, room])

  // The latest of somebody else's, once it is on the screen before somebody who looks.
  const latest = messages.findLastIndex(({ sender }) => sender !== me.id)
  const latestTop = virtual.measurementsCache[latest]?.start
  const bottom = (virtual.scrollOffset ?? 0) + (virtual.scrollRect?.height ?? 0)
  const latest_id = messages[latest]?.id
  const isRead = hasBegun && isLooking && latestTop !== undefined && latestTop + enough <= bottom
  useEffect(() => {
    if (isRead && latest_id !== undefined) onSeen(latest_id)
  }, [isRead, latest_id, onSeen])

  // What has come since one was last at the end.
  const newest_id = messages.at(-1)?.id ?? 0
  const [left_id, setLeft] = useState(() => (first_unread_id === undefined ? newest_id : first_unread_id - 1))
  useEffect(() => {
    if (hasBegun && isAtEnd) setLeft(newest_id)
  }, [hasBegun, isAtEnd, newest_id])
  const come = isAtEnd
    ? 0
    : messages.slice(messages.findLastIndex(({ id }) => id <= left_id) + 1).filter(({ sender }) => sender !== me.id).length

  const last = messages.findLast(({ sender }) => sender === me.id)?.id
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section ref={box} className={styles.box} aria-label="Messages" tabIndex={0}>
        <div className={styles.all} style={{ height: virtual.getTotalSize() }}>
          <div className={styles.before} style={{ height: top }}>
            {older === 'none' && <span>This is the beginning of the conversation.</span>}
            {(older === 'reading' || older === 'some') && (
              <Skeleton height={28} width={240} radius="md" animate={false} aria-hidden />
            )}
            {older === 'failed' && (
              <span role="alert">
                Failed to load older messages.{' '}
                <Button variant="subtle" size="compact-xs" onClick={() => void room.readOlder()}>
                  Try again
                </Button>
              </span>
            )}
          </div>
          <ol className={styles.list}>
            {virtual.getVirtualItems().map(({ key, index, start }) => {
              const shown = rowAt(rows, index)
              return (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={older === 'none' ? count : -1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Message
                    {...shown}
                    isProject={listed.room_type === 'PROJECT'}
                    seenBy={shown.message && shown.message.id === last ? seenBy(participants, view, last, me.id) : undefined}
                    isWaiting={view.line !== 'open'}
                    retry={retry}
                    discard={room.discard}
                  />
                </li>
              )
            })}
          </ol>
        </div>
      </section>
      {!isAtEnd && hasBegun && (
        <Button
          className={styles.new ?? ''}
          size="compact-sm"
          radius="xl"
          variant={come ? 'filled' : 'default'}
          rightSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => virtual.scrollToEnd()}
        >
          {come ? `${come} new` : 'Latest'}
        </Button>
      )}
    </div>
  )
}

/** Who of the others has seen this message, by name. */
const seenBy = (participants: Props['participants'], { seen }: RoomView, message_id: number, me_id: number) =>
  participants?.filter(({ id }) => id !== me_id && (seen.get(id) ?? 0) >= message_id).map(({ name }) => name)

/** Where the divider stands: at what was unread on entering, later at what came while nobody looked. */
function useFirstUnread({ messages, first_unread_id }: RoomView, me_id: number, isLooking: boolean) {
  const [came_id, setCame] = useState<number>()
  const newest = messages.at(-1)
  const leftAt = useRef<number>(undefined)
  useEffect(() => {
    if (isLooking) {
      leftAt.current = newest?.id ?? 0
      return
    }
    const left = leftAt.current
    if (left === undefined) return
    const first = messages.slice(messages.findLastIndex(({ id }) => id <= left) + 1).find(({ sender }) => sender !== me_id)
    if (first) {
      setCame(first.id)
      leftAt.current = undefined
    }
  }, [isLooking, messages, newest, me_id])
  return came_id ?? first_unread_id
}
