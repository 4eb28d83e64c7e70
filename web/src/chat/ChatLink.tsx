import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import styles from './ChatLink.module.css'
import { UnreadMessages } from './UnreadMessages.tsx'

/** Floats over the lower end of a page, and reserves the space that it would cover. */
export const ChatLink = () => (
  <div className={styles.room}>
    <Button
      component={Link}
      to="/chat"
      className={styles.link}
      radius="xl"
      size="md"
      leftSection={<IconMessageCircle size={20} aria-hidden />}
    >
      Chat
      <span className={styles.count}>
        <UnreadMessages />
      </span>
    </Button>
  </div>
)
