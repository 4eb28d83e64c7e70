import type { Connection, Subscription } from './connection.ts'
import { RecentDeliveries } from './recent.ts'

/** The connections to this process, by tenant, and within a tenant by topic; and what was recently delivered to them. */
export class Registry {
  readonly recent = new RecentDeliveries()
  readonly #tenants = new Map<number, { connections: Set<Connection>; topics: Map<string, Set<Connection>> }>()
  readonly #sessions = new Map<string, number>()

  add(connection: Connection) {
    const tenant = this.#tenants.get(connection.tenant_id) ?? { connections: new Set(), topics: new Map() }
    this.#tenants.set(connection.tenant_id, tenant)
    tenant.connections.add(connection)
    this.#countSession(connection.session_key, 1)
  }

  remove(connection: Connection) {
    const tenant = this.#tenants.get(connection.tenant_id)
    if (!tenant?.connections.delete(connection)) return
    for (const topic of [...connection.topics.keys()]) this.leave(connection, topic)
    if (!tenant.connections.size) this.#tenants.delete(connection.tenant_id)
    this.#countSession(connection.session_key, -1)
  }

  /** Ignores a connection that has been closed, because nothing would ever remove it again. */
  join(connection: Connection, topic: string, subscription: Subscription) {
    const tenant = this.#tenants.get(connection.tenant_id)
    if (!tenant?.connections.has(connection)) return
    connection.topics.set(topic, subscription)
    tenant.topics.set(topic, (tenant.topics.get(topic) ?? new Set()).add(connection))
  }

  leave(connection: Connection, topic: string) {
    const topics = this.#tenants.get(connection.tenant_id)?.topics
    const subscribers = topics?.get(topic)
    connection.topics.delete(topic)
    subscribers?.delete(connection)
    if (subscribers?.size === 0) topics?.delete(topic)
  }

  /** The connections that are subscribed to any of these topics. */
  subscribersOf(tenant_id: number, names: string[]) {
    const topics = this.#tenants.get(tenant_id)?.topics
    const isAllowed = (topic: string) => (connection: Connection) => connection.topics.get(topic)?.isAllowed
    return new Set(names.flatMap((topic) => [...(topics?.get(topic) ?? [])].filter(isAllowed(topic))))
  }

  tenants() {
    return [...this.#tenants.keys()]
  }

  connections() {
    return [...this.#tenants.values()].flatMap(({ connections }) => [...connections])
  }

  connectionsOf(tenant_id: number) {
    return [...(this.#tenants.get(tenant_id)?.connections ?? [])]
  }

  /** How many connections the same tenant and the same session have. */
  countOf({ tenant_id, session_key }: Pick<Connection, 'tenant_id' | 'session_key'>) {
    return {
      tenant: this.#tenants.get(tenant_id)?.connections.size ?? 0,
      session: session_key === null ? 0 : (this.#sessions.get(session_key) ?? 0),
    }
  }

  #countSession(session_key: string | null, change: 1 | -1) {
    if (session_key === null) return
    const count = (this.#sessions.get(session_key) ?? 0) + change
    if (count) this.#sessions.set(session_key, count)
    else this.#sessions.delete(session_key)
  }
}
