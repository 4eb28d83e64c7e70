import { type RefObject, useLayoutEffect, useState } from 'react'

const marginBelow = 16

/** Pixels from the top of the element to the bottom of the visible page. A phone's keyboard covers the rest. */
export function useRestOfScreen(element: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return
      const top = element.current.getBoundingClientRect().top + window.scrollY
      setHeight(Math.max(320, Math.floor((window.visualViewport?.height ?? window.innerHeight) - top - marginBelow)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.documentElement)
    // Siblings above may grow without the page growing.
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
