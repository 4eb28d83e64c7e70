// Reads lists that are longer than a page of the server, such as the tasks of a large project.
import { useQuery } from '@tanstack/react-query'
import type { Args, Endpoint, Result } from 'contract'
import { call } from './call.ts'
import { keyOf, type ReadContext } from './data.ts'
import { etagOf, setEtag } from './etags.ts'

type Page = { count: number; next: string | null; previous: string | null; results: { id: number }[] }
/** Reads the page after a row, or from an offset. Returns `before` if that is still what the server would answer. */
type ReadPage = (from: { after?: string; offset?: string }, before: Page | undefined) => Promise<Page>

/** The rows of a page: the most that the server answers with. */
const pageSize = 1000
/** Of a longer list, the newest rows are read. */
const mostRows = 30_000

/**
 * The query of a whole list that the server sorts by id, read page by page. While it is read for the first time, its data is the first page,
 * and `next` says that more follows. `previous` says that only the newest rows are read.
 */
export function wholeOf<E extends Endpoint>(endpoint: E, args: Args<E>) {
  const queryKey = keyOf(endpoint, args)
  const queryFn = async ({ signal, client }: ReadContext) => {
    const readPage: ReadPage = async (from, before) => {
      const query = { ...(args as { query: object }).query, limit: String(pageSize), ...from }
      return (await call(endpoint, { ...(args as object), query } as Args<E>, signal, {
        before: before as Result<E> | undefined,
      })) as Page
    }
    const showFirst = (page: Page) => client.setQueryData<Page>(queryKey, (data) => data ?? page)
    return (await readWhole(readPage, { before: client.getQueryData(queryKey), showFirst })) as Result<E>
  }
  return { queryKey, queryFn }
}

/** A whole list as far as it has been read, without a request. */
export const useKnownWhole = <E extends Endpoint>(endpoint: E, args: Args<E>): Result<E> | undefined =>
  useQuery<Result<E>>({ ...wholeOf(endpoint, args), enabled: false }).data

type Reading = { before: Page | undefined; showFirst: (page: Page) => void }

async function readWhole(readPage: ReadPage, { before, showFirst }: Reading): Promise<Page> {
  const kept = before ? pagesIn(before) : []
  let first = await readPage({}, kept[0])
  const { count } = first
  if (count > mostRows) first = await readPage({ offset: String(count - mostRows) }, undefined)
  else if (first.next !== null) showFirst(first)
  const pages = [first]
  for (let page = first, last = page.results.at(-1); last && page.next !== null; last = page.results.at(-1)) {
    // After a row instead of from an offset, which rows that come and go meanwhile would shift.
    page = await readPage({ after: String(last.id) }, kept[pages.length])
    pages.push(page)
  }
  if (before && pages.length === kept.length && pages.every((page, i) => page === kept[i])) return before
  return pages.length === 1 ? first : joined(pages, { count, next: null, previous: first.previous })
}

/** The pages that a list was read in, with their entity tags. None if an event has changed it since. */
function pagesIn(list: Page): Page[] {
  const etags = etagOf(list)?.split(' ') ?? []
  return etags.map((etag, i) => {
    const next = i + 1 < etags.length ? 'the page after this' : list.next
    const page = { ...list, next, results: list.results.slice(i * pageSize, (i + 1) * pageSize) }
    setEtag(page, etag)
    return page
  })
}

function joined(pages: readonly Page[], whole: Omit<Page, 'results'>): Page {
  const list = { ...whole, results: pages.flatMap(({ results }) => results) }
  const etags = pages.map(etagOf)
  if (!etags.includes(undefined)) setEtag(list, etags.join(' '))
  return list
}
