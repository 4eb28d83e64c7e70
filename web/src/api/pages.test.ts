import { QueryObserver } from '@tanstack/react-query'
import { api, type Result } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './data.ts'
import { wholeOf } from './pages.ts'

type List = Result<typeof api.tasks.list>
type Query = { after: number; limit: number; offset: number }

/** The ids on the server. */
let ids: number[] = []
let requests: { query: string; status: number }[] = []
/** Runs before a request is answered. */
let beforeAnswer: (nth: number) => unknown = () => {}

function answerTo({ after, limit, offset }: Query) {
  const rest = ids.filter((id) => id > after)
  const results = rest.slice(offset, offset + limit).map((id) => ({ id }))
  return {
    count: rest.length,
    next: offset + limit < rest.length ? 'next' : null,
    previous: offset > 0 ? 'previous' : null,
    results,
  }
}

beforeEach(() => {
  ids = []
  requests = []
  beforeAnswer = () => {}
  vi.stubGlobal('fetch', async (url: string, { headers = {} }: { headers?: Record<string, string> }) => {
    await beforeAnswer(requests.length + 1)
    const { searchParams } = new URL(url, 'http://acme.test')
    const number = (name: string, usual: number) => Number(searchParams.get(name) ?? usual)
    const body = JSON.stringify(answerTo({ after: number('after', 0), limit: number('limit', 500), offset: number('offset', 0) }))
    const etag = `W/"${body.length} ${searchParams}"`.replaceAll(' ', '-')
    const status = headers['if-none-match'] === etag ? 304 : 200
    searchParams.delete('project')
    requests.push({ query: searchParams.toString(), status })
    return new Response(status === 304 ? null : body, { status, headers: { etag } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const query = wholeOf(api.tasks.list, { query: { project: '7' } })

/** Shows the list, and notes what is shown one after another: the number of rows, and whether more will follow. */
function show() {
  const client = createClient()
  const observer = new QueryObserver<List>(client, { ...query, retry: false })
  const shown: [rows: number, hasMore: boolean][] = []
  const stop = observer.subscribe(({ data, dataUpdatedAt }) => {
    const now: [number, boolean] | undefined = data && [data.results.length, data.next !== null]
    if (now && dataUpdatedAt && JSON.stringify(shown.at(-1)) !== JSON.stringify(now)) shown.push(now)
  })
  const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  return { client, observer, shown, settled, stop }
}

test.each([
  [0, [[0, false]], ['limit=1000']],
  [1000, [[1000, false]], ['limit=1000']],
  [
    2401,
    [
      [1000, true],
      [2401, false],
    ],
    ['limit=1000', 'limit=1000&after=1000', 'limit=1000&after=2000'],
  ],
])('a list of %d rows is read whole, and its first page is shown meanwhile', async (count, shown, queries) => {
  ids = upTo(count)
  const list = show()
  await list.settled()
  expect(list.shown).toEqual(shown)
  expect(list.observer.getCurrentResult().data?.count).toBe(count)
  expect(requests.map((request) => request.query)).toEqual(queries)
  list.stop()
})

test('rows that come and go while a list is read hide no other row', async () => {
  ids = upTo(2401)
  beforeAnswer = (nth) => {
    if (nth === 2) ids = ids.filter((id) => id !== 5 && id !== 1000)
    if (nth === 3) ids = [...ids.filter((id) => id !== 1500), 2402]
  }
  const list = show()
  await list.settled()
  // The events about the rows that went are applied to it, too.
  expect(list.observer.getCurrentResult().data?.results.map(({ id }) => id)).toEqual(upTo(2402))
  list.stop()
})

test('pages that have not changed are not sent again', async () => {
  ids = upTo(2401)
  const list = show()
  await list.settled()
  const before = list.observer.getCurrentResult().data
  requests = []
  await list.observer.refetch()
  expect(requests.map(({ status }) => status)).toEqual([304, 304, 304])
  expect(list.observer.getCurrentResult().data).toBe(before)

  ids = ids.filter((id) => id !== 2400)
  requests = []
  await list.observer.refetch()
  expect(list.observer.getCurrentResult().data?.results.map(({ id }) => id)).toEqual(ids)
  requests = []
  await list.observer.refetch()
  expect(requests.map(({ status }) => status)).toEqual([304, 304, 304])
  list.stop()
})

test('a list that could be read in part only is read on', async () => {
  ids = upTo(1500)
  beforeAnswer = (nth) => {
    if (nth === 2) throw new TypeError('no connection')
  }
  const list = show()
  await list.settled()
  expect(list.observer.getCurrentResult()).toMatchObject({ status: 'error', data: { count: 1500, next: 'next' } })
  requests = []
  beforeAnswer = () => {}
  await list.observer.refetch()
  expect(requests.map(({ status }) => status)).toEqual([304, 200])
  expect(list.shown.at(-1)).toEqual([1500, false])
  list.stop()
})

test('of an absurdly long list, the newest rows are read', async () => {
  ids = upTo(31_000)
  const list = show()
  await list.settled()
  const { count, previous, results } = list.observer.getCurrentResult().data ?? {}
  expect([count, previous, results?.length, results?.at(-1)?.id]).toEqual([31_000, 'previous', 30_000, 31_000])
  list.stop()
})
