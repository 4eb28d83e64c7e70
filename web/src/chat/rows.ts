import type { WorkFile } from 'contract'
import type { RoomMessage } from './messages.ts'
import type { PendingMessage } from './roomStore.ts'
import { dayOf } from './words.tsx'

/** A row of the conversation: a confirmed or a pending message, and what is shown above it. */
export type MessageRow = {
  message: RoomMessage | undefined
  pending: PendingMessage | undefined
  content: string
  files: readonly WorkFile[]
  sender: number
  sender_name: string
  timestamp: string
  isOwn: boolean
  isFirstOfDay: boolean
  /** The first of one person's messages without a pause. */
  isFirstOfGroup: boolean
  isFirstUnread: boolean
}

export type RowSources = {
  messages: readonly RoomMessage[]
  pending: readonly PendingMessage[]
  me: { id: number; name: string }
  first_unread_id: number | undefined
}

const none: readonly WorkFile[] = []

/** Milliseconds between two messages of one person after which a new group starts. */
const groupPause = 5 * 60_000

export function rowAt({ messages, pending, me, first_unread_id }: RowSources, index: number): MessageRow {
  const entryAt = (i: number) => {
    const unsent = pending[i - messages.length]
    return messages[i] ?? (unsent && { ...unsent, sender: me.id, sender_name: me.name })
  }
  const entry = entryAt(index)
  const before = entryAt(index - 1)
  if (!entry) throw new Error(`No message at ${index}`)
  const message = messages[index]
  const { content, files = none, sender, sender_name, timestamp } = entry
  const isFirstOfDay = !before || dayOf(before.timestamp) !== dayOf(timestamp)
  const isFirstUnread = message !== undefined && message.id === first_unread_id
  const isFirstOfGroup =
    isFirstOfDay || isFirstUnread || before.sender !== sender || Date.parse(timestamp) - Date.parse(before.timestamp) > groupPause
  return {
    message,
    pending: pending[index - messages.length],
    content,
    files,
    sender,
    sender_name,
    timestamp,
    isOwn: sender === me.id,
    isFirstOfDay,
    isFirstOfGroup,
    isFirstUnread,
  }
}

export const keyAt = ({ messages, pending }: Pick<RowSources, 'messages' | 'pending'>, index: number) =>
  messages[index]?.key ?? pending[index - messages.length]?.temp_id ?? index

/** Pixels. */
const letterWidth = 7
const lineHeight = 20
const fileHeight = 58

/** A row's approximate height in pixels. Cheap, as the list asks for it for every loaded message. */
export function guessedHeight({ messages }: Pick<RowSources, 'messages'>, index: number, width = 600) {
  const message = messages[index]
  if (!message) return lineHeight * 2
  const before = messages[index - 1]
  const letters = Math.max(10, Math.floor(Math.min(600, width * 0.75) / letterWidth))
  const paragraphs = message.content.length > letters || message.content.includes('\n') ? message.content.split('\n') : ['']
  const lines = paragraphs.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / letters)), 0)
  return 14 + lines * lineHeight + (message.files?.length ?? 0) * fileHeight + (before?.sender === message.sender ? 0 : 26)
}
