// For tests: people who watch a workspace. Compares the events of a change with what is expected and with what each person can read.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { LiveEvent, ReadModel } from 'contract'
import { type Answer, projects, type testApp } from '../testing/world.ts'

export const watchers = ['ann', 'pam', 'max', 'dev', 'dana', 'hana'] as const
export type Watcher = (typeof watchers)[number]

const kinds = ['project', 'task'] as const
type Kind = (typeof kinds)[number]

/** One person's events of one change: the kinds of changed objects, the invalidated reads, and the number of others. */
export type Received = { changed?: Kind[]; stale?: ReadModel[]; removed?: number; outdated?: number; gone?: number }
export type Expected = Partial<Record<Watcher, Received>>

type World = Awaited<ReturnType<typeof testApp>>
type Page = Awaited<ReturnType<World['socket']>>

const isEvent = (frame: { type?: string }) => frame.type !== undefined && !['error', 'watching'].includes(frame.type)

const sorted = (received: object) =>
  Object.fromEntries(
    Object.entries(received).flatMap(([type, value]) => {
      if (!Array.isArray(value)) return [[type, value]]
      return value.length ? [[type, value.toSorted()]] : []
    }),
  )

function summaryOf(events: LiveEvent[]) {
  const listed = {
    changed: events.flatMap((event) => (event.type === 'changed' ? kinds.filter((kind) => kind in event) : [])),
    stale: [...new Set(events.flatMap((event) => (event.type === 'stale' ? event.reads : [])))],
  }
  const counts: Record<string, number> = {}
  for (const { type } of events) if (!(type in listed)) counts[type] = (counts[type] ?? 0) + 1
  return sorted({ ...listed, ...counts })
}

/** Each watcher has one page, which watches `mine` and, if they may see it, the project Website. */
export class Watchers {
  readonly #world: World
  readonly #pages = new Map<Watcher, Page>()
  /** The newest published version of each object. */
  readonly #versions = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  async open(who: Watcher) {
    const page = await this.#world.socket(who, '/ws/notifications/')
    await page.settled()
    page.send({ action: 'watch', topics: ['mine', `project ${projects.website}`] })
    await page.frame(({ type }) => type === 'watching')
    this.#pages.set(who, page)
  }

  versionOf = (object: string) => this.#versions.get(object) ?? 0

  /** Makes a call that succeeds. Nobody may receive more than expected, and every event must equal what its receiver can read. */
  async mustReceive(expected: Expected, change: () => Promise<Answer>) {
    const before = await this.eventCounts()
    const { status, body } = await change()
    assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
    const received: Record<string, object> = {}
    const newVersions: [object: string, version: number][] = []
    for (const [who, page] of this.#pages) {
      const newEvents = () => page.frames.filter(isEvent).slice(before[who]) as LiveEvent[]
      // Permissions that may have changed are checked before the events are delivered.
      await Promise.race([page.frame(() => isDeepStrictEqual(summaryOf(newEvents()), sorted(expected[who] ?? {}))), sleep(2000)])
      await page.settled()
      const events = newEvents()
      if (events.length) received[who] = summaryOf(events)
      for (const event of events) newVersions.push(...(await this.#mustEqualRead(who, event)))
    }
    for (const [object, version] of newVersions) this.#versions.set(object, version)
    assert.deepEqual(received, Object.fromEntries(Object.entries(expected).map(([who, events]) => [who, sorted(events)])))
    return body
  }

  async eventsSince(who: Watcher, counts: Partial<Record<Watcher, number>>) {
    const page = this.#pages.get(who)
    await page?.settled()
    return (page?.frames.filter(isEvent).slice(counts[who]) ?? []) as LiveEvent[]
  }

  /** How many events each person has received, once no more are in flight. */
  async eventCounts(): Promise<Partial<Record<Watcher, number>>> {
    await Promise.all([...this.#pages.values()].map((page) => page.settled()))
    return Object.fromEntries([...this.#pages].map(([who, page]) => [who, page.frames.filter(isEvent).length]))
  }

  /** Compares an event with what its receiver reads now, and returns the version of its object. */
  async #mustEqualRead(who: Watcher, event: LiveEvent): Promise<[object: string, version: number][]> {
    if (!('project' in event || 'project_id' in event)) return []
    if (event.type === 'gone') {
      assert.equal((await this.#world.as(who)(`GET /api/projects/${event.project_id}/`)).status, 404)
      return []
    }
    if ('project' in event) {
      const { id, version } = event.project
      assert.deepEqual(event.project, await this.#read(who, `/api/projects/${id}/`))
      return [this.#mustBeNewer(`project ${id}`, version)]
    }
    if (event.type === 'outdated') return []
    if (event.type === 'removed') {
      const listed: { id: number }[] = await this.#read(who, `/api/projects/${event.project_id}/tasks/`)
      assert.ok(listed.every(({ id }) => id !== event.task_id))
      assert.ok(event.version >= this.versionOf(`task ${event.task_id}`))
      return [[`task ${event.task_id}`, event.version]]
    }
    const task = await this.#read(who, `/api/tasks/${event.task.id}/`)
    assert.deepEqual([event.task, event.project_id], [task, task.project])
    return [this.#mustBeNewer(`task ${task.id}`, task.version)]
  }

  async #read(who: Watcher, path: string) {
    const { status, body } = await this.#world.as(who)(`GET ${path}`)
    assert.equal(status, 200, `${who} receives an event of ${path}`)
    return body
  }

  #mustBeNewer(object: string, version: number): [string, number] {
    assert.ok(version > this.versionOf(object), `${object} was version ${this.versionOf(object)} and is ${version}`)
    return [object, version]
  }
}
