import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const storageKey = 'scroll positions'
/** Milliseconds for which a page that was gone back to may still grow to the height it had. */
const longestGrowth = 3000

/** The scroll position of each history entry of this tab, in pixels. */
const positions = new Map<string, number>(readPositions())

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
  const { key, pathname } = useLocation()
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
      positions.delete(key)
      positions.set(key, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useLayoutEffect(() => {
    const isSamePage = previous.current === pathname
    previous.current = pathname
    if (isReturn) return scrollOnceTallEnough(positions.get(key) ?? 0)
    // A changed filter is another address of the same page.
    if (!isSamePage) window.scrollTo(0, 0)
    return undefined
  }, [key, pathname, isReturn])
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
