import { closeCodes } from 'contract'
import { Refusal } from '../errors.ts'
import type { Connection } from './connection.ts'
import type { Registry } from './registry.ts'

type Due = { whose: Set<number | 'everybody'>; andRead: boolean; dispels: (() => void)[] }

/** So many tenants at the same time: a look at all of them leaves connections to the requests. */
const atOnce = 4
const retryMilliseconds = 500

type Options = {
  /** Looks at these lines of one tenant, and closes those that don't stand. Rejects with a refusal where the database is away. */
  look: (tenant_id: number, lines: Connection[]) => Promise<void>
  onError: (error: unknown) => void
}

/** Looks at open sockets again, tenant by tenant; what comes up during a look has another one. Tries until it could look. */
export function makeRevalidation(hub: Registry, { look, onError }: Options) {
  const due = new Map<number, Due>()
  const busy = new Set<number>()
  let isStopped = false

  function ask(tenant_id: number, { whose, andRead, dispels }: Due) {
    const asked = due.get(tenant_id)
    due.set(tenant_id, {
      whose: new Set([...(asked?.whose ?? []), ...whose]),
      andRead: andRead || (asked?.andRead ?? false),
      dispels: [...(asked?.dispels ?? []), ...dispels],
    })
    go()
  }

  // Whose a line is that is just being opened is not known yet.
  const linesOf = (tenant_id: number, whose: Set<number | 'everybody'>) =>
    hub.linesOf(tenant_id).filter(({ me }) => whose.has('everybody') || !me || whose.has(me.id))

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

  /** They are sent nothing until the doubt is dispelled, in the way that is answered. */
  function doubt(tenant_id: number, who: number | 'everybody') {
    const lines = linesOf(tenant_id, new Set([who]))
    for (const line of lines) line.suspend()
    return () => {
      for (const line of lines) line.resume()
    }
  }

  async function lookAt(tenant_id: number, asked: Due) {
    const lines = linesOf(tenant_id, asked.whose)
    try {
      if (lines.length) await look(tenant_id, lines)
    } catch (error) {
      onError(error)
      // Not to know whether somebody may stay is no reason to let them; they come again and are admitted, or are not.
      if (!(error instanceof Refusal)) for (const line of lines) line.close(closeCodes.failed, 'Something went wrong.')
      setTimeout(() => ask(tenant_id, asked), retryMilliseconds)
      return
    }
    for (const dispel of asked.dispels) dispel()
    if (asked.andRead) for (const line of lines) await line.read()
  }

  return {
    doubt,
    /** Looks at those of this person, or of everybody in the tenant. Until then they are sent nothing. */
    ask(tenant_id: number, who: number | 'everybody') {
      ask(tenant_id, { whose: new Set([who]), andRead: false, dispels: [doubt(tenant_id, who)] })
    },
    /** Looks at all; `andRead` also sends each what it may have missed. */
    everywhere({ andRead }: { andRead: boolean }) {
      for (const tenant_id of hub.tenants()) ask(tenant_id, { whose: new Set(['everybody' as const]), andRead, dispels: [] })
    },
    stop() {
      isStopped = true
    },
  }
}
