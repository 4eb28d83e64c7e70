import type { ChatMessage } from 'contract'
import type { PendingMessage } from './roomStore.ts'

/** A message with a stable key: the `temp_id` if this tab sent it, else the id. */
export type RoomMessage = ChatMessage & { key: string | number }

export const toRoomMessage = (message: ChatMessage): RoomMessage => ({ ...message, key: message.id })

const idsOf = (files: PendingMessage['files'] = []) => files.map(({ id }) => id).join()

/** Merges both by id. A known message stays, but takes the `temp_id` of its duplicate as its key. */
export function mergeById(known: readonly RoomMessage[], more: readonly RoomMessage[]): readonly RoomMessage[] {
  const newest = known.at(-1)?.id ?? 0
  if (more.every(({ id }, i) => id > (more[i - 1]?.id ?? newest))) return [...known, ...more]
  const oldest = known[0]?.id ?? 0
  if (more.every(({ id }, i) => id < (more[i - 1]?.id ?? oldest))) return [...more.toReversed(), ...known]
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of more) {
    const { id, key } = message
    const duplicate = byId.get(id)
    if (!duplicate) byId.set(id, message)
    else if (typeof key === 'string') byId.set(id, { ...duplicate, key })
  }
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/**
 * The pending messages to show. If a confirmation was lost, the stored message is fetched without its `temp_id`. Until it is
 * confirmed, an own message with the same text and files hides the pending one.
 */
export function unconfirmed(
  pending: readonly PendingMessage[],
  messages: readonly RoomMessage[],
  me_id: number,
): readonly PendingMessage[] {
  if (pending.length === 0) return pending
  const first = Math.min(...pending.map(({ after_id }) => after_id))
  const withoutTempId = messages
    .slice(messages.findLastIndex(({ id }) => id <= first) + 1)
    .filter(({ sender, key }) => sender === me_id && typeof key === 'number')
  return pending.filter(({ state, content, files, after_id }) => {
    if (state === 'failed') return true
    const index = withoutTempId.findIndex(
      (message) => message.content === content && message.id > after_id && idsOf(message.files) === idsOf(files),
    )
    if (index < 0) return true
    withoutTempId.splice(index, 1)
    return false
  })
}
