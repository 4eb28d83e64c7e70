import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Keeps the element in the address's hash (`#labels`) in view while sections above it load. Stops after 10 s, or when the person
 * scrolls or does anything else.
 */
export function useAnchor(content: RefObject<HTMLElement | null>) {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is followed again
  useEffect(() => {
    const id = hash.slice(1)
    if (!id || !content.current) return
    const observer = new ResizeObserver(() => document.getElementById(id)?.scrollIntoView())
    observer.observe(content.current)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const act of acts) window.removeEventListener(act, stop)
    }
    const timer = setTimeout(stop, 10_000)
    for (const act of acts) window.addEventListener(act, stop, { passive: true })
    return stop
  }, [content, hash, key])
}

const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
