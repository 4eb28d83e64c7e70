import { storage, typedPrefix } from '../api/storage.ts'
import type { Pending } from './room.ts'

type Place = { person_id: number; room_id: number }

/** Milliseconds after which somebody who comes back is asked whether it is still to be sent. */
const stillMeant = 3_600_000
const tooLate = { state: 'failed', reason: 'It was not confirmed when you left.' } as const

const keyOf = (kind: 'draft' | 'outbox', { person_id, room_id }: Place) => `${typedPrefix}${kind} ${person_id} ${room_id}`

/** What a person has begun to write in a room. It outlives the page, not the log-out. */
export const draftIn = (place: Place) => storage.read(keyOf('draft', place)) ?? ''

export const keepDraft = (place: Place, text: string) => keep(keyOf('draft', place), text)

/** What a person has sent to a room and was not confirmed when the page was left. */
export const outboxOf = (place: Place) => ({
  read: (): Pending[] => {
    try {
      const kept = JSON.parse(storage.read(keyOf('outbox', place)) ?? '[]') as Pending[]
      return kept.map((one) => (Date.now() - Date.parse(one.timestamp) < stillMeant ? one : { ...one, ...tooLate }))
    } catch {
      return []
    }
  },
  write: (pending: readonly Pending[]) => keep(keyOf('outbox', place), pending.length ? JSON.stringify(pending) : ''),
})

function keep(key: string, text: string) {
  if (text) storage.write(key, text)
  else storage.remove(key)
}
