import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Pools } from '../context.ts'
import { overloaded } from '../errors.ts'
import { Buckets } from '../security/rates.ts'
import { keyedSemaphore } from '../semaphore.ts'

/** A page opens with up to 93 requests, and a script may make 200 at once: they wait, they are not refused. */
const longestQueue = 256
const rememberedOwners = 10_000

export type AdmissionControl = ReturnType<typeof makeAdmissionControl>

/** Keeps what one session, person or tenant asks for from slowing the others. It counts for this process alone. */
export function makeAdmissionControl(pools: Pools, { rate_limit }: Pick<Config, 'rate_limit'>) {
  const bucketsOf = (kind: 'session' | 'person' | 'tenant') => new Buckets(rate_limit, kind)
  const [sessions, people, tenants] = [bucketsOf('session'), bucketsOf('person'), bucketsOf('tenant')]
  /** The person of a session, once known. */
  const owners = new Map<string, string>()

  const connectionsOf = (pool: pg.Pool) => pool.options.max ?? 1
  // The platform has a pool to itself.
  const atOnce = (tenant_id: number) =>
    tenant_id === 0 ? connectionsOf(pools.platform) : Math.ceil(connectionsOf(pools.workspace) / 3)
  // A request may wait for its turn twice as long as it may then wait for a connection.
  const patience = () => 2 * (pools.workspace.options.connectionTimeoutMillis ?? 0)
  const places = keyedSemaphore<number>(atOnce, { longest: longestQueue, patience })

  return {
    /** Refuses a request before its body is read and the database asked. */
    admit(tenant_id: number) {
      tenants.take(String(tenant_id))
      if (places.isFull(tenant_id)) throw overloaded()
    },

    admitSession(tenant_id: number, session_key: string) {
      const session = `${tenant_id}.${session_key}`
      sessions.take(session)
      const person = owners.get(session)
      if (person) people.take(person)
    },

    /** From now on the session's requests count for its person as well. */
    remember({ tenant_id, session_key, person_id }: { tenant_id: number; session_key: string; person_id: number }) {
      // All are forgotten at once and learned again by their next request.
      if (owners.size >= rememberedOwners) owners.clear()
      owners.set(`${tenant_id}.${session_key}`, `${tenant_id}.${person_id}`)
    },

    /** The connections that the requests of one tenant share: a third of the workspaces'. The others wait here, not in the pool's own line. */
    poolOf: (tenant_id: number) => ({
      async connect() {
        const leave = await places.enter(tenant_id)
        try {
          const client = await pools[tenant_id === 0 ? 'platform' : 'workspace'].connect()
          const release = client.release
          client.release = (destroy) => {
            release(destroy)
            leave()
          }
          return client
        } catch (error) {
          leave()
          throw error
        }
      },
    }),
  }
}
