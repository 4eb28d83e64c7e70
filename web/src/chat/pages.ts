import type { ChatMessage } from 'contract'
import { toRoomMessage } from './messages.ts'

/** Fetches one page of a room's messages, newest first. */
export type FetchMessages = (range: { before?: string; after?: string }) => Promise<ChatMessage[]>

export const pageSize = 50
/** The pages searched for the first unread message of a person who has seen nothing of the room. */
const maxInitialPages = 20

export type ReadPosition = {
  me_id: number
  seen_id: number | null
  unread_count: number
  /** The message to open the room at. */
  wanted_id?: number | undefined
}

/**
 * The messages that a room opens with: those around the wanted one or the last one seen, or the newest with all unread ones. Oldest
 * first.
 */
export async function fetchInitial(fetch: FetchMessages, { me_id, seen_id, unread_count, wanted_id }: ReadPosition) {
  const isOthers = ({ sender }: ChatMessage) => sender !== me_id
  const middle_id = wanted_id ?? (unread_count > 0 ? seen_id : null)
  if (middle_id !== null) {
    const [before, next] = await Promise.all([fetch({ before: String(middle_id + 1) }), fetch({ after: String(middle_id) })])
    const first_unread_id = wanted_id === undefined ? next.findLast(isOthers)?.id : undefined
    return { messages: [...next, ...before].reverse().map(toRoomMessage), hasOlder: before.length === pageSize, first_unread_id }
  }
  let messages = await fetch({})
  let hasOlder = messages.length === pageSize
  for (let pages = 1; hasOlder && pages < maxInitialPages && messages.filter(isOthers).length < unread_count; pages++) {
    const page = await fetch({ before: String(messages.at(-1)?.id) })
    hasOlder = page.length === pageSize
    messages = [...messages, ...page]
  }
  const first_unread_id = messages.filter(isOthers).slice(0, unread_count).at(-1)?.id
  return { messages: messages.reverse().map(toRoomMessage), hasOlder, first_unread_id }
}

/** All messages of a room that was empty when it was opened. Newest first. */
export async function fetchAll(fetch: FetchMessages) {
  let messages = await fetch({})
  for (let count = messages.length; count === pageSize; ) {
    const page = await fetch({ before: String(messages.at(-1)?.id) })
    messages = [...messages, ...page]
    count = page.length
  }
  return messages
}
