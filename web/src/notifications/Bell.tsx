import { ActionIcon, Button, Popover, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { Notification } from 'contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Failed } from '../ui/Failed.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import styles from './Bell.module.css'
import { useInbox } from './useInbox.ts'

const most = 99

/** The unread count, and behind it the newest notifications. */
export function Bell() {
  const { inbox, hasFailed, retry, markRead, markAllRead } = useInbox()
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const unread = inbox?.unread_count ?? 0
  const label = unread ? `Notifications, ${unread} unread` : 'Notifications'

  const follow = ({ id, link, is_read }: Notification) => {
    if (!is_read) markRead(id)
    if (!link) return
    setOpen(false)
    void navigate(link)
  }

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={styles.bell ?? ''}
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
              {unread > most ? `${most}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''} aria-label="Notifications">
        <div className={styles.head}>
          <h2>Notifications</h2>
          {unread > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={markAllRead}>
              Mark all as read
            </Button>
          )}
        </div>
        {hasFailed && <Failed message="Failed to load notifications." retry={retry} />}
        {inbox?.results.length === 0 && <p className={styles.none}>No notifications yet.</p>}
        {inbox && inbox.results.length > 0 && (
          <ul className={styles.list}>
            {inbox.results.map((notification) => (
              <li key={notification.id}>
                <button
                  type="button"
                  className={styles.item}
                  data-is-unread={!notification.is_read}
                  onClick={() => follow(notification)}
                >
                  <span>
                    {!notification.is_read && <VisuallyHidden>Unread: </VisuallyHidden>}
                    {notification.message}
                  </span>
                  <RelativeTime at={notification.created_at} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
      <VisuallyHidden role="status">{unread > 0 ? label : ''}</VisuallyHidden>
    </Popover>
  )
}
