import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Pools } from '../context.ts'
import { overloaded } from '../errors.ts'
import { Buckets } from '../security/rates.ts'
import { Semaphore } from '../semaphore.ts'

/** A page opens with up to 93 requests and a script may make 200 at once. These wait instead of being refused. */
const maxQueueLength = 256
/**
 * Once a queue has lasted longer than a burst, requests that would wait longer are refused, so that those that are taken are answered while
 * somebody waits for them. Milliseconds.
 */
const longestWait = 1000
const longestBurst = 5000
const rememberedOwners = 10_000

export type AdmissionControl = ReturnType<typeof makeAdmissionControl>

/** Keeps the requests of one session, person or tenant from slowing the others. Limits count in this process alone. */
export function makeAdmissionControl(pools: Pools, { rate_limit }: Pick<Config, 'rate_limit'>) {
  const bucketsOf = (kind: 'session' | 'person' | 'tenant') => new Buckets(rate_limit, kind)
  const [sessions, people, tenants] = [bucketsOf('session'), bucketsOf('person'), bucketsOf('tenant')]
  /** The person of each session, once a request has found out. */
  const owners = new Map<string, string>()

  const maxOf = (pool: pg.Pool) => pool.options.max ?? 1
  const poolFor = (tenant_id: number) => (tenant_id === 0 ? pools.platform : pools.workspace)
  const slots = new Semaphore<number>({
    // The platform has a pool to itself.
    permitsPerKey: (tenant_id) => (tenant_id === 0 ? maxOf(pools.platform) : Math.ceil(maxOf(pools.workspace) / 3)),
    maxWaiting: () => maxQueueLength,
    // A request may wait here twice as long as it may then wait for a connection.
    timeout: () => 2 * (pools.workspace.options.connectionTimeoutMillis ?? 0),
  })

  return {
    /** How many requests wait for their tenant's share. */
    waiting: () => slots.waiting(),

    /** Refuses a request before its body is read and the database is queried. */
    admit(tenant_id: number) {
      tenants.take(String(tenant_id))
      if (!slots.hasRoom(tenant_id) || slots.expectedWait(tenant_id, longestBurst) > longestWait) throw overloaded()
    },

    admitSession(tenant_id: number, session_key: string) {
      const session = `${tenant_id}.${session_key}`
      sessions.take(session)
      const person = owners.get(session)
      if (person) people.take(person)
    },

    /** Counts the session's later requests for its person as well. */
    remember({ tenant_id, session_key, person_id }: { tenant_id: number; session_key: string; person_id: number }) {
      // Clearing everything is safe: the next request of each session restores its entry.
      if (owners.size >= rememberedOwners) owners.clear()
      owners.set(`${tenant_id}.${session_key}`, `${tenant_id}.${person_id}`)
    },

    /** The tenant's share of the pool: a third of the workspaces' connections. Further requests wait here, not in the pool's own queue. */
    poolOf: (tenant_id: number) => ({
      async connect() {
        const releaseSlot = await slots.acquire(tenant_id)
        try {
          const client = await poolFor(tenant_id).connect()
          const release = client.release
          client.release = (destroy) => {
            release(destroy)
            releaseSlot()
          }
          return client
        } catch (error) {
          releaseSlot()
          throw error
        }
      },
    }),
  }
}
