import { QueryObserver } from '@tanstack/react-query'
import { type Args, api, type Endpoint, type LiveEvent, type Task } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, Refused } from '../api/call.ts'
import { changeIdOf, createClient, keyOf } from '../api/data.ts'
import { connectToEvents } from './subscriptions.ts'
import { applyAnswer, followEvents } from './sync.ts'
import '../projects/live.ts'
import '../tasks/live.ts'

/** Stubs the browser's WebSocket. The test plays the server. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static newest: Socket
  readyState = 0
  binaryType = 'blob'
  readonly address: string
  constructor(address: string | URL) {
    super()
    this.address = String(address)
    Socket.newest = this
    setTimeout(() => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }
  send() {}
  close() {}
  receive(frame: LiveEvent) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  breaks() {
    this.readyState = 3
    this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
  }
}

const taskOf = (id: number, more: Partial<Task> = {}) =>
  ({
    id,
    title: `Task ${id}`,
    project: 1,
    version: 1,
    subtasks: [],
    comments: [],
    files: [],
    labels: [],
    ...more,
  }) as unknown as Task
const page = (...results: Task[]) => ({ count: results.length, next: null, previous: null, results })
const changed = (task: Task): LiveEvent => ({ type: 'changed', project_id: 1, task })
const list = { query: { project: '1', limit: '1000' } }

let requested: string[] = []
let answers: Record<string, () => unknown> = {}
let client = createClient()
let cleanups: (() => void)[] = []

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Observes a query until the test ends. */
function observe<E extends Endpoint>(endpoint: E, args: Args<E>, asker = client) {
  const observer = new QueryObserver(asker, {
    queryKey: keyOf(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, args, signal),
  })
  cleanups.push(observer.subscribe(() => {}))
  return () => observer.getCurrentResult()
}
const titles = (shown: () => { data: unknown }) => (shown().data as { results: Task[] }).results.map(({ title }) => title)
const receiveWatching = (...topics: string[]) => Socket.newest.receive({ type: 'watching', topics: ['mine', ...topics] })

beforeEach(async () => {
  vi.useFakeTimers()
  requested = []
  client = createClient()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return new Response(JSON.stringify(await answers[url.split('?')[0] ?? '']?.()))
  })
  answers = { '/api/tasks/': () => page(taskOf(1)) }
  cleanups = [followEvents(client, 1), connectToEvents({ newest: () => 7, onRefused: () => {} })]
  await advance(10)
})
afterEach(async () => {
  for (const end of cleanups) end()
  await advance(60_000)
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the address says what is known, what is to be followed, and for how long events may have been missed', async () => {
  const ageIn = (address: string) => Number(new URL(address).searchParams.get('age'))
  const { pathname, searchParams } = new URL(Socket.newest.address)
  expect([pathname, searchParams.get('newest'), searchParams.get('watch')]).toEqual(['/ws/notifications/', '7', 'mine'])
  expect(ageIn(Socket.newest.address)).toBeLessThan(60_000)
  // The server ignores a malformed age.
  expect(Number.isInteger(ageIn(Socket.newest.address))).toBe(true)
  await advance(20_000)
  // What was missed comes after the first of these, and before the second.
  receiveWatching()
  Socket.newest.breaks()
  await advance(6000)
  expect(ageIn(Socket.newest.address)).toBeGreaterThan(30_000)
  receiveWatching()
  receiveWatching()
  Socket.newest.breaks()
  // The second attempt comes later.
  await advance(7000)
  expect(ageIn(Socket.newest.address)).toBeGreaterThan(10_000)
  expect(ageIn(Socket.newest.address)).toBeLessThan(20_000)
})

test('an answer that was on its way while news came does not put older things back', async () => {
  answers['/api/tasks/'] = () => new Promise((resolve) => setTimeout(resolve, 500, page(taskOf(1), taskOf(2))))
  const shown = observe(api.tasks.list, list)
  await advance(100)
  Socket.newest.receive(changed(taskOf(1, { version: 2, title: 'Renamed' })))
  Socket.newest.receive({ type: 'removed', project_id: 1, task_id: 2, version: 2 })
  Socket.newest.receive(changed(taskOf(3)))
  await advance(500)
  expect(titles(shown)).toEqual(['Renamed', 'Task 3'])
})

