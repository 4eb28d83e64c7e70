import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { Delayed } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { useRestOfScreen } from '../ui/hooks/useRestOfScreen.ts'
import styles from './Chat.module.css'
import { Conversation } from './Conversation.tsx'
import { RoomList } from './RoomList.tsx'
import type { ListedRoom } from './rooms.ts'
import { WaitingMessages, WaitingRooms } from './skeletons.tsx'
import { listRoom, useRooms } from './useRooms.ts'

/**
 * The list of rooms, and beside it the room of the address: `/chat/12`, `/chat?project=7` for a project's room, or `/chat?person=8`
 * for a private chat, which is begun if there is none.
 */
export function Chat() {
  const { roomId } = useParams()
  const { search } = useLocation()
  const { rooms, error, retry, refetchRooms } = useRooms()
  const frame = useRef<HTMLDivElement>(null)
  const height = useRestOfScreen(frame)
  const params = new URLSearchParams(search)
  const project = params.get('project')
  const person = params.get('person')
  const projectRoom = project && rooms?.find((room) => String(room.project?.id) === project)
  if (projectRoom) return <Navigate to={`/chat/${projectRoom.id}`} replace />
  if (person && rooms) return <PrivateChat person_id={Number(person)} />
  const room = rooms?.find(({ id }) => String(id) === roomId)

  return (
    <div ref={frame} className={styles.place} style={{ height }}>
      <div className={styles.frame} data-has-room={roomId !== undefined}>
        <Stack component="section" gap={0} mih={0} className={styles.rooms} aria-label="Chats">
          {error && <Failed message="Failed to load chats." hint={messageOf(error, '')} retry={retry} />}
          {!rooms && !error && (
            <Delayed>
              <WaitingRooms />
            </Delayed>
          )}
          {rooms && <RoomList rooms={rooms} />}
        </Stack>
        <Stack gap={0} justify="center" miw={0} mih={0} className={styles.room}>
          {roomId === undefined && rooms && (
            <Empty>
              {rooms.length > 0
                ? 'Choose a chat on the left, or begin a new one.'
                : 'Begin a chat with anybody of your workspace. The chats of your projects appear by themselves.'}
            </Empty>
          )}
          {roomId !== undefined && !rooms && !error && (
            <Delayed>
              <WaitingMessages />
            </Delayed>
          )}
          {roomId !== undefined && rooms && <Opened key={roomId} room={room} refetchRooms={refetchRooms} />}
        </Stack>
      </div>
    </div>
  )
}

/** Goes to the private chat with this person. */
function PrivateChat({ person_id }: { person_id: number }) {
  const { id: me_id } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isError } = useChange(api.chat.privateChat, { touches: [api.chat.rooms] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per person
  useEffect(() => {
    mutate(
      { body: { participants: [me_id, person_id] } },
      {
        onSuccess: (room) => {
          listRoom(client, room)
          void navigate(`/chat/${room.id}`, { replace: true })
        },
      },
    )
  }, [person_id])
  return isError ? <Failed message="Failed to create private chat." /> : null
}

function Opened({ room, refetchRooms }: { room: ListedRoom | undefined; refetchRooms: () => void }) {
  const wasListed = useRef(false)
  if (room) {
    wasListed.current = true
    return <Conversation room={room} refetchRooms={refetchRooms} />
  }
  return (
    <Empty
      action={
        <Button component={Link} to="/chat" variant="default">
          Back to chats
        </Button>
      }
    >
      {wasListed.current ? 'You are no longer in this chat.' : 'This chat does not exist, or is not for you.'}
    </Empty>
  )
}
