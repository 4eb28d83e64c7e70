import { useEffect } from 'react'
import { Chat } from '../chat/Chat.tsx'
import { counted } from '../chat/rooms.ts'
import { useUnreadMessages } from '../chat/UnreadMessages.tsx'
import { useMe } from '../session/session.ts'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export function ChatPage() {
  const unread = useUnreadMessages()
  useEffect(() => {
    document.title = `${unread ? `(${counted(unread)}) ` : ''}Chat · Atrium`
  }, [unread])
  return (
    <WorkShell {...sidebarOf(useMe().role)} title="Chat">
      <Chat />
    </WorkShell>
  )
}
