import { useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect, useState } from 'react'
import { keyOf } from '../api/data.ts'
import { followEvents } from '../live/follow.ts'
import { connectToEvents } from '../live/subscriptions.ts'
import { followInbox, newestIn } from '../notifications/inbox.ts'

/** Milliseconds after which a connection that was refused is tried once more, where the session still stands. */
const again = 30_000

/** The tab's one connection to what is told live, for as long as it is on the page. Once per person who is logged in. */
export function Live() {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a connection of its own
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const ends = [
      followInbox(client),
      followEvents(client),
      connectToEvents({
        newest: () => newestIn(client),
        onRefused() {
          // Whoever is paused, blocked or logged out is led away by this; and with that goes this connection.
          void client.invalidateQueries({ queryKey: keyOf(api.auth.me, {}) })
          timer = setTimeout(() => setAttempt((n) => n + 1), again)
        },
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [client, attempt])
  return null
}
