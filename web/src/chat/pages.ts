import type { ChatMessage } from 'contract'
import { asSaid } from './messages.ts'

/** What was said in a room: newest first, a page at most, as the endpoint answers. */
export type Read = (range: { before?: string; after?: string }) => Promise<ChatMessage[]>

export const pageSize = 50
/** Unread messages are counted so far, for a person who has seen nothing of the room yet. */
const mostPagesBack = 20

type Seen = { me_id: number; seen_id: number | null; unread_count: number }

/** Where a person begins: around what they have seen last, or at the end with all that is unread. Oldest first. */
export async function beginning(read: Read, { me_id, seen_id, unread_count }: Seen) {
  const isOthers = ({ sender }: ChatMessage) => sender !== me_id
  if (seen_id !== null && unread_count > 0) {
    const [before, next] = await Promise.all([read({ before: String(seen_id + 1) }), read({ after: String(seen_id) })])
    const first_unread_id = next.findLast(isOthers)?.id
    return { messages: [...next, ...before].reverse().map(asSaid), hasOlder: before.length === pageSize, first_unread_id }
  }
  let found = await read({})
  let hasOlder = found.length === pageSize
  for (let pages = 1; hasOlder && pages < mostPagesBack && found.filter(isOthers).length < unread_count; pages++) {
    const page = await read({ before: String(found.at(-1)?.id) })
    hasOlder = page.length === pageSize
    found = [...found, ...page]
  }
  const first_unread_id = found.filter(isOthers).slice(0, unread_count).at(-1)?.id
  return { messages: found.reverse().map(asSaid), hasOlder, first_unread_id }
}

/** Of a room in which nothing had been said. Newest first. */
export async function everything(read: Read) {
  let found = await read({})
  for (let count = found.length; count === pageSize; ) {
    const page = await read({ before: String(found.at(-1)?.id) })
    found = [...found, ...page]
    count = page.length
  }
  return found
}
