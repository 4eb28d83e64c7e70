import { useCallback, useEffect, useRef, useState } from 'react'

/** What stands open over the page. Closing it gives the focus back to what opened it, behind a menu to the menu's button. */
export function useDialog<T>() {
  const [dialog, setDialog] = useState<T>()
  const opener = useRef<HTMLElement>(undefined)
  const isOpen = dialog !== undefined

  useEffect(() => {
    if (isOpen) return
    opener.current?.focus()
    opener.current = undefined
  }, [isOpen])

  const open = useCallback((what: T) => {
    opener.current = openerOf(document.activeElement)
    setDialog(() => what)
  }, [])
  const close = useCallback(() => setDialog(undefined), [])
  return { dialog, open, close }
}

function openerOf(focused: Element | null) {
  const menu = focused?.closest('[role="menu"]')
  const found = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : focused
  return found instanceof HTMLElement ? found : undefined
}
