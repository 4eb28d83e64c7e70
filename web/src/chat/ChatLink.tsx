import { Badge, Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { UnreadMessages, useUnreadMessages } from './UnreadMessages.tsx'

/** A link for the top bar, where it stays in reach and covers nothing. */
export const ChatLink = () => (
  <Button component={Link} to="/chat" leftSection={<IconMessageCircle size={20} aria-hidden />}>
    Chat
    <Unread />
  </Button>
)

const Unread = () =>
  useUnreadMessages() > 0 && (
    <Badge component="span" variant="white" radius="lg" px="xs" ms="xs" fz="xs" c="accent.8">
      <UnreadMessages />
    </Badge>
  )
