import { Alert, Modal, Skeleton, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { api, type ChatUser, roleNames } from 'contract'
import { type UIEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { Delayed } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import styles from './NewChat.module.css'
import { PersonMark } from './PersonMark.tsx'
import { listRoom } from './useRooms.ts'

const pageSize = 100
/** Pixels before the end of the list at which the next page is fetched. */
const prefetchDistance = 400

type Props = { isOpen: boolean; close: () => void; onlineIds: ReadonlySet<number> }

/** The dialog in which a person chooses whom to talk to. */
export function NewChat({ isOpen, close, onlineIds }: Props) {
  const navigate = useNavigate()
  // After a choice the focus moves to the composer instead of back to the button.
  const [hasChosen, setChosen] = useState(false)
  useEffect(() => {
    if (isOpen) setChosen(false)
  }, [isOpen])
  const goTo = (room_id: number) => {
    const path = `/chat/${room_id}`
    flushSync(() => setChosen(path !== window.location.pathname))
    close()
    void navigate(path)
  }
  return (
    <Modal opened={isOpen} onClose={close} title="New chat" returnFocus={!hasChosen}>
      <Choice goTo={goTo} onlineIds={onlineIds} />
    </Modal>
  )
}

function Choice({ goTo, onlineIds }: { goTo: (room_id: number) => void; onlineIds: ReadonlySet<number> }) {
  const me = useMe()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const people = usePeople(search)
  const { mutate, isPending, isError, variables } = useChange(api.chat.privateChat, { touches: [api.chat.rooms] })

  const talkTo = (person: ChatUser) => {
    if (isPending) return
    mutate(
      { body: { participants: [me.id, person.id] } },
      {
        onSuccess: (room) => {
          listRoom(client, room)
          goTo(room.id)
        },
      },
    )
  }
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (scrollHeight - scrollTop - clientHeight < prefetchDistance) people.more()
  }

  return (
    <>
      <PersonSearch value={typed} onChange={setTyped} />
      {isError && (
        <Alert role="alert" color="red" mt="sm">
          Failed to create private chat.
        </Alert>
      )}
      <div className={styles.list} onScroll={onScroll}>
        {people.error && <Failed message="Failed to load people." hint={messageOf(people.error, '')} retry={people.retry} />}
        {people.list?.length === 0 && <Empty>No users found.</Empty>}
        <ul>
          {people.list?.map((person) => (
            <PersonButton
              key={person.id}
              person={person}
              isOnline={onlineIds.has(person.id)}
              isDisabled={isPending}
              isChosen={isPending && variables?.body.participants.includes(person.id)}
              onClick={() => talkTo(person)}
            />
          ))}
        </ul>
        {people.isWaiting && (
          <Delayed>
            {Array.from({ length: 5 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <Skeleton key={i} height={40} my="xs" animate={false} />
            ))}
          </Delayed>
        )}
      </div>
      <VisuallyHidden role="status">{people.list && search ? `${people.list.length} found` : ''}</VisuallyHidden>
    </>
  )
}

const PersonSearch = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextInput
    type="search"
    pt="var(--space-half)"
    data-autofocus
    aria-label="Search people..."
    placeholder="Search people..."
    autoComplete="off"
    leftSection={<IconSearch size={16} aria-hidden />}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

type PersonButtonProps = {
  person: ChatUser
  isOnline: boolean
  isDisabled: boolean
  isChosen: boolean | undefined
  onClick: () => void
}

const PersonButton = ({ person, isOnline, isDisabled, isChosen, onClick }: PersonButtonProps) => (
  <li>
    <button type="button" className={styles.person} aria-disabled={isDisabled} data-is-chosen={isChosen} onClick={onClick}>
      <PersonMark id={person.id} name={person.full_name} size={32} isOnline={isOnline} />
      <Stack component="span" gap={0} miw={0}>
        <span className={styles.name} dir="auto">
          {person.full_name}
        </span>
        <span className="truncate fine">
          {roleNames[person.role]} · {person.email}
        </span>
      </Stack>
    </button>
  </li>
)

function usePeople(search: string) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [api.chat.users.route, search],
    queryFn: ({ signal, pageParam }) => call(api.chat.users, { query: { search, offset: String(pageParam) } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: ChatUser[], all) => (last.length < pageSize ? undefined : all.length * pageSize),
  })
  return {
    list: data?.pages.flat(),
    error,
    isWaiting: isFetching,
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    retry: () => void refetch(),
  }
}
