import { randomUUID } from 'node:crypto'
import type { Channels } from './channels.ts'
import { makeRoster } from './roster.ts'

/** What the servers tell each other of who is connected to them: one person, or all, by tenant; and that a server stops. */
export type PresenceNotice = { from: string } & (
  | { tenant_id: number; person_id: number; is_here: boolean }
  | { all: [number, number[]][]; asks: boolean }
  | { stops: true }
)

type Line = { tenant_id: number; isClosed: boolean }
type Here = { lines: Set<Line>; recheckedAt: number; leaving?: NodeJS.Timeout | undefined }

/**
 * Milliseconds. Whoever comes back within `grace` has not been gone; browsers are told at most once each `frame`. Each server
 * tells all that it knows of every `state`, and one that has said nothing for `silence` is gone, with everybody in it.
 */
export type PresenceTiming = { grace: number; frame: number; state: number; silence: number }
const usual: PresenceTiming = { grace: 10_000, frame: 1000, state: 20_000, silence: 60_000 }
/** Those who ask at the same moment are answered together. */
const answerMilliseconds = 200
/** A browser may let go of a session that has ended before this server has found that out. */
const endingMilliseconds = 1000

type Options = {
  /** To those in this server who follow who is here. */
  tell: (tenant_id: number, news: { type: 'presence'; came: number[]; went: number[] }) => void
  timing?: Partial<PresenceTiming> | undefined
}

export type Presence = ReturnType<typeof openPresence>

/** Who is here, in whichever server: stored nowhere, each server counts its own connections and tells the others. */
export function openPresence({ bus }: Pick<Channels, 'bus'>, { tell, timing }: Options) {
  const { grace, frame, state, silence } = { ...usual, ...timing }
  const me = randomUUID()
  const heardAt = new Map<string, number>()
  const mine = new Map<number, Map<number, Here>>()
  const personOf = new WeakMap<Line, number>()
  const news = new Map<number, Map<number, boolean>>()
  let isStopped = false
  let answering: NodeJS.Timeout | undefined
  let asks = false

  const roster = makeRoster((tenant_id, person_id, is_here) => {
    const waiting = news.get(tenant_id)
    if (waiting) return void waiting.set(person_id, is_here)
    news.set(tenant_id, new Map([[person_id, is_here]]))
    setTimeout(() => tellNews(tenant_id), 0)
  })

  function tellNews(tenant_id: number) {
    const waiting = [...(news.get(tenant_id) ?? [])]
    if (!waiting.length || isStopped) return void news.delete(tenant_id)
    const those = (are_here: boolean) => waiting.flatMap(([person_id, is_here]) => (is_here === are_here ? [person_id] : []))
    tell(tenant_id, { type: 'presence', came: those(true), went: those(false) })
    news.set(tenant_id, new Map())
    setTimeout(() => tellNews(tenant_id), frame).unref()
  }

  const say = (said: Omit<Extract<PresenceNotice, { is_here: boolean }>, 'from'> | { stops: true }) => {
    if (!isStopped) bus.publish({ presence: { from: me, ...said } })
  }

  function sayAll() {
    clearTimeout(answering)
    answering = undefined
    const all = [...mine].map(([tenant_id, people]): [number, number[]] => [tenant_id, [...people.keys()]])
    if (!isStopped) bus.publish({ presence: { from: me, all, asks } })
    asks = false
  }

  function sayAllSoon() {
    answering ??= setTimeout(sayAll, Math.random() * answerMilliseconds).unref()
  }

  function set(tenant_id: number, person_id: number, is_here: boolean) {
    roster.set(me, tenant_id, person_id, is_here)
    say({ tenant_id, person_id, is_here })
  }

  function go(tenant_id: number, person_id: number) {
    const people = mine.get(tenant_id)
    clearTimeout(people?.get(person_id)?.leaving)
    if (!people?.delete(person_id)) return
    if (!people.size) mine.delete(tenant_id)
    set(tenant_id, person_id, false)
  }

  bus.listen((notice) => {
    if ('recheck' in notice) return recheck(notice.tenant_id, notice.recheck)
    if (!('presence' in notice) || notice.presence.from === me || isStopped) return
    const said = notice.presence
    heardAt.set(said.from, performance.now())
    if ('stops' in said) return void setTimeout(() => forget(said.from), grace).unref()
    if ('is_here' in said) return roster.set(said.from, said.tenant_id, said.person_id, said.is_here)
    roster.replace(said.from, said.all)
    if (said.asks) sayAllSoon()
  })

  bus.onGap(() => {
    asks = true
    sayAllSoon()
  })

  /** Whoever has no connection left by now, or lets go of the last in a moment, is not coming back on it. */
  function recheck(tenant_id: number, whose: number | 'everybody') {
    for (const [person_id, here] of [...(mine.get(tenant_id) ?? [])]) {
      if (whose !== 'everybody' && whose !== person_id) continue
      if (here.lines.size) here.recheckedAt = performance.now()
      else go(tenant_id, person_id)
    }
  }

  function forget(server: string) {
    heardAt.delete(server)
    roster.replace(server, [])
  }

  const stating = setInterval(() => {
    for (const [server, at] of heardAt) if (at < performance.now() - silence) forget(server)
    sayAll()
  }, state)
  asks = true
  sayAll()

  return {
    here: (tenant_id: number) => roster.here(tenant_id),

    /** The person is here, as long as this connection is. */
    arrive(line: Line, person_id: number) {
      if (line.isClosed || personOf.has(line)) return
      const { tenant_id } = line
      personOf.set(line, person_id)
      const people = mine.get(tenant_id) ?? new Map<number, Here>()
      mine.set(tenant_id, people)
      const here = people.get(person_id) ?? { lines: new Set(), recheckedAt: Number.NEGATIVE_INFINITY }
      clearTimeout(here.leaving)
      here.lines.add(line)
      if (people.has(person_id)) return
      people.set(person_id, here)
      set(tenant_id, person_id, true)
    },

    /** The connection has ended. `forGood`: whoever it was may not come back. */
    leave(line: Line, { forGood }: { forGood: boolean }) {
      const { tenant_id } = line
      const person_id = personOf.get(line)
      const here = person_id !== undefined && mine.get(tenant_id)?.get(person_id)
      if (!here) return
      const wasThere = here.lines.delete(line)
      if (here.lines.size) return
      const isOver = forGood || (wasThere && here.recheckedAt > performance.now() - endingMilliseconds)
      if (isOver) go(tenant_id, person_id)
      else if (wasThere) here.leaving = setTimeout(() => go(tenant_id, person_id), grace).unref()
    },

    stop() {
      clearInterval(stating)
      clearTimeout(answering)
      say({ stops: true })
      isStopped = true
    },
  }
}
