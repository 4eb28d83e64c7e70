import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Whether the person is using this part of the page by mouse, by touch (until the next touch elsewhere) or by keyboard. While
 * they do, nothing in it should move. Its portals, such as menus and dialogs, count as parts of it.
 */
export function useHeld(root: RefObject<HTMLElement | null>) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // The element of a portal that the pointer was last on, and the pointer's position.
  const inPortal = useRef<{ target: Element; x: number; y: number } | undefined>(undefined)
  const release = useCallback(() => {
    setPointed(false)
    setFocused(false)
  }, [])

  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setPointed(false)
    }
    const onVisibilityChange = () => {
      if (document.hidden) release()
    }
    // The capture phase comes first, so that a portal's own handler can hold the list again.
    document.addEventListener('pointerdown', onPointerDown, true)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [root, release])

  const isHeld = isPointed || isFocused
  useEffect(() => {
    if (!isHeld) return
    // Removing a dialog under the pointer or the focus fires no leave or blur event.
    const observer = new MutationObserver(() => {
      const { target, x, y } = inPortal.current ?? {}
      if (!target || target.isConnected) return
      inPortal.current = undefined
      const contains = (element: Element | null) => root.current?.contains(element) ?? false
      setPointed(contains(document.elementFromPoint(x ?? 0, y ?? 0)))
      if (!contains(document.activeElement)) setFocused(false)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [root, isHeld])

  const holdByPointer = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    setPointed(true)
    inPortal.current = target instanceof Element && !root.current?.contains(target) ? { target, x, y } : undefined
  }
  const hold = {
    onPointerMove: holdByPointer,
    onPointerDown: holdByPointer,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setPointed(false)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) setFocused(true)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setFocused(false)
    },
  }
  return { isHeld, hold, release }
}
