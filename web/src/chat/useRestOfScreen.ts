import { type RefObject, useLayoutEffect, useState } from 'react'

const below = 16

/** The height, in pixels, from the top of this to the bottom of what is seen of the page: a phone's keyboard covers the rest. */
export function useRestOfScreen(element: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return
      const top = element.current.getBoundingClientRect().top + window.scrollY
      setHeight(Math.max(320, Math.floor((window.visualViewport?.height ?? window.innerHeight) - top - below)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.documentElement)
    // What is above may grow without the page doing so.
    if (element.current?.parentElement) observer.observe(element.current.parentElement)
    window.visualViewport?.addEventListener('resize', measure)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', measure)
      window.removeEventListener('resize', measure)
    }
  }, [element])
  return height
}
