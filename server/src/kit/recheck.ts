import { closeCodes } from 'contract'
import { Refusal } from './errors.ts'
import type { Hub } from './hub.ts'
import type { Line } from './line.ts'

type Due = { whose: Set<number | 'everybody'>; andRead: boolean }

/** So many tenants at the same time: a look at all of them leaves connections to the requests. */
const atOnce = 4
const retryMilliseconds = 500

type Eyes = {
  /** Looks at these lines of one tenant, and closes those that don't stand. Rejects with a refusal where the database is away. */
  look: (tenant_id: number, lines: Line[]) => Promise<void>
  onError: (error: unknown) => void
}

/** Looks at open sockets again, tenant by tenant; what comes up during a look has another one. Tries until it could look. */
export function makeRecheck(hub: Hub, { look, onError }: Eyes) {
  const due = new Map<number, Due>()
  const busy = new Set<number>()
  let isStopped = false

  function ask(tenant_id: number, whose: number | 'everybody', andRead = false) {
    const asked = due.get(tenant_id)
    due.set(tenant_id, { whose: new Set(asked?.whose).add(whose), andRead: andRead || (asked?.andRead ?? false) })
    go()
  }

  function go() {
    for (const [tenant_id, asked] of due) {
      if (busy.size >= atOnce || isStopped) return
      if (busy.has(tenant_id)) continue
      due.delete(tenant_id)
      busy.add(tenant_id)
      void lookAt(tenant_id, asked).finally(() => {
        busy.delete(tenant_id)
        go()
      })
    }
  }

  async function lookAt(tenant_id: number, { whose, andRead }: Due) {
    // Whose a line is that is just being opened is not known yet.
    const lines = hub.linesOf(tenant_id).filter(({ me }) => whose.has('everybody') || !me || whose.has(me.id))
    if (!lines.length) return
    try {
      await look(tenant_id, lines)
    } catch (error) {
      onError(error)
      // Not to know whether somebody may stay is no reason to let them; they come again and are admitted, or are not.
      if (!(error instanceof Refusal)) for (const line of lines) line.close(closeCodes.failed, 'Something went wrong.')
      setTimeout(() => {
        for (const one of whose) ask(tenant_id, one, andRead)
      }, retryMilliseconds)
      return
    }
    if (andRead) for (const line of lines) await line.read()
  }

  return {
    /** Looks at those of this person, or of everybody in the tenant. */
    ask: (tenant_id: number, whose: number | 'everybody') => ask(tenant_id, whose),
    /** Looks at all; `andRead` also sends each what it may have missed. */
    everywhere({ andRead }: { andRead: boolean }) {
      for (const tenant_id of hub.tenants()) ask(tenant_id, 'everybody', andRead)
    },
    stop() {
      isStopped = true
    },
  }
}
