import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { api } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { createClient, readOf, useChange } from './data.ts'

const answers: ((status: number) => void)[] = []
const sent: string[] = []

beforeEach(() => {
  answers.length = 0
  sent.length = 0
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push(`${url} ${body}`)
    return new Promise((resolve) => {
      answers.push((status) => resolve(new Response('{}', { status })))
    })
  })
})
afterEach(async () => {
  // Unanswered changes would delay those of the next test.
  for (let seen = -1; seen < sent.length; await new Promise((resolve) => setTimeout(resolve))) {
    seen = sent.length
    for (const answer of answers) answer(200)
  }
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const change = () => {
  const client = createClient()
  const { result } = renderHook(() => useChange(api.subtasks.update, { touches: [] }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return (id: number, title: string) =>
    result.current.mutateAsync({ params: { subtask_id: String(id) }, body: { title } }).catch(() => 'refused')
}

test('changes of one row are sent in their order, the next once the one before is answered, even if refused', async () => {
  const rename = change()
  const first = rename(1, 'A')
  const second = rename(1, 'B')
  await waitFor(() => expect(sent).toEqual(['/api/subtasks/1/ {"title":"A"}']))
  answers[0]?.(400)
  await expect(first).resolves.toBe('refused')
  await waitFor(() => expect(sent[1]).toBe('/api/subtasks/1/ {"title":"B"}'))
  answers[1]?.(200)
  await expect(second).resolves.toEqual({})
})

test('changes of different rows do not wait for each other', async () => {
  const rename = change()
  void rename(1, 'A')
  void rename(2, 'B')
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('what appears does not ask again for a read that has just failed', async () => {
  const client = createClient()
  const read = () =>
    renderHook(() => useQuery(readOf(api.labels.list, { query: {} })), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    }).result
  const first = read()
  await waitFor(() => expect(sent).toHaveLength(1))
  answers[0]?.(400)
  await waitFor(() => expect(first.current.isError).toBe(true))
  expect(read().current.isError).toBe(true)
  expect(sent).toHaveLength(1)
  vi.setSystemTime(Date.now() + 11_000)
  expect(read().current.isPending).toBe(true)
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('where the path names no row, the change says which it is', async () => {
  const client = createClient()
  const { result } = renderHook(() => useChange(api.assignments.reassign, { touches: [], rowIn: ({ body }) => body.developer }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const move = (developer: number, manager: number) => void result.current.mutateAsync({ body: { developer, manager } })
  move(1, 8)
  move(1, 9)
  move(2, 9)
  const bodies = () => sent.map((line) => line.slice(line.indexOf('{')))
  await waitFor(() => expect(bodies()).toEqual(['{"developer":1,"manager":8}', '{"developer":2,"manager":9}']))
  answers[0]?.(200)
  await waitFor(() => expect(bodies()[2]).toBe('{"developer":1,"manager":9}'))
})

test('of many changes four are under way at once, the others follow in order, and what those before them touched is read again once', async () => {
  const client = createClient()
  const read = vi.fn(() => Promise.resolve(null))
  await client.fetchQuery({ queryKey: [api.tasks.list.route], queryFn: read })
  new QueryObserver(client, { queryKey: [api.tasks.list.route], queryFn: read, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  )
  const { result } = renderHook(() => useChange(api.subtasks.update, { touches: [api.tasks.list] }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const ids = [1, 2, 3, 4, 5, 6, 7]
  for (const id of ids) void result.current.mutateAsync({ params: { subtask_id: String(id) }, body: { title: 'A' } })
  const sentIds = () => sent.map((line) => Number(line.split('/')[3]))
  await waitFor(() => expect(sentIds()).toEqual([1, 2, 3, 4]))
  answers[2]?.(200)
  answers[0]?.(200)
  await waitFor(() => expect(sentIds()).toEqual([1, 2, 3, 4, 5, 6]))
  expect(read).toHaveBeenCalledTimes(1)
  answers[1]?.(200)
  await waitFor(() => expect(sentIds()).toEqual(ids))
  // One read for the two delayed changes, and one for the change that they waited for.
  await waitFor(() => expect(read).toHaveBeenCalledTimes(3))
  for (const answer of answers) answer(200)
  await waitFor(() => expect(client.isMutating()).toBe(0))
})

test('a read that the server is too busy for is made again after the time that it asks for, and not where that is long', async () => {
  vi.useFakeTimers()
  try {
    for (const [status, retryAfter, times] of [
      [429, '2', 3],
      [503, '2', 3],
      [429, '600', 1],
    ] as const) {
      const asked: number[] = []
      const fetch = async () => {
        asked.push(Date.now())
        return new Response('{"detail":"Later."}', { status, headers: { 'retry-after': retryAfter } })
      }
      vi.stubGlobal('fetch', fetch)
      const client = createClient()
      const read = client.fetchQuery({
        queryKey: ['me'],
        queryFn: () => call(api.auth.me, {}),
        retry: client.getDefaultOptions().queries?.retry ?? false,
      })
      const refused = expect(read).rejects.toMatchObject({ status })
      await vi.runAllTimersAsync()
      await refused
      expect(asked).toHaveLength(times)
      for (const [i, at] of asked.entries()) if (i) expect(at - (asked[i - 1] ?? 0)).toBeGreaterThanOrEqual(2000)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a read that fails although the browser is just back online is made more often than another', async () => {
  vi.useFakeTimers()
  try {
    for (const [secondsBack, isRead] of [
      [0, true],
      [60, false],
    ] as const) {
      window.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(secondsBack * 1000)
      const reachableAt = Date.now() + 3000
      vi.stubGlobal('fetch', async () => {
        if (Date.now() < reachableAt) throw new TypeError('Failed to fetch')
        return new Response('{"id":1}')
      })
      const client = createClient()
      const observer = new QueryObserver(client, { queryKey: ['me'], queryFn: () => call(api.auth.me, {}) })
      const stop = observer.subscribe(() => {})
      await vi.advanceTimersByTimeAsync(20_000)
      expect(observer.getCurrentResult().isSuccess).toBe(isRead)
      stop()
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a change that the server is too busy for is sent once, and says why it was not made', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{"detail":"Too many requests. Please wait before trying again."}', {
      status: 429,
      headers: { 'retry-after': '1' },
    })
  })
  const client = createClient()
  const { result } = renderHook(() => useChange(api.subtasks.update, { touches: [] }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const renamed = result.current.mutateAsync({ params: { subtask_id: '1' }, body: { title: 'A' } })
  await expect(renamed).rejects.toThrow('Too many requests. Please wait before trying again.')
  expect(asked).toHaveLength(1)
})
