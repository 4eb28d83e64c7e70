import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { type Bus, type Connect, openBus } from '../bus/bus.ts'
import { overPostgres } from '../bus/postgres.ts'
import { overRedis } from '../bus/redis.ts'
import type { Pools } from '../context.ts'
import { afterCommit, afterEnd, type Db } from '../db/db.ts'
import type { LogIns } from '../db/migrate.ts'
import { Outbox } from './outbox.ts'
import type { PresenceNotice } from './presence.ts'
import { type Position, Sequencer } from './sequencer.ts'

/** A person's id, or everybody of the tenant. */
export type Affected = number | 'everybody'

/**
 * `only` sends to one person's connections; `except` sends to all but theirs, which receive `instead` if it is given. A connection that
 * has just read the content with this `key` is skipped. A message with a `position` waits for its predecessor in the topic.
 */
type DeliveryOptions = { only?: number; except?: number; instead?: object; key?: string; position?: Position }

/** `isRepeated`: the process that stored it died, perhaps after sending it. */
type Message = { tenant_id: number; topics: string[]; message: object; isRepeated?: true } & DeliveryOptions
type Revalidate = { tenant_id: number; revalidate: Affected }
/** What the servers tell each other. A server ignores notices that it does not know, which another version may send. */
export type Notice = Message | Revalidate | { tenant_id: number; topic: string; expected: number } | { presence: PresenceNotice }
type Topic = { tenant_id: number; topic: string }
/** Suspends the connections of those affected, and returns the function that resumes them. */
type Suspend = (tenant_id: number, affected: Affected) => () => void

/** The transaction and the tenant in which something is published. */
type Scope = { db: Db; tenant: { id: number } }

/** Opens the channels by which handlers reach the connections of every server. Close them last, after everything that publishes. */
export const openChannels = async (
  carrier: Connect,
  pools: Pick<Pools, 'platform'>,
  onError: (error: unknown) => void = () => undefined,
) => new Channels(await openBus<Notice>(carrier, onError), pools)

/**
 * The carrier between the servers: Redis if it is configured, else PostgreSQL. A Redis may be shared with other products: nobody can
 * guess the channel's name without the database's key.
 */
export const carrierOf = ({ redis_url }: Pick<Config, 'redis_url'>, { urlOf, key }: LogIns) =>
  redis_url
    ? overRedis(redis_url, `atrium ${createHash('sha256').update(`live ${key}`).digest('base64url')}`)
    : overPostgres(urlOf('atrium_workspace'))

const streamName = ({ tenant_id, topic }: Topic) => JSON.stringify([tenant_id, topic])

export class Channels {
  readonly bus: Bus<Notice>
  readonly #outbox: Outbox<Notice>
  readonly #messageListeners: ((message: Message) => void)[] = []
  readonly #revalidateListeners: ((notice: Revalidate) => void)[] = []
  readonly #lossListeners: ((topic: Topic) => void)[] = []
  readonly #suspenders: Suspend[] = []
  readonly #sequencer = new Sequencer((name) => {
    const [tenant_id = 0, topic = ''] = JSON.parse(name)
    for (const listener of this.#lossListeners) listener({ tenant_id, topic })
  })

  constructor(bus: Bus<Notice>, pools: Pick<Pools, 'platform'>) {
    this.bus = bus
    this.#outbox = new Outbox(pools, (notice) => bus.publish(notice))
    bus.onGap(() => this.#sequencer.reset())
    bus.listen((notice) => this.#receive(notice))
  }

  /** Sends a message to every subscriber of these topics, once each, after the commit. */
  send({ db, tenant }: Scope, topics: string[], message: object, options: DeliveryOptions = {}) {
    this.#outbox.add(db, { tenant_id: tenant.id, topics, message, ...options })
  }

  /** The same for a message about nothing that is stored. It is lost if this process dies. */
  sendTransient({ db, tenant }: Scope, topics: string[], message: object, options: DeliveryOptions = {}) {
    afterCommit(db, () => this.bus.publish({ tenant_id: tenant.id, topics, message, ...options }))
  }

  /** Sends what processes that have died left behind, from now on. Returns the function that stops it. */
  sendLeftBehind() {
    return this.#outbox.sweep((notice) => this.bus.publish('topics' in notice ? { ...notice, isRepeated: true } : notice))
  }

  async close() {
    await this.#outbox.close()
    await this.bus.close()
  }

  /**
   * Re-checks the connections of those affected after the commit, and closes those that are no longer admitted. Until the transaction
   * ends, those of this server receive nothing: others may publish before this server learns of the commit.
   */
  revalidate({ db, tenant }: Scope, affected: Affected) {
    const resumers = this.#suspenders.map((suspend) => suspend(tenant.id, affected))
    this.#outbox.add(db, { tenant_id: tenant.id, revalidate: affected })
    afterEnd(db, () => {
      for (const resume of resumers) resume()
    })
  }

  /**
   * States in every server that the topic's message with this id exists. If the server that stored it died before sending it, this
   * reveals the loss.
   */
  expectEverywhere({ db, tenant }: Scope, topic: string, id: number) {
    afterCommit(db, () => this.bus.publish({ tenant_id: tenant.id, topic, expected: id }))
  }

  /** The same in this server alone, and at once. */
  expectHere({ tenant }: Pick<Scope, 'tenant'>, topic: string, id: number) {
    this.#sequencer.expect(streamName({ tenant_id: tenant.id, topic }), id)
  }

  /** Runs `act` once this server has delivered the topic's messages up to this id, which is usually at once. */
  afterDelivery({ tenant }: Pick<Scope, 'tenant'>, topic: string, id: number, act: () => void) {
    this.#sequencer.after(streamName({ tenant_id: tenant.id, topic }), id, act)
  }

  onMessage(listener: (message: Message) => void) {
    this.#messageListeners.push(listener)
  }

  onRevalidate(listener: (notice: Revalidate) => void) {
    this.#revalidateListeners.push(listener)
  }

  /** Called before the commit of a transaction that may end a permission. */
  onSuspend(listener: Suspend) {
    this.#suspenders.push(listener)
  }

  /** Called when a message of a topic has been lost. */
  onLost(listener: (topic: Topic) => void) {
    this.#lossListeners.push(listener)
  }

  #receive(notice: Notice) {
    if ('expected' in notice) return this.#sequencer.expect(streamName(notice), notice.expected)
    if ('revalidate' in notice) for (const listener of this.#revalidateListeners) listener(notice)
    if (!('topics' in notice)) return
    const { tenant_id, position, topics, isRepeated = false } = notice
    const [topic] = topics
    if (!position || topic === undefined) return this.#deliver(notice)
    this.#sequencer.deliver(streamName({ tenant_id, topic }), { position, isRepeated }, () => this.#deliver(notice))
  }

  #deliver(message: Message) {
    for (const listener of this.#messageListeners) listener(message)
  }
}
