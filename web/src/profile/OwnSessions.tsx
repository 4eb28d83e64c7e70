import { Button, Group, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { api, type OpenSession } from 'contract'
import { useRef } from 'react'
import { useChange, useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './Profile.module.css'

const touches = [api.sessions.list]
const notEnded = 'The session could not be ended.'

/** The person's open sessions, each of which they can end. */
export function OwnSessions() {
  const sessions = useData(api.sessions.list, {})
  const { mutateAsync: endOthers, isPending } = useChange(api.sessions.endOthers, { touches })
  const list = useRef<HTMLUListElement>(null)
  // The button that has been pressed goes.
  const keepFocus = () => list.current?.focus()
  const others = sessions.filter(({ is_present }) => !is_present).length

  const endAll = async () => {
    const message = 'You stay logged in here. Everywhere else, the next person has to log in.'
    if (!(await confirm({ title: 'End all other sessions?', message }))) return
    await endOthers({}).then(
      () => {
        keepFocus()
        toast.success('Logged out everywhere else.')
      },
      (error) => toast.error(messageOf(error, notEnded)),
    )
  }

  return (
    <>
      <ul ref={list} className={styles.sessions} aria-label="Sessions" tabIndex={-1}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} onEnd={keepFocus} />
        ))}
      </ul>
      {others > 0 && (
        <Button variant="default" mt="sm" loading={isPending} onClick={() => void endAll()}>
          Log out everywhere else
        </Button>
      )}
    </>
  )
}

function Session({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { id, browser, address, last_used_at, is_present } = session
  const { mutateAsync: end, isPending } = useChange(api.sessions.end, { touches })
  const name = browser ?? 'Unknown browser'
  const endIt = () =>
    end({ params: { session_id: String(id) } }).then(
      () => {
        onEnd()
        toast.success('Session ended.')
      },
      (error) => toast.error(messageOf(error, notEnded)),
    )
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <IconDevices size={20} aria-hidden className="dimmed" />
      <div className={styles.session}>
        <Text inherit fw="var(--weight-medium)">
          {name}
        </Text>
        <Text inherit fz="var(--text-small)" c="dimmed">
          {is_present ? 'This browser' : <RelativeTime at={last_used_at} />}
          {address !== null && ` · ${address}`}
        </Text>
      </div>
      {!is_present && (
        <Button variant="default" size="xs" loading={isPending} aria-label={`End ${name}`} onClick={() => void endIt()}>
          End
        </Button>
      )}
    </Group>
  )
}