test('nor does one that was on its way before this tab followed anything', async () => {
  const fresh = createClient()
  answers['/api/tasks/'] = () => new Promise((resolve) => setTimeout(resolve, 500, page(taskOf(1))))
  const shown = observe(api.tasks.list, list, fresh)
  cleanups.push(followEvents(fresh, 1))
  await advance(100)
  Socket.newest.receive(changed(taskOf(1, { version: 2, title: 'Renamed' })))
  await advance(500)
  expect(titles(shown)).toEqual(['Renamed'])
})

test('an answer to one’s own change shows at once, and nothing is asked for', async () => {
  const shown = observe(api.tasks.list, list)
  await advance(10)
  applyAnswer(client, { type: 'changed', project_id: 1, task: taskOf(1, { version: 2, title: 'Mine' }) })
  applyAnswer(client, { type: 'changed', project_id: 1, task: taskOf(2) })
  await advance(5000)
  expect(titles(shown)).toEqual(['Mine', 'Task 2'])
  expect(requested).toHaveLength(1)
})

test('what this tab is adding is there once, though it is told of it before it has its answer', async () => {
  const shown = observe(api.tasks.list, list)
  await advance(10)
  const form = { body: { title: 'Task 2' } }
  let answer = (_: Task) => {}
  const adding = client
    .getMutationCache()
    .build(client, {
      mutationKey: [api.tasks.create.route],
      mutationFn: () => new Promise<Task>((resolve) => (answer = resolve)),
      onSuccess: (task: Task) => applyAnswer(client, { type: 'changed', project_id: 1, task }),
    })
    .execute(form)
  await advance(10)
  Socket.newest.receive({ type: 'changed', change_id: changeIdOf(form), project_id: 1, task: taskOf(2) })
  Socket.newest.receive(changed(taskOf(3, { title: 'Task 2' })))
  await advance(10)
  expect(titles(shown)).toEqual(['Task 1', 'Task 2'])
  answer(taskOf(2))
  await adding
  await advance(10)
  // It includes a task to which somebody else gave the same title meanwhile.
  expect(titles(shown)).toEqual(['Task 1', 'Task 2', 'Task 2'])
})

test('the page of a task that comes back asks for it anew, and one that was told late does not', async () => {
  const args = { params: { task_id: '1' } }
  answers['/api/tasks/1/'] = () => taskOf(1)
  const shown = observe(api.tasks.get, args)
  await advance(10)
  Socket.newest.receive({ type: 'removed', project_id: 1, task_id: 1, version: 2 })
  await advance(10)
  const state = () => client.getQueryState(keyOf(api.tasks.get, args))?.status
  expect([state(), (shown().data as Task).title]).toEqual(['error', 'Task 1'])
  Socket.newest.receive(changed(taskOf(1, { version: 2 })))
  await advance(10)
  expect(state()).toBe('error')
  Socket.newest.receive(changed(taskOf(1, { version: 3 })))
  await advance(10)
  expect(state()).toBe('success')

  client.removeQueries({ queryKey: keyOf(api.tasks.get, args) })
  await client.prefetchQuery({ queryKey: keyOf(api.tasks.get, args), queryFn: () => Promise.reject(new Refused(404, {})) })
  expect(state()).toBe('error')
  Socket.newest.receive(changed(taskOf(1, { version: 4 })))
  await advance(10)
  expect(state()).toBe('pending')
})

