import { useLayoutEffect, useRef, useState } from 'react'

/** The preview in place of the field: its height while it is shown, which is the field's. */
export function usePreview(field: HTMLTextAreaElement, isPossible: boolean) {
  const [height, setHeight] = useState<number>()
  const returnsFocus = useRef(false)
  if (height !== undefined && !isPossible) setHeight(undefined)
  // A hidden field can't take the focus.
  useLayoutEffect(() => {
    if (height !== undefined || !returnsFocus.current) return
    returnsFocus.current = false
    field.focus({ preventScroll: true })
  }, [field, height])
  return {
    height,
    toggle(button: HTMLElement) {
      returnsFocus.current = height !== undefined
      setHeight(height === undefined ? field.offsetHeight : undefined)
      if (height === undefined) button.focus()
    },
    /** Returns to the field. */
    leave() {
      if (height === undefined) return field.focus({ preventScroll: true })
      returnsFocus.current = true
      setHeight(undefined)
    },
  }
}
