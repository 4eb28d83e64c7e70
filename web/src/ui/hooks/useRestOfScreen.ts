import { type RefObject, useLayoutEffect, useState } from 'react'

const marginBelow = 16

/**
 * Pixels from the top of the element to the bottom of the visible page, which a phone's keyboard makes lower. At least 320, and at
 * least this share of the visible page.
 */
export function useRestOfScreen(element: RefObject<HTMLElement | null>, share = 0) {
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return
      const top = element.current.getBoundingClientRect().top + window.scrollY
      const visible = window.visualViewport?.height ?? window.innerHeight
      setHeight(Math.floor(Math.max(320, share * visible, visible - top - marginBelow)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    // Something above may grow or shrink without the page doing so.
    for (let outer = element.current?.parentElement; outer; outer = outer.parentElement) observer.observe(outer)
    window.visualViewport?.addEventListener('resize', measure)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', measure)
      window.removeEventListener('resize', measure)
    }
  }, [element, share])
  return height
}
