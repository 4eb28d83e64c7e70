import { ActionIcon, Box, Button, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { Notification } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Delayed, SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './Bell.module.css'
import { useInbox } from './useInbox.ts'

const maxShown = 99

type State = ReturnType<typeof useInbox>

/** The unread count, which opens the list of notifications. */
export function Bell() {
  const state = useInbox()
  const [isOpen, setOpen] = useState(false)
  const unread = state.inbox?.unread_count ?? 0
  const label = unread ? `Notifications, ${unread} unread` : 'Notifications'
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={styles.bell}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={18} />
          {unread > 0 && (
            <span className={styles.badge} aria-hidden>
              {unread > maxShown ? `${maxShown}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label="Notifications" data-notifications>
        <Panel {...state} unread={unread} close={() => setOpen(false)} />
      </Popover.Dropdown>
      <VisuallyHidden role="status">{unread > 0 ? label : ''}</VisuallyHidden>
    </Popover>
  )
}

type PanelProps = State & { unread: number; close: () => void }

function Panel({ inbox, hasFailed, retry, older, markRead, markAllRead, unread, close }: PanelProps) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const open = ({ id, link, is_read }: Notification) => {
    if (!is_read) markRead(id)
    if (!link) return
    close()
    void navigate(link)
  }
  const readAll = () => {
    // The focused button disappears.
    heading.current?.focus()
    markAllRead()
  }
  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} data-autofocus>
          Notifications
        </h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={readAll}>
            Mark all as read
          </Button>
        )}
      </div>
      {!inbox && !hasFailed && (
        <Box px="md" py="sm">
          <Delayed>
            <SkeletonRows rows={4} height={56} />
          </Delayed>
        </Box>
      )}
      {hasFailed && <Failed message="Failed to load notifications." retry={retry} />}
      {inbox?.results.length === 0 && <Empty>No notifications yet.</Empty>}
      {inbox && inbox.results.length > 0 && <NotificationList {...{ inbox, older, open }} />}
    </>
  )
}

type NotificationListProps = {
  inbox: NonNullable<State['inbox']>
  older: State['older']
  open: (notification: Notification) => void
}

function NotificationList({ inbox: { results, next }, older, open }: NotificationListProps) {
  const list = useRef<HTMLUListElement>(null)
  const length = useRef(results.length)
  // Moves the focus to the first of the older notifications that were just loaded.
  useEffect(() => {
    const button = list.current?.children[length.current]?.querySelector('button')
    if (results.length > length.current && document.activeElement === document.body) button?.focus()
    length.current = results.length
  }, [results.length])
  return (
    <div className={styles.scroll}>
      <ul ref={list}>
        {results.map((notification) => (
          <li key={notification.id}>
            <button
              type="button"
              className={styles.item}
              data-is-unread={!notification.is_read}
              onClick={() => open(notification)}
            >
              <span>
                {!notification.is_read && <VisuallyHidden>Unread: </VisuallyHidden>}
                {notification.message}
              </span>
              <span className="fine">
                <RelativeTime at={notification.created_at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {older.hasFailed && (
        <Box component="p" mx="sm" my="2xs" c="var(--mantine-color-error)" role="alert">
          Failed to load older notifications.
        </Box>
      )}
      {next !== null && (
        <Button variant="subtle" fullWidth size="compact-md" my="2xs" loading={older.isPending} onClick={older.show}>
          Show more
        </Button>
      )}
    </div>
  )
}
