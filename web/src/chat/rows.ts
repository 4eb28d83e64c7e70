import type { Said } from './messages.ts'
import type { Pending } from './room.ts'
import { dayOf } from './words.tsx'

/** A line of the conversation: a message, or one that is not confirmed yet, and what stands above it. */
export type Row = {
  message: Said | undefined
  pending: Pending | undefined
  content: string
  sender: number
  sender_name: string
  timestamp: string
  isOwn: boolean
  /** It begins a day. */
  isDay: boolean
  /** It begins what one person said in a while. */
  isFirst: boolean
  /** It is the first that was unread. */
  isNew: boolean
}

type From = {
  messages: readonly Said[]
  pending: readonly Pending[]
  me: { id: number; name: string }
  first_unread_id: number | undefined
}

/** Milliseconds after which somebody who goes on begins anew. */
const pause = 5 * 60_000

export function rowAt({ messages, pending, me, first_unread_id }: From, index: number): Row {
  const at = (i: number) => {
    const message = messages[i]
    if (message) return message
    const one = pending[i - messages.length]
    return one && { ...one, sender: me.id, sender_name: me.name }
  }
  const one = at(index)
  const before = at(index - 1)
  if (!one) throw new Error(`No message at ${index}`)
  const message = messages[index]
  const { content, sender, sender_name, timestamp } = one
  const isDay = !before || dayOf(before.timestamp) !== dayOf(timestamp)
  const isNew = message !== undefined && message.id === first_unread_id
  const isFirst = isDay || isNew || before.sender !== sender || Date.parse(timestamp) - Date.parse(before.timestamp) > pause
  return {
    message,
    pending: pending[index - messages.length],
    content,
    sender,
    sender_name,
    timestamp,
    isOwn: sender === me.id,
    isDay,
    isFirst,
    isNew,
  }
}

/** Its name in the list. */
export const keyAt = ({ messages, pending }: Pick<From, 'messages' | 'pending'>, index: number) =>
  messages[index]?.key ?? pending[index - messages.length]?.temp_id ?? index

const letter = 7
const line = 20

/** About how high it will be, in pixels, in a list so wide: cheap, as it is asked of all that were ever loaded. */
export function guessedHeight({ messages }: Pick<From, 'messages'>, index: number, width = 600) {
  const one = messages[index]
  if (!one) return line * 2
  const before = messages[index - 1]
  const letters = Math.max(10, Math.floor(Math.min(600, width * 0.75) / letter))
  const paragraphs = one.content.length > letters || one.content.includes('\n') ? one.content.split('\n') : ['']
  const lines = paragraphs.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / letters)), 0)
  return 14 + lines * line + (before?.sender === one.sender ? 0 : 26)
}
