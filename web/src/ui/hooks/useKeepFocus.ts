import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** Milliseconds between two attempts, and until the last one. */
const retryDelay = 50
const retryTime = 3000

/** Elements that have the focus for a while, after which it comes back to the item. */
const places = '[role="menu"], [role="dialog"], [data-board-bar]'

type Options = {
  /** The data attribute with an item's id, such as `card` for `data-card`. */
  attribute: string
  /** Whether the list still has the item, rendered or not. */
  isThere: (id: string) => boolean
  /** The items that may get the focus in place of a removed one, the best first. */
  neighboursOf: (item: HTMLElement) => readonly (Element | null | undefined)[]
  /** The element of an item that takes the focus; absent: the item itself. */
  targetIn?: (item: HTMLElement) => HTMLElement | null
  /** Scrolls to an item that is not rendered. */
  reveal?: (id: string) => void
}

/**
 * Returns the focus to an item of a list that was rendered again elsewhere. It retries for three seconds, while a dialog closes or the
 * list scrolls to the item. If the item is gone, a neighbour gets the focus.
 */
export function useKeepFocus(root: RefObject<HTMLElement | null>, options: Options) {
  const { attribute, isThere, neighboursOf, targetIn = (item) => item, reveal } = options
  const kept = useRef<string | undefined>(undefined)
  const neighbours = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // True between a blur and the moment in which it is known where the focus went. A render may come first.
  const isLeaving = useRef(false)

  useLayoutEffect(() => {
    const restore = (until: number) => {
      clearTimeout(timer.current)
      if (kept.current !== undefined && !isThere(kept.current)) kept.current = neighbours.current.find(isThere)
      const id = kept.current
      if (id === undefined || root.current?.contains(document.activeElement)) return
      if (document.activeElement === document.body && !isLeaving.current) {
        const item = root.current?.querySelector<HTMLElement>(`[data-${attribute}="${CSS.escape(id)}"]`)
        if (item) return targetIn(item)?.focus()
        reveal?.(id)
      }
      if (Date.now() < until) timer.current = setTimeout(() => restore(until), retryDelay)
    }
    restore(Date.now() + retryTime)
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    /** Makes this the item that keeps the focus. */
    keep: useCallback((id: string) => {
      kept.current = id
    }, []),
    onFocus: ({ target }: FocusEvent) => {
      // Focus events of an item's menu bubble here through its portal.
      if (!root.current?.contains(target)) return
      const idOf = (item: Element | null | undefined) => item?.getAttribute(`data-${attribute}`) ?? undefined
      const item = target.closest<HTMLElement>(`[data-${attribute}]`)
      kept.current = idOf(item)
      neighbours.current = item ? neighboursOf(item).flatMap((neighbour) => idOf(neighbour) ?? []) : []
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      // A dialog that closes at once would be gone by the time at which we look where the focus is.
      if (relatedTarget?.closest(places)) return
      // Blur events of an item's dialog bubble here through its portal, too.
      const isOfItem = root.current?.contains(target) ?? false
      isLeaving.current ||= isOfItem
      setTimeout(() => {
        isLeaving.current = false
        // An item that the person has left does not get the focus back, even if leaving has moved it. A removed dialog's item does.
        const isLeft = (isOfItem || target.isConnected) && !root.current?.contains(document.activeElement)
        if (isLeft && !document.activeElement?.closest(places)) kept.current = undefined
      })
    },
  }
}
