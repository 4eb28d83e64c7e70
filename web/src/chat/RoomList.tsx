import { Badge, Box, Button, Group, VisuallyHidden } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { NavLink, useSearchParams } from 'react-router'
import { usePresence } from '../live/presence.ts'
import { useMe } from '../session/session.ts'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { SearchField } from '../ui/list/SearchField.tsx'
import { matcherOf } from '../ui/list/search.ts'
import { formatMoment } from '../ui/text/dates.ts'
import { NewChat } from './NewChat.tsx'
import { PersonMark, ProjectMark } from './PersonMark.tsx'
import styles from './RoomList.module.css'
import { counted, type ListedRoom, otherIn, previewOf } from './rooms.ts'
import { useAway } from './useAway.ts'
import { shortWhen } from './words.tsx'

/** Longer lists get a search field. */
const searchFrom = 10

/** This person's rooms, newest message first. */
export function RoomList({ rooms }: { rooms: readonly ListedRoom[] }) {
  const [isChoosing, setChoosing] = useState(false)
  const [params, put] = useAddress()
  const search = params.get('search') ?? ''
  const onlineIds = usePresence()
  const away = useAway()
  const matches = matcherOf(search)
  const shown = search ? rooms.filter(({ name }) => matches(name)) : rooms
  return (
    <>
      <div className={styles.head}>
        <h2>Chats</h2>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconMessagePlus size={16} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          New chat
        </Button>
      </div>
      {(rooms.length > searchFrom || search) && (
        <SearchField
          className={styles.search}
          size="xs"
          label="Search chats..."
          value={search}
          onSearch={(text) => put({ search: text })}
        />
      )}
      {rooms.length === 0 && <Empty>No chat rooms available</Empty>}
      {rooms.length > 0 && shown.length === 0 && <NothingMatches clear={() => put({ search: '' })} />}
      <ul className={styles.list}>
        {shown.map((room) => (
          <li key={room.id}>
            <RoomLink room={room} onlineIds={onlineIds} away={away} />
          </li>
        ))}
      </ul>
      <NewChat isOpen={isChoosing} close={() => setChoosing(false)} onlineIds={onlineIds} />
    </>
  )
}

type LinkProps = { room: ListedRoom; onlineIds: ReadonlySet<number>; away: ReadonlyMap<number, string> }

function RoomLink({ room, onlineIds, away }: LinkProps) {
  const me = useMe()
  const [params] = useSearchParams()
  const search = params.get('search')
  const { id, name, last_message, unread_count, disabled_reason } = room
  const other = otherIn(room, me.id)
  const absence = other && away.get(other.id)
  return (
    <NavLink
      className={styles.link}
      to={{ pathname: `/chat/${id}`, search: search ? new URLSearchParams({ search }).toString() : '' }}
      data-is-unread={unread_count > 0}
      data-is-disabled={disabled_reason !== null}
    >
      {other ? (
        <PersonMark id={other.id} name={name} size={36} isOnline={onlineIds.has(other.id)} />
      ) : (
        <ProjectMark size={36} title="Project" />
      )}
      <Box component="span" flex={1} miw={0}>
        <Group component="span" gap="xs" align="baseline" wrap="nowrap">
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {last_message && (
            <time className="fine tabular" dateTime={last_message.timestamp} title={formatMoment(last_message.timestamp)}>
              {shortWhen(last_message.timestamp)}
            </time>
          )}
        </Group>
        <Group component="span" gap="xs" align="baseline" wrap="nowrap">
          <VisuallyHidden>{other ? 'Private chat. ' : 'Project chat. '}</VisuallyHidden>
          <span className={styles.preview} dir="auto">
            {absence && `${absence} · `}
            {previewOf(room, me.id) || <em>No messages yet</em>}
          </span>
          {unread_count > 0 && (
            <Badge component="span" variant="filled" radius="lg" px="var(--space-1-half)" fz="xs" className="tabular">
              {counted(unread_count)}
              <VisuallyHidden> unread</VisuallyHidden>
            </Badge>
          )}
        </Group>
      </Box>
    </NavLink>
  )
}
