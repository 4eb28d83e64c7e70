import type { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { isAt, screens } from './routes.tsx'

/** Milliseconds for which a link is pointed at before its page is fetched. */
const restTime = 65
/** Milliseconds for which data is recent enough for a page that may never be opened. */
const staleTime = 30_000

/** Fetches the code and the data of a page while a link to it is pointed at or has the focus. Returns a function that stops it. */
export function prefetchLinks(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout>
  const look = ({ target }: Event) => {
    clearTimeout(timer)
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
    if (link) timer = setTimeout(() => prefetch(client, link.pathname), restTime)
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, look)
  return () => {
    clearTimeout(timer)
    for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, look)
  }
}

function prefetch(client: QueryClient, pathname: string) {
  for (const screen of screens) {
    const { path, page, reads } = screen
    const match = isAt(screen, pathname) && matchPath(path, pathname)
    if (!match) continue
    page.load().catch(() => {})
    // A failure is not kept: the page tries again, and reports it.
    for (const read of reads?.(match.params) ?? [])
      client
        .fetchQuery<unknown>({ ...read, staleTime })
        .catch(() => client.removeQueries({ queryKey: read.queryKey, type: 'inactive', exact: true }))
  }
}
