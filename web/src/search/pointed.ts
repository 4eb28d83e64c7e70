import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type EntityKey, pointTo } from '../live/highlights.ts'

/** Milliseconds for which the row may take to appear. */
const longestWait = 5000

/** Shows the row in the address's hash, such as `#comment-5`, once it is on the page, and highlights it. */
export function usePointedRow() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the same link is followed again
  useEffect(() => {
    const [, kind, id] = /^#(subtask|comment|file)-(\d+)$/.exec(hash) ?? []
    if (!kind || !id) return
    const show = () => {
      const row = document.getElementById(hash.slice(1))
      if (!row) return false
      row.scrollIntoView({ block: 'center' })
      pointTo([`${kind} ${id}` as EntityKey])
      return true
    }
    if (show()) return
    const observer = new MutationObserver(() => show() && stop())
    const timer = setTimeout(() => stop(), longestWait)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true })
    return stop
  }, [hash, key])
}
