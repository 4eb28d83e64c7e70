import { useCallback, useEffect, useRef, useState } from 'react'

/** The open dialog. Closing it returns the focus to its opener, or to the button of the menu that contained the opener. */
export function useDialog<T>() {
  const [dialog, setDialog] = useState<T>()
  const opener = useRef<HTMLElement>(undefined)
  const isOpen = dialog !== undefined

  useEffect(() => {
    if (isOpen) return
    opener.current?.focus()
    opener.current = undefined
  }, [isOpen])

  const open = useCallback((content: T) => {
    opener.current = openerOf(document.activeElement)
    setDialog(() => content)
  }, [])
  const close = useCallback(() => setDialog(undefined), [])
  return { dialog, open, close }
}

function openerOf(focused: Element | null) {
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return opener instanceof HTMLElement ? opener : undefined
}
