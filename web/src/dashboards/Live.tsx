import { useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { useEffect, useState } from 'react'
import { keyOf } from '../api/data.ts'
import { connectToEvents, onFrame, useConnectionState } from '../live/subscriptions.ts'
import { followEvents } from '../live/sync.ts'
import { findNewRelease } from '../local/appFiles.ts'
import { forgetLocalProject } from '../local/localData.ts'
import { followInbox, newestIn } from '../notifications/inbox.ts'
import { useMe } from '../session/session.ts'
import { serveReferences } from '../ui/text/references/start.ts'

/** Milliseconds until a refused connection is retried, if the session is still valid. */
const retryDelay = 30_000

/** Keeps the tab's one live connection open while it is mounted, for the person who is logged in. */
export function Live() {
  const client = useQueryClient()
  const { id: me_id } = useMe()
  const [attempt, setAttempt] = useState(0)
  const state = useConnectionState()
  useEffect(() => {
    // The connection may have been lost to a restart with a new release.
    if (state === 'open') void findNewRelease()
  }, [state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens a new connection
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stops = [
      followInbox(client),
      followEvents(client, me_id),
      serveReferences(async () => (await import('../live/references.ts')).followReferences(me_id)),
      onFrame((frame) => {
        if ('type' in frame && frame.type === 'gone') forgetLocalProject(client, frame.project_id)
      }),
      connectToEvents({
        newest: () => newestIn(client),
        onRefused() {
          // A paused, blocked or logged-out person is redirected by this, which unmounts this component.
          void client.invalidateQueries({ queryKey: keyOf(api.auth.me, {}) })
          timer = setTimeout(() => setAttempt((n) => n + 1), retryDelay)
        },
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client, me_id, attempt])
  return null
}
