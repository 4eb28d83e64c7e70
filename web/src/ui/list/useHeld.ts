import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/**
 * Whether somebody is at this part of the page, by mouse, by touch (until the next touch elsewhere) or by keyboard: then nothing
 * in it should move. Also in menus and dialogs that belong to it.
 */
export function useHeld(root: RefObject<HTMLElement | null>) {
  const [byPointer, setByPointer] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  // What belongs to it but stands elsewhere in the document, and where the pointer was in it.
  const elsewhere = useRef<{ target: Element; x: number; y: number } | undefined>(undefined)
  const release = useCallback(() => {
    setByPointer(false)
    setByKeyboard(false)
  }, [])

  useEffect(() => {
    const touched = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setByPointer(false)
    }
    const hidden = () => {
      if (document.hidden) release()
    }
    // First of all, so that what belongs to it but stands elsewhere in the document can hold it again.
    document.addEventListener('pointerdown', touched, true)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('pointerdown', touched, true)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [root, release])

  const isHeld = byPointer || byKeyboard
  useEffect(() => {
    if (!isHeld) return
    // Neither the pointer nor the focus leaves a dialog that is taken away under them: no event says so.
    const observer = new MutationObserver(() => {
      const { target, x, y } = elsewhere.current ?? {}
      if (!target || target.isConnected) return
      elsewhere.current = undefined
      const contains = (element: Element | null) => root.current?.contains(element) ?? false
      setByPointer(contains(document.elementFromPoint(x ?? 0, y ?? 0)))
      if (!contains(document.activeElement)) setByKeyboard(false)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [root, isHeld])

  const byPointerAt = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    setByPointer(true)
    elsewhere.current = target instanceof Element && !root.current?.contains(target) ? { target, x, y } : undefined
  }
  const hold = {
    onPointerMove: byPointerAt,
    onPointerDown: byPointerAt,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') setByPointer(false)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) setByKeyboard(true)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setByKeyboard(false)
    },
  }
  return { isHeld, hold, release }
}
