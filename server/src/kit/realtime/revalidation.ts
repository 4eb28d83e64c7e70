import { closeCodes } from 'contract'
import { Refusal } from '../errors.ts'
import type { Affected } from './channels.ts'
import type { Connection } from './connection.ts'
import type { Registry } from './registry.ts'

type Job = { affected: Set<Affected>; resync: boolean; resumers: (() => void)[] }

/** Tenants at a time. A sweep over all of them leaves connections to the requests. */
const maxTenantsAtOnce = 4
const retryMilliseconds = 500

type Options = {
  /** Closes those of the tenant's connections that are no longer admitted. Rejects with a refusal if the database is away. */
  revalidate: (tenant_id: number, connections: Connection[]) => Promise<void>
  onError: (error: unknown) => void
}

/** Revalidates open connections, tenant by tenant. A request during a tenant's run causes another run; failures are retried. */
export class Revalidation {
  readonly #registry: Registry
  readonly #options: Options
  readonly #queued = new Map<number, Job>()
  readonly #running = new Set<number>()
  #isStopped = false

  constructor(registry: Registry, options: Options) {
    this.#registry = registry
    this.#options = options
  }

  /** Buffers deliveries to those affected until the returned function is called. */
  suspend(tenant_id: number, affected: Affected) {
    const connections = this.#connectionsOf(tenant_id, new Set([affected]))
    for (const connection of connections) connection.suspend()
    return () => {
      for (const connection of connections) connection.resume()
    }
  }

  /** Revalidates the connections of those affected, which are suspended until then. */
  request(tenant_id: number, affected: Affected) {
    this.#enqueue(tenant_id, { affected: new Set([affected]), resync: false, resumers: [this.suspend(tenant_id, affected)] })
  }

  /** Revalidates every connection. `resync` also sends each the current state, because it may have missed something. */
  requestAll({ resync }: { resync: boolean }) {
    for (const tenant_id of this.#registry.tenants())
      this.#enqueue(tenant_id, { affected: new Set(['everybody' as const]), resync, resumers: [] })
  }

  stop() {
    this.#isStopped = true
  }

  #enqueue(tenant_id: number, { affected, resync, resumers }: Job) {
    const job = this.#queued.get(tenant_id)
    this.#queued.set(tenant_id, {
      affected: new Set([...(job?.affected ?? []), ...affected]),
      resync: resync || (job?.resync ?? false),
      resumers: [...(job?.resumers ?? []), ...resumers],
    })
    this.#startQueued()
  }

  // The person of a connection that is being opened is not known yet, so it is included.
  #connectionsOf(tenant_id: number, affected: Set<Affected>) {
    const isAffected = ({ me }: Connection) => affected.has('everybody') || !me || affected.has(me.id)
    return this.#registry.connectionsOf(tenant_id).filter(isAffected)
  }

  #startQueued() {
    for (const [tenant_id, job] of this.#queued) {
      if (this.#running.size >= maxTenantsAtOnce || this.#isStopped) return
      if (this.#running.has(tenant_id)) continue
      this.#queued.delete(tenant_id)
      this.#running.add(tenant_id)
      void this.#run(tenant_id, job).finally(() => {
        this.#running.delete(tenant_id)
        this.#startQueued()
      })
    }
  }

  async #run(tenant_id: number, job: Job) {
    const connections = this.#connectionsOf(tenant_id, job.affected)
    try {
      if (connections.length) await this.#options.revalidate(tenant_id, connections)
    } catch (error) {
      this.#options.onError(error)
      // Without a definite answer nobody keeps a connection. Browsers reconnect, and are admitted or not.
      if (!(error instanceof Refusal))
        for (const connection of connections) connection.close(closeCodes.failed, 'Something went wrong.')
      setTimeout(() => this.#enqueue(tenant_id, job), retryMilliseconds)
      return
    }
    for (const resume of job.resumers) resume()
    if (job.resync) for (const connection of connections) await connection.sync()
  }
}
