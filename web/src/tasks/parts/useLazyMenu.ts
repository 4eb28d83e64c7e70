import { useRef, useState } from 'react'

/** A menu that is rendered once it is first opened: a page has hundreds of menus. */
export function useLazyMenu() {
  const [state, setState] = useState<'not rendered' | 'open' | 'closed'>('not rendered')
  const button = useRef<HTMLButtonElement>(null)
  // Returns the focus to the button unless a dialog or something else has taken it.
  const takeFocusBack = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.closest('[role="menu"]')) button.current?.focus()
  }
  return {
    isRendered: state !== 'not rendered',
    close: () => setState((last) => (last === 'open' ? 'closed' : last)),
    trigger: { ref: button, 'aria-haspopup': 'menu', onClick: () => setState('open') },
    menu: {
      opened: state === 'open',
      onChange: (isOpen: boolean) => setState(isOpen ? 'open' : 'closed'),
      onExitTransitionEnd: takeFocusBack,
      returnFocus: false,
      withinPortal: true,
    },
  } as const
}
