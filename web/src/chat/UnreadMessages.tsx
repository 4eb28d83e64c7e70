import { VisuallyHidden } from '@mantine/core'
import { counted, unreadIn } from './rooms.ts'
import { useRooms } from './useRooms.ts'

/** How many messages wait in all rooms together, 0 until that is known. */
export const useUnreadMessages = () => unreadIn(useRooms().rooms ?? [])

/** The number of unread messages; nothing where there is none. */
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
