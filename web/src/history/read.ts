import { useDocumentVisibility } from '@mantine/hooks'
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api, type Change, type Result } from 'contract'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { call, Refused } from '../api/call.ts'
import type { ReadContext } from '../api/data.ts'
import { useIsOffline } from '../api/offline.ts'

const perPage = 100
/** Milliseconds in which several changes become one read. */
const debounce = 300
/** Milliseconds over which the browsers that show the same history spread their reads. */
const spread = 500

type Page = Result<typeof api.history.ofTask>
type Request = { query: { limit: string; offset: string }; signal: AbortSignal; before: Page | undefined }

function pagesOf(queryKey: readonly [route: string, args: object], read: (request: Request) => Promise<Page>) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ signal, client, pageParam: offset }: ReadContext & { pageParam: number }) => {
      const before = client.getQueryData<InfiniteData<Page>>(queryKey)?.pages[offset / perPage]
      return read({ query: { limit: String(perPage), offset: String(offset) }, signal, before })
    },
    getNextPageParam: ({ next }: Page, pages: Page[]) => (next === null ? undefined : pages.length * perPage),
    // Each page stays the object that its entity tag belongs to.
    structuralSharing: false,
  })
}

/** The read of a task's changes, newest first. */
export function historyOfTask(id: number) {
  const params = { task_id: String(id) }
  return pagesOf([api.history.ofTask.route, { params }], ({ query, signal, before }) =>
    call(api.history.ofTask, { params, query }, signal, { before }),
  )
}

/** The read of a project's changes, newest first. */
export function historyOfProject(id: number) {
  const params = { project_id: String(id) }
  return pagesOf([api.history.ofProject.route, { params }], ({ query, signal, before }) =>
    call(api.history.ofProject, { params, query }, signal, { before }),
  )
}

/** The changes that have been read, newest first. They are read again when `version` changes. */
export function useChanges(query: ReturnType<typeof pagesOf>, version: string) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  useReadAgain(version, refetch)
  const isOffline = useIsOffline()
  const readIfFailed = useEffectEvent(() => {
    if (error) void refetch()
  })
  useEffect(() => {
    if (!isOffline) readIfFailed()
  }, [isOffline])
  const isGone = error instanceof Refused && error.status === 404
  const changes = useMemo(() => data?.pages.flatMap(({ results }): Change[] => results), [data])
  return {
    /** Undefined until they have been read. */
    changes,
    hasFailed: error !== null && !isOffline && !isGone,
    retry: refetch,
    hasEarlier: hasNextPage,
    showEarlier: fetchNextPage,
    isReadingEarlier: isFetchingNextPage,
  }
}

/** Reads again soon after the version has changed, but not while nobody sees the page. */
function useReadAgain(version: string, read: () => Promise<unknown>) {
  const isVisible = useDocumentVisibility() === 'visible'
  const latest = useRef(version)
  const readNow = useEffectEvent(read)
  useEffect(() => {
    if (!isVisible || latest.current === version) return
    const timer = setTimeout(
      () => {
        latest.current = version
        void readNow()
      },
      debounce + Math.random() * spread,
    )
    return () => clearTimeout(timer)
  }, [version, isVisible])
}
