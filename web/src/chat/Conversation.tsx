import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconFolder } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Participant } from 'contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePresence } from '../live/presence.ts'
import { useMe } from '../session/session.ts'
import { Delayed } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Composer } from './Composer.tsx'
import styles from './Conversation.module.css'
import { MessageList } from './MessageList.tsx'
import { unconfirmed } from './messages.ts'
import { PersonMark } from './PersonMark.tsx'
import { notConnected, type Room } from './room.ts'
import { type Listed, otherIn } from './rooms.ts'
import { WaitingMessages } from './skeletons.tsx'
import { useIsLooking, useRoom, useView } from './useRoom.ts'
import { markSeen, useParticipants } from './useRooms.ts'
import { typingWords } from './words.tsx'

type Props = { room: Listed; readAgain: () => void }

/** A room, as long as this person is in it. */
export function Conversation({ room, readAgain }: Props) {
  const [attempt, setAttempt] = useState(0)
  const participants = useParticipants(room.id)
  return (
    <section className={styles.conversation} aria-label={room.name}>
      <Head room={room} participants={participants} />
      <Opened
        key={attempt}
        room={room}
        participants={participants}
        readAgain={readAgain}
        openAgain={() => setAttempt(attempt + 1)}
      />
    </section>
  )
}

/** Everybody in the room; undefined until they are there. */
type WithPeople = { participants: readonly Participant[] | undefined }

function Opened({ room: listed, participants, readAgain, openAgain }: Props & WithPeople & { openAgain: () => void }) {
  const [isOver, setOver] = useState(false)
  const room = useRoom(listed, {
    onOver() {
      setOver(true)
      readAgain()
    },
    onRefused: readAgain,
  })
  if (isOver)
    return (
      <Empty
        action={
          <Button variant="default" onClick={openAgain}>
            Try again
          </Button>
        }
      >
        You are no longer in this chat.
      </Empty>
    )
  return room && <Talk room={room} listed={listed} participants={participants} readAgain={readAgain} />
}

function Head({ room, participants }: { room: Listed } & WithPeople) {
  const me = useMe()
  const here = usePresence()
  const [params] = useSearchParams()
  const other = otherIn(room, me.id)
  return (
    <header className={styles.head}>
      <ActionIcon
        component={Link}
        to={{ pathname: '/chat', search: params.toString() }}
        className={styles.back ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Back to chats"
      >
        <IconArrowLeft size={20} />
      </ActionIcon>
      {other ? (
        <PersonMark id={other.id} name={room.name} size={32} isHere={here.has(other.id)} />
      ) : (
        <span className={styles.project}>
          <IconFolder size={18} aria-hidden />
        </span>
      )}
      <div className={styles.names}>
        <h2 dir="auto" title={room.name}>
          {room.project && me.role === 'project_manager' ? (
            <Link to={`/project_manager/projects/${room.project.id}`}>{room.name}</Link>
          ) : (
            room.name
          )}
        </h2>
        <div className={styles.about} title={other ? other.email : participants?.map(({ name }) => name).join(', ')}>
          {other ? `Private chat · ${here.has(other.id) ? 'Online' : 'Offline'}` : 'Project chat'}
          {!other && participants && ` · ${peopleIn(participants, me.id, here)}`}
        </div>
      </div>
    </header>
  )
}

function peopleIn(participants: readonly Participant[], me_id: number, here: ReadonlySet<number>) {
  const present = participants.filter(({ id }) => id !== me_id && here.has(id)).length
  const count = participants.length
  return `${count} ${count === 1 ? 'person' : 'people'}${present ? `, ${present} online` : ''}`
}

type TalkProps = { room: Room; listed: Listed; readAgain: () => void } & WithPeople

function Talk({ room, listed, participants, readAgain }: TalkProps) {
  const me = useMe()
  const client = useQueryClient()
  const isLooking = useIsLooking()
  const view = useView(room)
  useEffect(() => {
    if (participants) room.noteSeen(participants)
  }, [room, participants])
  const pending = useMemo(() => unconfirmed(view.pending, view.messages, me.id), [view.pending, view.messages, me.id])
  const [isRefused, setRefused] = useState(false)
  const isOpen = view.line === 'open'
  useEffect(() => {
    if (isOpen) setRefused(false)
  }, [isOpen])

  useEffect(() => {
    if (isLooking) void room.look()
  }, [isLooking, room])

  // What others have seen meanwhile was told to those who were connected.
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && isOpen) readAgain()
    wasLost.current = view.line === 'lost'
  }, [view.line, isOpen, readAgain])

  const see = useCallback(
    (message_id: number) => {
      room.see(message_id)
      markSeen(client, me.id, listed.id, message_id)
    },
    [room, client, me.id, listed.id],
  )

  const tell = (isSent: boolean) => {
    setRefused(!isSent)
    return isSent
  }
  return (
    <>
      {view.line === 'lost' && (
        <div className={styles.lost} role="status">
          Connection lost. Reconnecting…
        </div>
      )}
      {view.state === 'reading' && (
        <div className={styles.fill}>
          <Delayed>
            <WaitingMessages />
          </Delayed>
        </div>
      )}
      {view.state === 'failed' && (
        <div className={styles.fill}>
          <Failed message="Failed to load messages." retry={() => void room.begin()} />
        </div>
      )}
      {view.state === 'ready' && view.messages.length + pending.length === 0 && (
        <div className={styles.fill}>
          <Empty>{listed.disabled_reason ? 'No messages yet.' : 'No messages yet. Say hello.'}</Empty>
        </div>
      )}
      {view.state === 'ready' && view.messages.length + pending.length > 0 && (
        <MessageList
          room={room}
          view={view}
          pending={pending}
          listed={listed}
          participants={participants}
          isLooking={isLooking}
          onSeen={see}
          retry={(id) => tell(room.retry(id))}
        />
      )}
      <div className={styles.typing}>{typingWords(view.typing.map(({ user_name }) => user_name))}</div>
      <Arrivals view={view} me_id={me.id} />
      {isRefused && (
        <div className={styles.alert} role="alert">
          <strong>{notConnected}</strong> <span>Your text is still here; send it once the connection is back.</span>
        </div>
      )}
      {listed.disabled_reason ? (
        <p className={styles.disabled} role="status">
          {listed.disabled_reason}
        </p>
      ) : (
        <Composer room_id={listed.id} name={listed.name} send={(text) => tell(room.send(text))} onType={room.type} />
      )}
    </>
  )
}

const spoken = 200

/** Says aloud what others have just written. */
function Arrivals({ view, me_id }: { view: ReturnType<Room['view']>; me_id: number }) {
  const last = view.messages.at(-1)
  const [known, setKnown] = useState<number | undefined>(undefined)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (view.state !== 'ready') return
    setKnown(last?.id ?? 0)
    if (known === undefined || !last || last.id <= known || last.sender === me_id) return
    setWords(`${last.sender_name}: ${last.content.slice(0, spoken)}`)
  }, [view.state, last, known, me_id])
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}
