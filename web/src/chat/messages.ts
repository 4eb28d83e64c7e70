import type { ChatMessage } from 'contract'
import type { Pending } from './room.ts'

/** A message as the room shows it. `key` is the name under which it was sent from here, which it keeps; of others it is the id. */
export type Said = ChatMessage & { key: string | number }

export const asSaid = (message: ChatMessage): Said => ({ ...message, key: message.id })

/** Both together by id, each once. One that is there already stays, but takes the name under which it was sent. */
export function inOrder(known: readonly Said[], more: readonly Said[]): readonly Said[] {
  const newest = known.at(-1)?.id ?? 0
  if (more.every(({ id }, i) => id > (more[i - 1]?.id ?? newest))) return [...known, ...more]
  const oldest = known[0]?.id ?? 0
  if (more.every(({ id }, i) => id < (more[i - 1]?.id ?? oldest))) return [...more.toReversed(), ...known]
  const byId = new Map(known.map((one) => [one.id, one]))
  for (const one of more) {
    const there = byId.get(one.id)
    if (!there) byId.set(one.id, one)
    else if (typeof one.key === 'string') byId.set(one.id, { ...there, key: one.key })
  }
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/**
 * Those not confirmed yet that are to be shown. One that was stored, but whose confirmation was lost, has been read as one more
 * message of this person's: until it is confirmed under its name, that one stands for it.
 */
export function unconfirmed(pending: readonly Pending[], messages: readonly Said[], me_id: number): readonly Pending[] {
  if (pending.length === 0) return pending
  const first = Math.min(...pending.map(({ after_id }) => after_id))
  const unnamed = messages
    .slice(messages.findLastIndex(({ id }) => id <= first) + 1)
    .filter(({ sender, key }) => sender === me_id && typeof key === 'number')
  return pending.filter(({ state, content, after_id }) => {
    if (state === 'failed') return true
    const at = unnamed.findIndex((one) => one.content === content && one.id > after_id)
    if (at < 0) return true
    unnamed.splice(at, 1)
    return false
  })
}
