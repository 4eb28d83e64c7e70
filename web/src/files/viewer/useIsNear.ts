import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is in its scroller's view, or less than a view's height away. */
export function useIsNear(element: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: element.current.closest('[data-scrolls]'),
      rootMargin: '100% 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
