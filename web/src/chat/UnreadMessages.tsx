import { VisuallyHidden } from '@mantine/core'
import { counted, unreadIn } from './rooms.ts'
import { useRooms } from './useRooms.ts'

/** The number of unread messages in all rooms, 0 until it is loaded. */
export const useUnreadMessages = () => unreadIn(useRooms().rooms ?? [])

/** The number of unread messages, or nothing for none. */
export function UnreadMessages() {
  const unread = useUnreadMessages()
  if (!unread) return null
  return (
    <>
      {counted(unread)}
      <VisuallyHidden> unread</VisuallyHidden>
    </>
  )
}
