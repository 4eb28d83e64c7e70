import { api, mostReferred, type ReferredPerson, type ReferredWork, type Result, type Subtask, type Task } from 'contract'
import { call } from '../api/call.ts'
import { followWanted, knownReferences, type Reference, showReferences, wantedReferences } from '../ui/text/references/store.ts'
import { type Frame, onFrame, subscribe } from './subscriptions.ts'

/** Milliseconds in which the texts of a page become one request. */
const debounce = 30
/** Milliseconds over which the browsers that receive one event spread their requests. */
const spread = 1000
/** Milliseconds until a failed request is repeated. */
const retryDelay = 10_000

/** Reads what the texts on the screen name, and keeps it current. Returns a function that stops it. */
export function followReferences(me_id: number) {
  const reader = new Reader()
  const stops = [
    onFrame((frame) => reader.receive(frame)),
    followWanted({ me_id, onWanted: () => reader.read({ all: false, within: debounce }) }),
    () => reader.stop(),
  ]
  reader.read({ all: false, within: debounce })
  return () => {
    for (const stop of stops) stop()
  }
}

class Reader {
  #timer: ReturnType<typeof setTimeout> | undefined
  #isForAll = false
  #hasStopped = false
  /** Counts events. An answer may be older than those that came while it was in flight. */
  #events = 0
  readonly #subscriptions = new Map<number, () => void>()

  /** Reads what is not known yet, or `all`. Several reasons within the time become one request. */
  read({ all, within }: { all: boolean; within: number }) {
    this.#isForAll ||= all
    if (!this.#hasStopped) this.#timer ??= setTimeout(() => void this.#fetch(), within)
  }

  receive(frame: Frame) {
    if (!('type' in frame)) return
    this.#events++
    switch (frame.type) {
      case 'changed':
        // A project may have another key or be another one's now.
        if ('project' in frame) this.#readAgain()
        else showReferences(withTask(frame.task))
        break
      case 'removed':
        showReferences(worksOf(frame.task_id).map(([reference]) => [reference, null]))
        break
      case 'outdated':
      case 'gone':
      case 'missed':
        this.#readAgain()
        break
      case 'stale':
        if (frame.reads.includes('work') || frame.reads.includes('employees')) this.#readAgain()
    }
  }

  stop() {
    this.#hasStopped = true
    clearTimeout(this.#timer)
    for (const unsubscribe of this.#subscriptions.values()) unsubscribe()
  }

  #readAgain() {
    this.read({ all: true, within: debounce + Math.random() * spread })
  }

  async #fetch() {
    const isForAll = this.#isForAll
    this.#isForAll = false
    this.#timer = undefined
    const events = this.#events
    const wanted = wantedReferences().filter((reference) => isForAll || !knownReferences().has(reference))
    try {
      for (let from = 0; from < wanted.length; from += mostReferred) {
        const part = wanted.slice(from, from + mostReferred)
        const found = foundIn(await call(api.references.list, { query: queryFor(part) }))
        if (this.#hasStopped) return
        showReferences(part.map((reference) => [reference, found.get(reference) ?? null]))
      }
    } catch {
      this.read({ all: isForAll, within: retryDelay })
    }
    this.#followProjects()
    if (wanted.length > 0 && this.#events > events) this.#readAgain()
  }

  /** Watches the projects whose work is shown, so that their events arrive. */
  #followProjects() {
    const shown = new Set(
      [...knownReferences().values()].flatMap((item) => (item && 'project_id' in item ? item.project_id : [])),
    )
    for (const [id, unsubscribe] of this.#subscriptions)
      if (!shown.has(id)) {
        unsubscribe()
        this.#subscriptions.delete(id)
      }
    for (const id of shown) if (!this.#subscriptions.has(id)) this.#subscriptions.set(id, subscribe(`project ${id}`))
  }
}

/** The query of one request. Each reference is a kind and a name. */
function queryFor(references: readonly Reference[]) {
  const named = (kind: string) =>
    references.flatMap((reference) => (reference.startsWith(`${kind} `) ? reference.slice(kind.length + 1) : [])).join()
  return { people: named('person'), keys: named('key'), tasks: named('task') }
}

const foundIn = ({ people, keys, tasks }: Result<typeof api.references.list>) =>
  new Map<Reference, ReferredPerson | ReferredWork>([
    ...people.map((person) => [`person ${person.id}`, person] as const),
    ...keys.map(({ asked, ...work }) => [`key ${asked}`, work] as const),
    ...tasks.map((work) => [`task ${work.task_id}`, work] as const),
  ])

const worksOf = (task_id: number) =>
  [...knownReferences()].flatMap(([reference, item]) =>
    item && 'task_id' in item && item.task_id === task_id ? [[reference, item] as const] : [],
  )

/** Everything shown of a task and its subtasks, as the changed task has it. A subtask that the task no longer has is gone. */
function withTask(task: Task) {
  return worksOf(task.id).map(([reference, { subtask_id, ...work }]) => {
    const source = subtask_id === null ? task : task.subtasks.find(({ id }) => id === subtask_id)
    return [reference, source ? { ...work, ...factsOf(source), subtask_id } : null] as const
  })
}

const factsOf = ({ key, title, status, due_date, assigned_to }: Task | Subtask): Partial<ReferredWork> => ({
  ...(key && { key }),
  title,
  status,
  due_date,
  assignee: assigned_to,
})
