import { Button, Stack } from '@mantine/core'
import { useRef } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { messageOf } from '../api/messages.ts'
import { Delayed } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import styles from './Chat.module.css'
import { Conversation } from './Conversation.tsx'
import { RoomList } from './RoomList.tsx'
import type { ListedRoom } from './rooms.ts'
import { WaitingMessages, WaitingRooms } from './skeletons.tsx'
import { useRestOfScreen } from './useRestOfScreen.ts'
import { useRooms } from './useRooms.ts'

/** The list of rooms, and beside it the room of the address: `/chat/12`, or `/chat?project=7` for a project's room. */
export function Chat() {
  const { roomId } = useParams()
  const { search } = useLocation()
  const { rooms, error, retry, refetchRooms } = useRooms()
  const frame = useRef<HTMLDivElement>(null)
  const height = useRestOfScreen(frame)
  const project = new URLSearchParams(search).get('project')
  const projectRoom = project && rooms?.find((room) => String(room.project?.id) === project)
  if (projectRoom) return <Navigate to={`/chat/${projectRoom.id}`} replace />
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
