import type { Connection, Joined } from './connection.ts'

/** Who is connected to this process: by tenant, and within it by topic. */
export type Registry = ReturnType<typeof makeRegistry>

export function makeRegistry() {
  const tenants = new Map<number, { lines: Set<Connection>; topics: Map<string, Set<Connection>> }>()
  const sessions = new Map<string, number>()

  function count(session_key: string | null, change: 1 | -1) {
    if (session_key === null) return
    const now = (sessions.get(session_key) ?? 0) + change
    if (now) sessions.set(session_key, now)
    else sessions.delete(session_key)
  }

  function leave(line: Connection, topic: string) {
    const topics = tenants.get(line.tenant_id)?.topics
    const joined = topics?.get(topic)
    line.topics.delete(topic)
    joined?.delete(line)
    if (joined?.size === 0) topics?.delete(topic)
  }

  return {
    add(line: Connection) {
      const here = tenants.get(line.tenant_id) ?? { lines: new Set(), topics: new Map() }
      tenants.set(line.tenant_id, here)
      here.lines.add(line)
      count(line.session_key, 1)
    },

    remove(line: Connection) {
      const here = tenants.get(line.tenant_id)
      if (!here?.lines.delete(line)) return
      for (const topic of [...line.topics.keys()]) leave(line, topic)
      if (!here.lines.size) tenants.delete(line.tenant_id)
      count(line.session_key, -1)
    },

    /** One that has closed meanwhile joins nothing, as nobody would ever take it out. */
    join(line: Connection, topic: string, joined: Joined) {
      const here = tenants.get(line.tenant_id)
      if (!here?.lines.has(line)) return
      line.topics.set(topic, joined)
      here.topics.set(topic, (here.topics.get(topic) ?? new Set()).add(line))
    },

    leave,

    /** Who gets what is sent to these topics, each once. */
    listening(tenant_id: number, topics: string[]) {
      const joined = tenants.get(tenant_id)?.topics
      const lines = topics.flatMap((topic) => [...(joined?.get(topic) ?? [])].filter((line) => line.topics.get(topic)?.isAllowed))
      return new Set(lines)
    },

    tenants: () => [...tenants.keys()],
    lines: () => [...tenants.values()].flatMap(({ lines }) => [...lines]),
    linesOf: (tenant_id: number) => [...(tenants.get(tenant_id)?.lines ?? [])],
    countOf: ({ tenant_id, session_key }: Pick<Connection, 'tenant_id' | 'session_key'>) => ({
      tenant: tenants.get(tenant_id)?.lines.size ?? 0,
      session: session_key === null ? 0 : (sessions.get(session_key) ?? 0),
    }),
  }
}
