import { ActionIcon, Alert, Button, Stack, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Participant } from 'contract'
import { plainText } from 'contract/plain-text'
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
import { PersonMark, ProjectMark } from './PersonMark.tsx'
import { notConnected, type Room } from './room.ts'
import type { RoomView } from './roomStore.ts'
import { type ListedRoom, onlyFiles, otherIn } from './rooms.ts'
import { WaitingMessages } from './skeletons.tsx'
import { useAway } from './useAway.ts'
import { useIsActive, useRoom, useView } from './useRoom.ts'
import { markSeen, useParticipants } from './useRooms.ts'
import { typingWords } from './words.tsx'

type Props = { room: ListedRoom; refetchRooms: () => void }

/** The conversation of a room that this person is in. */
export function Conversation({ room, refetchRooms }: Props) {
  const [attempt, setAttempt] = useState(0)
  const participants = useParticipants(room.id)
  return (
    <Stack component="section" gap={0} flex={1} miw={0} mih={0} aria-label={room.name}>
      <Head room={room} participants={participants} />
      <Opened
        key={attempt}
        room={room}
        participants={participants}
        refetchRooms={refetchRooms}
        reopen={() => setAttempt(attempt + 1)}
      />
    </Stack>
  )
}

/** The message to open the room at: `/chat/12?message=34`. */
function useWantedMessage() {
  const [params] = useSearchParams()
  return Number(params.get('message')) || undefined
}

/** Undefined until they are loaded. */
type WithParticipants = { participants: readonly Participant[] | undefined }

function Opened({ room: listed, participants, refetchRooms, reopen }: Props & WithParticipants & { reopen: () => void }) {
  const [isRemoved, setRemoved] = useState(false)
  const wanted_id = useWantedMessage()
  const room = useRoom(listed, {
    wanted_id,
    onConnectionRefused() {
      setRemoved(true)
      refetchRooms()
    },
    onMessageRefused: refetchRooms,
  })
  if (isRemoved)
    return (
      <Empty
        action={
          <Button variant="default" onClick={reopen}>
            Try again
          </Button>
        }
      >
        You are no longer in this chat.
      </Empty>
    )
  return room && <OpenRoom room={room} listed={listed} participants={participants} refetchRooms={refetchRooms} />
}

function Head({ room, participants }: { room: ListedRoom } & WithParticipants) {
  const me = useMe()
  const onlineIds = usePresence()
  const [params] = useSearchParams()
  const away = useAway()
  const other = otherIn(room, me.id)
  const absence = other && away.get(other.id)
  return (
    <header className={styles.head}>
      <ActionIcon
        component={Link}
        to={{ pathname: '/chat', search: params.toString() }}
        className={styles.back}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Back to chats"
      >
        <IconArrowLeft size={20} />
      </ActionIcon>
      {other ? (
        <PersonMark id={other.id} name={room.name} size={32} isOnline={onlineIds.has(other.id)} />
      ) : (
        <ProjectMark size={32} />
      )}
      <div className={styles.names}>
        <h2 dir="auto" className="truncate" title={room.name}>
          {room.project && me.role === 'project_manager' ? (
            <Link to={`/project_manager/projects/${room.project.id}`}>{room.name}</Link>
          ) : (
            room.name
          )}
        </h2>
        <div className="truncate fine" title={other ? other.email : participants?.map(({ name }) => name).join(', ')}>
          {other ? `Private chat · ${onlineIds.has(other.id) ? 'Online' : 'Offline'}` : 'Project chat'}
          {absence && ` · ${absence}`}
          {!other && participants && ` · ${peopleIn(participants, me.id, onlineIds)}`}
        </div>
      </div>
    </header>
  )
}

function peopleIn(participants: readonly Participant[], me_id: number, onlineIds: ReadonlySet<number>) {
  const online = participants.filter(({ id }) => id !== me_id && onlineIds.has(id)).length
  const count = participants.length
  return `${count} ${count === 1 ? 'person' : 'people'}${online ? `, ${online} online` : ''}`
}

type OpenRoomProps = { room: Room; listed: ListedRoom; refetchRooms: () => void } & WithParticipants

