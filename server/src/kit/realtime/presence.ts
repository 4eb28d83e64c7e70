import { randomUUID } from 'node:crypto'
import type { Affected, Channels } from './channels.ts'
import { type PresenceChange, PresenceFeed } from './presence-feed.ts'
import { Roster } from './roster.ts'

/** What a server tells the others: that a person came or went, everybody it has by tenant, or that it stops. */
export type PresenceNotice = { from: string } & (
  | { tenant_id: number; person_id: number; is_online: boolean }
  | { all: [number, number[]][]; asks: boolean }
  | { stops: true }
)

type Connection = { tenant_id: number; isClosed: boolean }
type LocalPerson = { connections: Set<Connection>; revalidatedAt: number; leaving?: NodeJS.Timeout | undefined }

/**
 * Milliseconds. Somebody who reconnects within `grace` has not been gone. Browsers get at most one event in each `frame`. Each server
 * announces everybody it has every `state`, and a server that has been silent for `silence` counts as gone, with its people.
 */
export type PresenceTiming = { grace: number; frame: number; state: number; silence: number }
const defaultTiming: PresenceTiming = { grace: 10_000, frame: 1000, state: 20_000, silence: 60_000 }
/** Requests of several servers within this time get one answer. */
const answerMilliseconds = 200
/** A browser may close its socket this long before this server learns that the session has ended. */
const endingMilliseconds = 1000

type Options = {
  /** Sends to the subscribers of presence in this server. */
  publish: (tenant_id: number, change: PresenceChange) => void
  timing?: Partial<PresenceTiming> | undefined
}

/** Who is online in any server. It is stored nowhere: each server counts its own connections and tells the others. */
export class Presence {
  readonly #server = randomUUID()
  readonly #bus: Channels['bus']
  readonly #timing: PresenceTiming
  readonly #roster: Roster
  readonly #feed: PresenceFeed
  /** The people with a connection to this server, or with one that ended within the grace, by tenant. */
  readonly #local = new Map<number, Map<number, LocalPerson>>()
  readonly #personOf = new WeakMap<Connection, number>()
  /** When each other server was last heard. */
  readonly #heardAt = new Map<string, number>()
  readonly #announcing: NodeJS.Timeout
  #answering: NodeJS.Timeout | undefined
  #asks = true
  #isStopped = false

  constructor({ bus }: Pick<Channels, 'bus'>, { publish, timing }: Options) {
    this.#bus = bus
    this.#timing = { ...defaultTiming, ...timing }
    this.#feed = new PresenceFeed(this.#timing.frame, publish)
    this.#roster = new Roster((tenant_id, person_id, is_online) => this.#feed.add(tenant_id, person_id, is_online))
    bus.listen((notice) => {
      if ('revalidate' in notice) this.#onRevalidate(notice.tenant_id, notice.revalidate)
      else if ('presence' in notice && notice.presence.from !== this.#server && !this.#isStopped) this.#onNotice(notice.presence)
    })
    bus.onGap(() => {
      this.#asks = true
      this.#announceSoon()
    })
    this.#announcing = setInterval(() => {
      for (const [server, at] of this.#heardAt) if (at < performance.now() - this.#timing.silence) this.#forget(server)
      this.#announce()
    }, this.#timing.state)
    this.#announce()
  }

  online(tenant_id: number) {
    return this.#roster.online(tenant_id)
  }

  /** Counts the person as online while this connection lasts. */
  arrive(connection: Connection, person_id: number) {
    if (connection.isClosed || this.#personOf.has(connection)) return
    const { tenant_id } = connection
    this.#personOf.set(connection, person_id)
    const people = this.#local.get(tenant_id) ?? new Map<number, LocalPerson>()
    this.#local.set(tenant_id, people)
    const person = people.get(person_id) ?? { connections: new Set(), revalidatedAt: Number.NEGATIVE_INFINITY }
    clearTimeout(person.leaving)
    person.connections.add(connection)
    if (people.has(person_id)) return
    people.set(person_id, person)
    this.#set(tenant_id, person_id, true)
  }

  /** Ends a connection. With `forGood`, its person may not come back, so no grace applies. */
  leave(connection: Connection, { forGood }: { forGood: boolean }) {
    const { tenant_id } = connection
    const person_id = this.#personOf.get(connection)
    const person = person_id !== undefined && this.#local.get(tenant_id)?.get(person_id)
    if (!person) return
    const wasCounted = person.connections.delete(connection)
    if (person.connections.size) return
    const isOver = forGood || (wasCounted && person.revalidatedAt > performance.now() - endingMilliseconds)
    if (isOver) this.#remove(tenant_id, person_id)
    else if (wasCounted) person.leaving = setTimeout(() => this.#remove(tenant_id, person_id), this.#timing.grace).unref()
  }

  stop() {
    clearInterval(this.#announcing)
    clearTimeout(this.#answering)
    if (!this.#isStopped) this.#bus.publish({ presence: { from: this.#server, stops: true } })
    this.#isStopped = true
    this.#feed.stop()
  }

  #onNotice(notice: PresenceNotice) {
    const { from } = notice
    this.#heardAt.set(from, performance.now())
    if ('stops' in notice) setTimeout(() => this.#forget(from), this.#timing.grace).unref()
    else if ('is_online' in notice) this.#roster.set(from, notice.tenant_id, notice.person_id, notice.is_online)
    else if ('all' in notice) {
      this.#roster.replace(from, notice.all)
      if (notice.asks) this.#announceSoon()
    }
  }

  /** Skips the grace for people whose last connection has ended, or ends in a moment: their session may be over. */
  #onRevalidate(tenant_id: number, affected: Affected) {
    for (const [person_id, person] of [...(this.#local.get(tenant_id) ?? [])]) {
      if (affected !== 'everybody' && affected !== person_id) continue
      if (person.connections.size) person.revalidatedAt = performance.now()
      else this.#remove(tenant_id, person_id)
    }
  }

  #forget(server: string) {
    this.#heardAt.delete(server)
    this.#roster.replace(server, [])
  }

  #set(tenant_id: number, person_id: number, is_online: boolean) {
    this.#roster.set(this.#server, tenant_id, person_id, is_online)
    if (!this.#isStopped) this.#bus.publish({ presence: { from: this.#server, tenant_id, person_id, is_online } })
  }

  #remove(tenant_id: number, person_id: number) {
    const people = this.#local.get(tenant_id)
    clearTimeout(people?.get(person_id)?.leaving)
    if (!people?.delete(person_id)) return
    if (!people.size) this.#local.delete(tenant_id)
    this.#set(tenant_id, person_id, false)
  }

  #announce() {
    clearTimeout(this.#answering)
    this.#answering = undefined
    const all = [...this.#local].map(([tenant_id, people]): [number, number[]] => [tenant_id, [...people.keys()]])
    if (!this.#isStopped) this.#bus.publish({ presence: { from: this.#server, all, asks: this.#asks } })
    this.#asks = false
  }

  #announceSoon() {
    this.#answering ??= setTimeout(() => this.#announce(), Math.random() * answerMilliseconds).unref()
  }
}
