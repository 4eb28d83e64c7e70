import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { type Bus, type Connect, openBus } from '../bus/bus.ts'
import { overPostgres } from '../bus/postgres.ts'
import { overRedis } from '../bus/redis.ts'
import { afterCommit, afterEnd, type Db } from '../db/db.ts'
import type { PresenceNotice } from './presence.ts'
import { makeSequencer, type Position } from './sequencer.ts'

/**
 * Of those who have joined a topic: one person's sockets alone, or all but theirs, which get `instead` where there is one. A line
 * that has read what has this key a moment ago isn't told again. What has a place in its topic isn't told before the one that
 * it follows.
 */
type DeliveryOptions = { only?: number; except?: number; instead?: object; key?: string; place?: Position }

/** What travels between the servers: something for whoever has joined one of these topics, or a reason to look at sockets again. */
export type Notice =
  | ({ tenant_id: number } & (
      | ({ topics: string[]; message: object } & DeliveryOptions)
      | { recheck: number | 'everybody' }
      | { topic: string; there: number }
    ))
  | { presence: PresenceNotice }
type Heard = Exclude<Notice, { there: number } | { presence: PresenceNotice }>
type Stream = { tenant_id: number; topic: string }
type Doubter = (tenant_id: number, whose: number | 'everybody') => () => void

/** Where something happens that others are told. */
export type Publisher = { db: Db; tenant: { id: number } }

export type Channels = ReturnType<typeof channelsOver>

/** How handlers reach whoever is connected, to whichever server. Close its `bus` at the end, after all that sends. */
export const openChannels = async (carrier: Connect, onError: (error: unknown) => void = () => undefined) =>
  channelsOver(await openBus<Notice>(carrier, onError))

/**
 * What the servers of one product tell each other by: Redis where there is one, else the database. `database_url` is that of
 * any role that may log in. A Redis may be shared with others: the channel's name can't be guessed without the secret.
 */
export const carrierOf = ({ redis_url, session_secret }: Pick<Config, 'redis_url' | 'session_secret'>, database_url: string) =>
  redis_url
    ? overRedis(redis_url, `atrium ${createHash('sha256').update(`live ${session_secret}`).digest('base64url')}`)
    : overPostgres(database_url)

function channelsOver(bus: Bus<Notice>) {
  const lost: ((row: Stream) => void)[] = []
  const doubters: Doubter[] = []
  const order = makeSequencer((name) => {
    const [tenant_id = 0, topic = ''] = JSON.parse(name)
    for (const listener of lost) listener({ tenant_id, topic })
  })
  const nameOf = ({ tenant_id, topic }: Stream) => JSON.stringify([tenant_id, topic])
  const heard: ((notice: Heard) => void)[] = []
  const tell = (notice: Heard) => {
    for (const listener of heard) listener(notice)
  }
  bus.onGap(order.forget)
  bus.listen((notice) => {
    if ('presence' in notice) return
    if ('there' in notice) return order.expect(nameOf(notice), notice.there)
    const [topic] = 'topics' in notice && notice.place ? notice.topics : []
    if (topic === undefined || !('place' in notice) || !notice.place) return tell(notice)
    order.tell(nameOf({ tenant_id: notice.tenant_id, topic }), notice.place, () => tell(notice))
  })

  return {
    /** Once this has committed, sends a message to every socket of the tenant that has joined one of these topics, to each once. */
    send({ db, tenant }: Publisher, topics: string[], message: object, how: DeliveryOptions = {}) {
      afterCommit(db, () => bus.publish({ tenant_id: tenant.id, topics, message, ...how }))
    },

    /**
     * What sockets of this person, or of everybody in the tenant, hang on has changed: once this has committed, they are
     * closed unless they still stand. From now on until then those of this server hear nothing, as what others tell may be on
     * its way before it is known here that this has committed.
     */
    recheck({ db, tenant }: Publisher, whose: number | 'everybody') {
      const dispels = doubters.map((doubt) => doubt(tenant.id, whose))
      afterCommit(db, () => bus.publish({ tenant_id: tenant.id, recheck: whose }))
      afterEnd(db, () => {
        for (const dispel of dispels) dispel()
      })
    },

    /** That this one of the topic was told, if the server that stored it lived to do so. Those to whom it wasn't find out. */
    remind({ db, tenant }: Publisher, topic: string, there: number) {
      afterCommit(db, () => bus.publish({ tenant_id: tenant.id, topic, there }))
    },

    /** The same for this server alone, and at once. */
    expect: ({ tenant }: Pick<Publisher, 'tenant'>, topic: string, there: number) =>
      order.expect(nameOf({ tenant_id: tenant.id, topic }), there),

    /** Does something in this server once all of the topic up to this one has been told here: at once, as a rule. */
    inTurn: ({ tenant }: Pick<Publisher, 'tenant'>, topic: string, id: number, act: () => void) =>
      order.after(nameOf({ tenant_id: tenant.id, topic }), id, act),

    listen: (listener: (notice: Heard) => void) => void heard.push(listener),

    /** Somebody's right, or everybody's, may be about to end. The listener answers how to go on as before. */
    onDoubt: (listener: Doubter) => void doubters.push(listener),

    /** Something of this topic never came. */
    onLost: (listener: (row: Stream) => void) => void lost.push(listener),

    bus,
  }
}
