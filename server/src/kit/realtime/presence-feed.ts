export type PresenceChange = { type: 'presence'; came: number[]; went: number[] }

/** Collects who came and who went, and publishes the changes of a tenant at most once in `interval` milliseconds. */
export class PresenceFeed {
  /** The last state of each person since the last event, by tenant. A tenant is absent while nothing has changed for a while. */
  readonly #changes = new Map<number, Map<number, boolean>>()
  readonly #interval: number
  readonly #publish: (tenant_id: number, change: PresenceChange) => void
  #isStopped = false

  constructor(interval: number, publish: (tenant_id: number, change: PresenceChange) => void) {
    this.#interval = interval
    this.#publish = publish
  }

  add(tenant_id: number, person_id: number, is_online: boolean) {
    const changes = this.#changes.get(tenant_id)
    if (changes) return void changes.set(person_id, is_online)
    this.#changes.set(tenant_id, new Map([[person_id, is_online]]))
    setTimeout(() => this.#flush(tenant_id), 0)
  }

  stop() {
    this.#isStopped = true
  }

  #flush(tenant_id: number) {
    const changes = [...(this.#changes.get(tenant_id) ?? [])]
    if (!changes.length || this.#isStopped) return void this.#changes.delete(tenant_id)
    const idsOf = (state: boolean) => changes.flatMap(([person_id, is_online]) => (is_online === state ? [person_id] : []))
    this.#publish(tenant_id, { type: 'presence', came: idsOf(true), went: idsOf(false) })
    this.#changes.set(tenant_id, new Map())
    setTimeout(() => this.#flush(tenant_id), this.#interval).unref()
  }
}
