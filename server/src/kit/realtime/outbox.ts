import { randomUUID } from 'node:crypto'
import type { Pools } from '../context.ts'
import { afterCommit, type Db, inTenant, pipelined, sql, withCommit } from '../db/db.ts'

/** Milliseconds after which a notice counts as left behind. With the interval of looking for it, that is less than two seconds. */
const leftBehindAfter = 800
const sweepInterval = 700
/** Milliseconds over which sent notices are collected, so that one statement deletes them. */
const deletionDelay = 100

type Stored = { tenant_id: number; key: string }

/**
 * A transactional outbox: stores what a transaction publishes in the transaction itself, and deletes it once it was sent. If the process
 * dies in between, another one sends it. A notice may therefore be sent twice, but not by one process.
 */
export class Outbox<Notice> {
  readonly #pools: Pick<Pools, 'platform'>
  readonly #send: (notice: Notice) => void
  readonly #noticesOf = new WeakMap<Db, Notice[]>()
  #sent: Stored[] = []
  /** The keys of what this process has sent and not deleted yet. On a slow database its own sweep finds them. */
  readonly #undeleted = new Set<string>()
  #deleting = Promise.resolve()

  constructor(pools: Pick<Pools, 'platform'>, send: (notice: Notice) => void) {
    this.#pools = pools
    this.#send = send
  }

  /** Sends the notice after this transaction's commit. */
  add(db: Db, notice: Notice) {
    const earlier = this.#noticesOf.get(db)
    if (earlier) return void earlier.push(notice)
    const notices = [notice]
    const stored: Stored = { tenant_id: 0, key: randomUUID() }
    this.#noticesOf.set(db, notices)
    withCommit(db, (tenant_id) => {
      stored.tenant_id = tenant_id
      const text = 'insert into outbox (tenant_id, key, notices) values ($1, $2, $3)'
      return { text, values: [tenant_id, stored.key, JSON.stringify(notices)] }
    })
    afterCommit(db, () => {
      for (const each of notices) this.#send(each)
      this.#deleteSoon(stored)
    })
  }

  /** Looks for what any process left behind, from now on. `onLeftBehind` sends it. Returns the function that stops it. */
  sweep(onLeftBehind: (notice: Notice) => void) {
    const sweeping = setInterval(() => {
      this.#takeLeftBehind().then(
        (notices) => notices.forEach(onLeftBehind),
        () => undefined,
      )
    }, sweepInterval)
    return () => clearInterval(sweeping)
  }

  /** Resolves once everything that was sent is deleted. */
  async close() {
    await this.#deleteSent()
  }

  #deleteSoon(stored: Stored) {
    this.#sent.push(stored)
    this.#undeleted.add(stored.key)
    if (this.#sent.length === 1) setTimeout(() => void this.#deleteSent(), deletionDelay).unref()
  }

  #deleteSent() {
    const sent = this.#sent
    this.#sent = []
    if (sent.length)
      this.#deleting = this.#deleting
        .then(() => this.#delete(sent))
        .then(
          () => undefined,
          // A sweep sends again what could not be deleted.
          () => undefined,
        )
        .then(() => sent.forEach(({ key }) => void this.#undeleted.delete(key)))
    return this.#deleting
  }

  /** Returns what other processes have not deleted before. A statement for each tenant, so that a cluster asks the nodes concerned alone. */
  #delete(stored: Stored[], returning = sql`returning o.key`) {
    return inTenant(this.#pools.platform, 0, 'read write', async (db) => {
      const deletions = [...Map.groupBy(stored, ({ tenant_id }) => tenant_id)].map(([tenant_id, each]) =>
        sql<{ key: string; notices: string }>`
          delete from outbox o where o.tenant_id = ${tenant_id} and o.key = any(${each.map(({ key }) => key)}::uuid[])
          ${returning}`.execute(db),
      )
      return (await pipelined(...deletions)).flatMap(({ rows }) => rows)
    })
  }

  async #takeLeftBehind(): Promise<Notice[]> {
    // A read finds nothing nearly always, and costs a cluster less than a write on each node.
    const { rows } = await inTenant(this.#pools.platform, 0, 'read only', (db) =>
      sql<Stored>`
        select o.tenant_id, o.key from outbox o
        where o.created_at < now() - ${leftBehindAfter} * interval '1 millisecond' /* across tenants */`.execute(db),
    )
    if (!rows.length) return []
    const taken = await this.#delete(rows, sql`returning o.key, o.notices`)
    return taken.flatMap(({ key, notices }) => (this.#undeleted.has(key) ? [] : (JSON.parse(notices) as Notice[])))
  }
}
