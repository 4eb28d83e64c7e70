import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll positions'
/** Milliseconds for which a page that was gone back to may still grow to the height it had. */
const longestGrowth = 3000

/** The name of a history entry. Its key alone isn't enough: the first entry of every document has the same one. */
const nameOf = ({ key, pathname, search }: { key: string; pathname: string; search: string }) => `${key} ${pathname}${search}`

/** The scroll position of each history entry of this tab, in pixels. */
const positions = new Map<string, number>(readPositions())
// An address that is typed or followed anew is not a return to where it was left before.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (visit?.type === 'navigate') positions.delete(nameOf({ ...window.location, key: 'default' }))

function readPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

const keepPositions = () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-50)))
  } catch {
    // Where the browser denies access, a reload starts at the top.
  }
}

/** Scrolls to the top of a new page, and back to where a page was left by going back, forward or reloading. */
export function useScrollRestoration() {
  const location = useLocation()
  const name = nameOf(location)
  const { pathname } = location
  const isReturn = useNavigationType() === 'POP'
  const previous = useRef('')

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', keepPositions)
    return () => window.removeEventListener('pagehide', keepPositions)
  }, [])

  useEffect(() => {
    const remember = () => {
      // The latest entry is the last one of those that are kept.
      positions.delete(name)
      positions.set(name, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [name])

  useLayoutEffect(() => {
    const isSamePage = previous.current === pathname
    previous.current = pathname
    if (isReturn) return scrollOnceTallEnough(positions.get(name) ?? 0)
    // A changed filter is another address of the same page.
    if (!isSamePage) window.scrollTo(0, 0)
    return undefined
  }, [name, pathname, isReturn])
}

/** Scrolls to the position as soon as the page is tall enough, unless the person scrolls before. Returns a function that gives up. */
function scrollOnceTallEnough(top: number) {
  window.scrollTo(0, top)
  if (window.scrollY >= top - 1) return undefined
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (window.scrollY >= top - 1) stop()
  })
  const timer = setTimeout(() => stop(), longestGrowth)
  const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
  function stop() {
    growth.disconnect()
    clearTimeout(timer)
    for (const gesture of gestures) window.removeEventListener(gesture, stop)
  }
  growth.observe(document.body)
  for (const gesture of gestures) window.addEventListener(gesture, stop, { passive: true })
  return stop
}
