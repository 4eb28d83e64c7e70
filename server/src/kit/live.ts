import { type Bus, openBus } from './bus.ts'
import { overPostgres } from './bus-postgres.ts'
import { afterCommit, type Db } from './db.ts'

/**
 * Of those who have joined a topic: one person's sockets alone, or all but theirs. A line that has read what has this key
 * a moment ago isn't told again.
 */
type How = { only?: number; except?: number; key?: string }

/** What travels between the servers: something for whoever has joined one of these topics, or a reason to look at sockets again. */
export type Notice = { tenant_id: number } & (({ topics: string[]; message: object } & How) | { recheck: number | 'everybody' })

/** Where something happens that others are told. */
export type Told = { db: Db; tenant: { id: number } }

export type Live = ReturnType<typeof liveOver>

/**
 * How handlers reach whoever is connected, to whichever server. `url` is that of any role that may log in. Close its `bus`
 * at the end, after all that sends.
 */
export const openLive = async (url: string, onError: (error: unknown) => void = () => undefined) =>
  liveOver(await openBus<Notice>(overPostgres(url), onError))

const liveOver = (bus: Bus<Notice>) => ({
  /** Once this has committed, sends a message to every socket of the tenant that has joined one of these topics, to each once. */
  send({ db, tenant }: Told, topics: string[], message: object, how: How = {}) {
    afterCommit(db, () => bus.publish({ tenant_id: tenant.id, topics, message, ...how }))
  },

  /**
   * What sockets of this person, or of everybody in the tenant, hang on has changed: once this has committed, they are
   * closed unless they still stand.
   */
  recheck({ db, tenant }: Told, whose: number | 'everybody') {
    afterCommit(db, () => bus.publish({ tenant_id: tenant.id, recheck: whose }))
  },

  bus,
})
