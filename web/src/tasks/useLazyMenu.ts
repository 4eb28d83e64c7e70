import { useRef, useState } from 'react'

/** A menu that is made when it is first opened, as a page has hundreds of them. */
export function useLazyMenu() {
  const [isOpen, setOpen] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  // What the entry opened, or what was clicked instead, keeps the focus.
  const takeFocusBack = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.closest('[role="menu"]')) button.current?.focus()
  }
  return {
    isMade: isOpen !== undefined,
    close: () => setOpen((now) => now && false),
    trigger: { ref: button, 'aria-haspopup': 'menu', onClick: () => setOpen(true) },
    menu: { opened: isOpen === true, onChange: setOpen, onExitTransitionEnd: takeFocusBack, returnFocus: false, withinPortal: true },
  } as const
}