test('many reasons to read again are one read, which no further reason breaks off', async () => {
  const shown = observe(api.tasks.list, list)
  await advance(10)
  let version = 1
  answers['/api/tasks/'] = () =>
    new Promise((resolve) => setTimeout(resolve, 1000, page(taskOf(1, { version: ++version, title: `Read ${version}` }))))
  for (let n = 0; n < 50; n++) Socket.newest.receive({ type: 'outdated', project_id: 1 })
  await advance(400)
  expect(requested).toHaveLength(2)
  for (let n = 0; n < 10; n++) {
    Socket.newest.receive({ type: 'outdated', project_id: 1 })
    await advance(90)
  }
  expect(requested).toHaveLength(2)
  await advance(100)
  expect(titles(shown)).toEqual(['Read 2'])
  await advance(1500)
  expect(titles(shown)).toEqual(['Read 3'])
  await advance(5000)
  expect(requested).toHaveLength(3)
})

test('what is stale is read again where it is on the screen, within a second and a bit', async () => {
  answers['/api/labels/'] = () => page()
  observe(api.tasks.list, list)
  observe(api.labels.list, { query: {} })
  await advance(10)
  requested = []
  Socket.newest.receive({ type: 'stale', reads: ['labels', 'employees'] })
  await advance(1400)
  expect(requested).toEqual(['/api/labels/'])
})

test('what becomes stale while its page waits for it is read again once the page shows it', async () => {
  answers['/api/labels/'] = () => new Promise((resolve) => setTimeout(resolve, 3000, page()))
  const read = { queryKey: keyOf(api.labels.list, { query: {} }), queryFn: () => call(api.labels.list, { query: {} }) }
  for (const toldAfter of [100, 2900]) {
    client.clear()
    requested = []
    const waiting = client.prefetchQuery(read)
    await advance(toldAfter)
    Socket.newest.receive({ type: 'stale', reads: ['labels'] })
    await advance(4500 - toldAfter)
    await waiting
    observe(api.labels.list, { query: {} })
    await advance(10)
    expect(requested).toHaveLength(2)
  }
})

test('what sums up all work is read again at most every half a minute', async () => {
  answers['/api/project-health/'] = () => []
  observe(api.health.projects, {})
  await advance(10)
  requested = []
  const work = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      Socket.newest.receive({ type: 'stale', reads: ['health'] })
      await advance(1000)
    }
  }
  await work(29)
  expect(requested).toHaveLength(0)
  await work(60)
  expect(requested).toHaveLength(2)
  await advance(60_000)
  expect(requested).toHaveLength(3)
  requested = []
  Socket.newest.receive({ type: 'stale', reads: ['health'] })
  await advance(1400)
  expect(requested).toHaveLength(1)
})

test('a project that is no longer for this person is not there any more, nor what is in it', async () => {
  answers['/api/projects/1/'] = () => ({ id: 1, name: 'Website', version: 1 })
  answers['/api/projects/'] = () => ({ ...page(), count: 2, results: [{ id: 2 }, { id: 1 }] })
  answers['/api/tasks/1/'] = () => taskOf(1)
  const [project, projects] = [
    observe(api.projects.get, { params: { project_id: '1' } }),
    observe(api.projects.list, { query: {} }),
  ]
  const [tasks, task] = [observe(api.tasks.list, list), observe(api.tasks.get, { params: { task_id: '1' } })]
  await advance(10)
  Socket.newest.receive({ type: 'gone', project_id: 1 })
  await advance(10)
  for (const shown of [project, tasks, task]) {
    expect(shown().data).toBeUndefined()
    expect(shown().error).toBeInstanceOf(Refused)
  }
  expect(projects().data).toMatchObject({ count: 1, results: [{ id: 2 }] })
})

test('what may have been missed and is not known any more is read again', async () => {
  const shown = observe(api.tasks.list, list)
  receiveWatching('project 1')
  await advance(2000)
  expect(requested).toHaveLength(1)
  answers['/api/tasks/'] = () => page(taskOf(1), taskOf(2))
  Socket.newest.receive({ type: 'missed' })
  await advance(1400)
  expect(titles(shown)).toEqual(['Task 1', 'Task 2'])
  expect(requested).toHaveLength(2)
})
