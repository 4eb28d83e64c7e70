import { Button, Skeleton, Stack } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { Participant } from 'contract'
import { useRef } from 'react'
import { useMe } from '../session/session.ts'
import { Message } from './Message.tsx'
import styles from './MessageList.module.css'
import type { Room } from './room.ts'
import type { PendingMessage, RoomView } from './roomStore.ts'
import type { ListedRoom } from './rooms.ts'
import { rowAt } from './rows.ts'
import {
  endThreshold,
  paddingTop,
  useFirstUnread,
  useInitialScroll,
  useLoadOlder,
  useMessageVirtualizer,
  useOwnMessageScroll,
  useReadReceipt,
  useStayAtEnd,
  useUnseenCount,
} from './scrolling.ts'

type Props = {
  room: Room
  view: RoomView
  pending: readonly PendingMessage[]
  listed: ListedRoom
  /** Undefined until they are loaded. */
  participants: readonly Participant[] | undefined
  isActive: boolean
  /** The message to begin at. */
  wanted_id: number | undefined
  /** Called when this person has seen the room up to a message. */
  onSeen: (message_id: number) => void
  retry: (temp_id: string) => void
}

/** The messages, oldest first. Only those near the screen are in the document. */
export function MessageList({ room, view, pending, listed, participants, isActive, wanted_id, onSeen, retry }: Props) {
  const me = useMe()
  const box = useRef<HTMLDivElement>(null)
  const { messages, older } = view
  const first_unread_id = useFirstUnread(view, me.id, isActive)
  const count = messages.length + pending.length
  const sources = { messages, pending, me, first_unread_id }
  const virtual = useMessageVirtualizer(box, sources)
  const isAtEnd = virtual.isAtEnd(endThreshold)
  const isPositioned = useInitialScroll(virtual, { messages, first_unread_id, wanted_id })
  useOwnMessageScroll(virtual, pending)
  useStayAtEnd(virtual, box)
  useLoadOlder(virtual, { room, older, isPositioned })
  useReadReceipt(virtual, { messages, me_id: me.id, isActive: isPositioned && isActive, onSeen })
  const unseenCount = useUnseenCount({ messages, me_id: me.id, first_unread_id, isAtEnd, isPositioned })

  const lastOwn_id = messages.findLast(({ sender }) => sender === me.id)?.id
  return (
    <Stack gap={0} flex={1} mih={0} pos="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section ref={box} className={styles.box} aria-label="Messages" tabIndex={0}>
        <div className={styles.all} style={{ height: virtual.getTotalSize() }}>
          <OlderMessages older={older} retry={() => void room.loadOlder()} />
          <ol className={styles.list}>
            {virtual.getVirtualItems().map(({ key, index, start }) => {
              const row = rowAt(sources, index)
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
                    {...row}
                    isProject={listed.room_type === 'PROJECT'}
                    seenBy={
                      row.message && row.message.id === lastOwn_id ? seenBy(participants, view, lastOwn_id, me.id) : undefined
                    }
                    isWaiting={view.connection !== 'open'}
                    retry={retry}
                    discard={room.discard}
                  />
                </li>
              )
            })}
          </ol>
        </div>
      </section>
      {!isAtEnd && isPositioned && <JumpToEnd unseenCount={unseenCount} onClick={() => virtual.scrollToEnd()} />}
    </Stack>
  )
}

/** What is above the first loaded message. */
const OlderMessages = ({ older, retry }: { older: RoomView['older']; retry: () => void }) => (
  <div className={styles.before} style={{ height: paddingTop }}>
    {older === 'none' && <span>This is the beginning of the conversation.</span>}
    {(older === 'loading' || older === 'some') && <Skeleton height={28} width={240} radius="md" animate={false} aria-hidden />}
    {older === 'failed' && (
      <span role="alert">
        Failed to load older messages.{' '}
        <Button variant="subtle" size="compact-xs" onClick={retry}>
          Try again
        </Button>
      </span>
    )}
  </div>
)

const JumpToEnd = ({ unseenCount, onClick }: { unseenCount: number; onClick: () => void }) => (
  <Button
    className={styles.new}
    size="compact-sm"
    radius="xl"
    variant={unseenCount ? 'filled' : 'default'}
    rightSection={<IconArrowDown size={14} aria-hidden />}
    onClick={onClick}
  >
    {unseenCount ? `${unseenCount} new` : 'Latest'}
  </Button>
)

/** The names of the others who have seen this message. */
const seenBy = (participants: Props['participants'], { lastSeen }: RoomView, message_id: number, me_id: number) =>
  participants?.filter(({ id }) => id !== me_id && (lastSeen.get(id) ?? 0) >= message_id).map(({ name }) => name)
