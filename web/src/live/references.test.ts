import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReferredWork, Task } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIsMe, useReferredPerson, useReferredWork } from '../ui/text/references/store.ts'
import { followReferences } from './references.ts'
import type { Frame } from './subscriptions.ts'

const live = vi.hoisted(() => ({ receive: (_frame: unknown) => {}, topics: new Set<string>() }))
vi.mock('./subscriptions.ts', () => ({
  onFrame(listener: (frame: unknown) => void) {
    live.receive = listener
    return () => {}
  },
  subscribe(topic: string) {
    live.topics.add(topic)
    return () => live.topics.delete(topic)
  },
}))

const work: ReferredWork = {
  key: 'WEB-42',
  title: 'Header',
  status: 'todo',
  assignee: null,
  due_date: null,
  project_id: 5,
  task_id: 7,
  subtask_id: null,
}
let answer: { people: object[]; keys: object[]; tasks: object[] }
let requested: URLSearchParams[]
let respond: () => Promise<Response>
let stop: () => void

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const receive = (frame: Partial<Task> | object) => act(() => live.receive(frame as Frame))
const changed = (task: object) => ({ type: 'changed', project_id: 5, task: { id: 7, key: 'WEB-42', subtasks: [], ...task } })

beforeEach(() => {
  vi.useFakeTimers()
  requested = []
  answer = { people: [], keys: [{ ...work, asked: 'WEB-42' }], tasks: [] }
  respond = async () => new Response(JSON.stringify(answer))
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(new URL(url, 'http://acme.test').searchParams)
    return respond()
  })
  stop = followReferences(3)
})
afterEach(() => {
  cleanup()
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('everything that a page names is one request, and what there is not is known to be missing', async () => {
  answer.people = [{ id: 3, full_name: 'Ann Lee', is_active: true }]
  const shown = renderHook(() => [
    useReferredPerson(3),
    useReferredWork({ key: 'web-42' }),
    useReferredWork({ key: 'WEB-42' }),
    useReferredWork({ task_id: 9 }),
    useIsMe(3),
  ])
  expect(shown.result.current).toEqual([undefined, undefined, undefined, undefined, true])
  await advance(50)
  expect(shown.result.current).toEqual([answer.people[0], work, work, null, true])
  expect(requested.map(String)).toEqual(['people=3&keys=WEB-42&tasks=9'])
})

test('a change of the task shows at once, without a request', async () => {
  const shown = renderHook(() => useReferredWork({ key: 'WEB-42' }))
  await advance(50)
  expect([...live.topics]).toEqual(['project 5'])
  receive(changed({ title: 'Footer', status: 'done', due_date: null, assigned_to: { id: 3, full_name: 'Ann Lee' } }))
  expect(shown.result.current).toMatchObject({ title: 'Footer', status: 'done', assignee: { full_name: 'Ann Lee' } })
  receive({ type: 'removed', project_id: 5, task_id: 7, version: 9 })
  expect(shown.result.current).toBeNull()
  await advance(5000)
  expect(requested).toHaveLength(1)
})

test('a subtask follows its task, and is gone when the task has it no more', async () => {
  answer.keys = [{ ...work, asked: 'WEB-42', subtask_id: 8 }]
  const shown = renderHook(() => useReferredWork({ key: 'WEB-42' }))
  await advance(50)
  receive(changed({ subtasks: [{ id: 8, key: 'WEB-42', title: 'Logo', status: 'done', due_date: null, assigned_to: null }] }))
  expect(shown.result.current).toMatchObject({ title: 'Logo', subtask_id: 8 })
  receive(changed({ subtasks: [] }))
  expect(shown.result.current).toBeNull()
})

test('an answer that is older than an event is asked for again', async () => {
  let finish = () => {}
  respond = () =>
    new Promise((resolve) => {
      finish = () => resolve(new Response(JSON.stringify(answer)))
    })
  const shown = renderHook(() => useReferredWork({ key: 'WEB-42' }))
  await advance(50)
  receive(changed({ title: 'Footer' }))
  await act(async () => finish())
  answer = { ...answer, keys: [{ ...work, title: 'Footer', asked: 'WEB-42' }] }
  await advance(1100)
  await act(async () => finish())
  await advance(10)
  expect(shown.result.current?.title).toBe('Footer')
})

test('whatever happens at about the same time is one request', async () => {
  renderHook(() => useReferredWork({ key: 'WEB-42' }))
  await advance(50)
  requested = []
  for (const frame of [{ type: 'missed' }, { type: 'gone', project_id: 5 }, { type: 'stale', reads: ['work'] }]) receive(frame)
  await advance(3000)
  expect(requested).toHaveLength(1)
})

test('a failed request is repeated, and nothing is read again for a page that names nothing', async () => {
  respond = () => Promise.reject(new TypeError('offline'))
  const shown = renderHook(() => useReferredWork({ key: 'WEB-42' }))
  await advance(50)
  expect(shown.result.current).toBeUndefined()
  respond = async () => new Response(JSON.stringify(answer))
  await advance(10_100)
  expect(shown.result.current).toEqual(work)
  shown.unmount()
  requested = []
  receive({ type: 'missed' })
  await advance(5000)
  expect(requested).toEqual([])
})