function OpenRoom({ room, listed, participants, refetchRooms }: OpenRoomProps) {
  const me = useMe()
  const client = useQueryClient()
  const isActive = useIsActive()
  const wanted_id = useWantedMessage()
  const view = useView(room)
  useEffect(() => {
    if (participants) room.mergeLastSeen(participants)
  }, [room, participants])
  const pending = useMemo(() => unconfirmed(view.pending, view.messages, me.id), [view.pending, view.messages, me.id])
  const isEmpty = view.messages.length + pending.length === 0
  const { hasFailed, reportSent } = useSendFailure(view)
  useCatchUp(room, { view, isActive, refetchRooms })
  const seeMessage = useCallback(
    (message_id: number) => {
      room.markSeen(message_id)
      markSeen(client, me.id, listed.id, message_id)
    },
    [room, client, me.id, listed.id],
  )

  return (
    <>
      {view.connection === 'lost' && <ConnectionLost />}
      <Placeholder view={view} isEmpty={isEmpty} isDisabled={Boolean(listed.disabled_reason)} retry={() => void room.load()} />
      {view.state === 'ready' && !isEmpty && (
        <MessageList
          key={wanted_id}
          wanted_id={wanted_id}
          room={room}
          view={view}
          pending={pending}
          listed={listed}
          participants={participants}
          isActive={isActive}
          onSeen={seeMessage}
          retry={(id) => reportSent(room.retry(id))}
        />
      )}
      <div className={styles.typing}>{typingWords(view.typing.map(({ user_name }) => user_name))}</div>
      <NewMessages view={view} me_id={me.id} />
      {hasFailed && (
        <Alert role="alert" color="red" mx="md" mb="xs" px="sm" py="xs">
          <strong>{notConnected}</strong> <span>Your text is still here; send it once the connection is back.</span>
        </Alert>
      )}
      {listed.disabled_reason ? (
        <p className={styles.disabled} role="status">
          {listed.disabled_reason}
        </p>
      ) : (
        <Composer
          room_id={listed.id}
          roomName={listed.name}
          send={(text, files) => reportSent(room.send(text, files))}
          onType={room.reportTyping}
        />
      )}
    </>
  )
}

const ConnectionLost = () => (
  <div className={styles.lost} role="status">
    Connection lost. Reconnecting…
  </div>
)

/** Whether the last message was not accepted, until the connection is open again. */
function useSendFailure({ connection }: RoomView) {
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (connection === 'open') setFailed(false)
  }, [connection])
  const reportSent = (isSent: boolean) => {
    setFailed(!isSent)
    return isSent
  }
  return { hasFailed, reportSent }
}

type CatchUp = { view: RoomView; isActive: boolean; refetchRooms: () => void }

/** Catches up when the page becomes active or the connection returns. */
function useCatchUp(room: Room, { view: { connection }, isActive, refetchRooms }: CatchUp) {
  useEffect(() => {
    if (isActive) void room.catchUp()
  }, [isActive, room])

  // Receipts of the others were pushed only to open connections.
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && connection === 'open') refetchRooms()
    wasLost.current = connection === 'lost'
  }, [connection, refetchRooms])
}

type PlaceholderProps = { view: RoomView; isEmpty: boolean; isDisabled: boolean; retry: () => void }

/** Fills the place of the messages while there are none. */
function Placeholder({ view: { state }, isEmpty, isDisabled, retry }: PlaceholderProps) {
  if (state === 'ready' && !isEmpty) return null
  return (
    <Stack gap={0} flex={1} justify="center" mih={0} className={styles.fill}>
      {state === 'loading' && (
        <Delayed>
          <WaitingMessages />
        </Delayed>
      )}
      {state === 'failed' && <Failed message="Failed to load messages." retry={retry} />}
      {state === 'ready' && <Empty>{isDisabled ? 'No messages yet.' : 'No messages yet. Say hello.'}</Empty>}
    </Stack>
  )
}

const announcedLength = 200

/** Announces new messages of the others to screen readers. */
function NewMessages({ view, me_id }: { view: RoomView; me_id: number }) {
  const last = view.messages.at(-1)
  const [known_id, setKnown] = useState<number | undefined>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (view.state !== 'ready') return
    setKnown(last?.id ?? 0)
    if (known_id === undefined || !last || last.id <= known_id || last.sender === me_id) return
    setAnnouncement(`${last.sender_name}: ${(plainText(last.content) || onlyFiles).slice(0, announcedLength)}`)
  }, [view.state, last, known_id, me_id])
  return <VisuallyHidden role="status">{announcement}</VisuallyHidden>
}
