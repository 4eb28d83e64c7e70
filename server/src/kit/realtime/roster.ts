/** Who is here, by which servers say so. `onChange` is told when the first one does, and when the last one no longer does. */
export function makeRoster(onChange: (tenant_id: number, person_id: number, is_here: boolean) => void) {
  const tenants = new Map<number, Map<number, Set<string>>>()

  function set(server: string, tenant_id: number, person_id: number, is_here: boolean) {
    const people = tenants.get(tenant_id) ?? new Map<number, Set<string>>()
    const servers = people.get(person_id) ?? new Set()
    const before = servers.size
    if (is_here) servers.add(server)
    else servers.delete(server)
    if (servers.size) people.set(person_id, servers)
    else people.delete(person_id)
    if (people.size) tenants.set(tenant_id, people)
    else tenants.delete(tenant_id)
    if (!before !== !servers.size) onChange(tenant_id, person_id, is_here)
  }

  return {
    set,

    /** All of whom a server says that they are here, by tenant. */
    replace(server: string, all: [number, number[]][]) {
      const now = new Map(all.map(([tenant_id, people]) => [tenant_id, new Set(people)]))
      for (const [tenant_id, people] of [...tenants])
        for (const [person_id, servers] of [...people])
          if (servers.has(server) && !now.get(tenant_id)?.has(person_id)) set(server, tenant_id, person_id, false)
      for (const [tenant_id, people] of now) for (const person_id of people) set(server, tenant_id, person_id, true)
    },

    here: (tenant_id: number) => [...(tenants.get(tenant_id)?.keys() ?? [])],
  }
}
