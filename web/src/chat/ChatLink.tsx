import { Badge, Box, Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import styles from './ChatLink.module.css'
import { UnreadMessages, useUnreadMessages } from './UnreadMessages.tsx'

/** Floats over the lower end of a page, and reserves the space that it would cover. */
export const ChatLink = () => (
  <Box h="xl">
    <Button
      component={Link}
      to="/chat"
      className={styles.link}
      radius="xl"
      size="md"
      leftSection={<IconMessageCircle size={20} aria-hidden />}
    >
      Chat
      <Unread />
    </Button>
  </Box>
)

const Unread = () =>
  useUnreadMessages() > 0 && (
    <Badge component="span" variant="white" radius="lg" px="xs" ms="xs" fz="xs" c="teal.8">
      <UnreadMessages />
    </Badge>
  )
