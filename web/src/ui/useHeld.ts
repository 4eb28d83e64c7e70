import { type FocusEvent, type PointerEvent, type RefObject, useCallback, useEffect, useState } from 'react'

/**
 * Whether somebody is at this part of the page, by mouse, by touch (until the next touch elsewhere) or by keyboard: then nothing
 * in it should move. Also in menus and dialogs that belong to it.
 */
export function useHeld(root: RefObject<HTMLElement | null>) {
  const [byPointer, setByPointer] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
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

  const hold = {
    onPointerMove: () => setByPointer(true),
    onPointerDown: () => setByPointer(true),
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
  return { isHeld: byPointer || byKeyboard, hold, release }
}
