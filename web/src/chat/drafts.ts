import { draftOf, keepDraft as keep } from '../api/drafts.ts'
import type { PendingMessage } from './roomStore.ts'

type Owner = { person_id: number; room_id: number }

/** Milliseconds after which a message is no longer sent by itself. */
const resendWindow = 3_600_000
const expired = { state: 'failed', reason: 'It was not confirmed when you left.' } as const

const keyOf = (kind: 'draft' | 'outbox', { person_id, room_id }: Owner) => `${kind} ${person_id} ${room_id}`

/** The unsent text of a person in a room. */
export const draftIn = (owner: Owner) => draftOf(keyOf('draft', owner))

export const keepDraft = (owner: Owner, text: string) => keep(keyOf('draft', owner), text)

/** The messages to a room that were unconfirmed when the page was left. */
export const outboxOf = (owner: Owner) => ({
  read: (): PendingMessage[] => {
    try {
      const kept = JSON.parse(draftOf(keyOf('outbox', owner)) || '[]') as PendingMessage[]
      return kept.map((message) =>
        Date.now() - Date.parse(message.timestamp) < resendWindow ? message : { ...message, ...expired },
      )
    } catch {
      return []
    }
  },
  write: (pending: readonly PendingMessage[]) => keep(keyOf('outbox', owner), pending.length ? JSON.stringify(pending) : ''),
})
