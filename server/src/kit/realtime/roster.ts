/** Who is online, by the servers that say so. `onChange` runs when the first server says so, and when the last one takes it back. */
export class Roster {
  readonly #tenants = new Map<number, Map<number, Set<string>>>()
  readonly #onChange: (tenant_id: number, person_id: number, is_online: boolean) => void

  constructor(onChange: (tenant_id: number, person_id: number, is_online: boolean) => void) {
    this.#onChange = onChange
  }

  set(server: string, tenant_id: number, person_id: number, is_online: boolean) {
    const people = this.#tenants.get(tenant_id) ?? new Map<number, Set<string>>()
    const servers = people.get(person_id) ?? new Set()
    const before = servers.size
    if (is_online) servers.add(server)
    else servers.delete(server)
    if (servers.size) people.set(person_id, servers)
    else people.delete(person_id)
    if (people.size) this.#tenants.set(tenant_id, people)
    else this.#tenants.delete(tenant_id)
    if (!before !== !servers.size) this.#onChange(tenant_id, person_id, is_online)
  }

  /** Replaces everything that a server has said by this list of people, by tenant. */
  replace(server: string, all: [number, number[]][]) {
    const online = new Map(all.map(([tenant_id, people]) => [tenant_id, new Set(people)]))
    for (const [tenant_id, people] of [...this.#tenants])
      for (const [person_id, servers] of [...people])
        if (servers.has(server) && !online.get(tenant_id)?.has(person_id)) this.set(server, tenant_id, person_id, false)
    for (const [tenant_id, people] of online) for (const person_id of people) this.set(server, tenant_id, person_id, true)
  }

  online(tenant_id: number) {
    return [...(this.#tenants.get(tenant_id)?.keys() ?? [])]
  }
}
