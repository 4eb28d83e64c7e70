import { useRef, useState } from 'react'

/** A menu that is made when it is first opened, as a page has hundreds of them. */
export function useLazyMenu() {
  const [state, setState] = useState<'not made' | 'open' | 'closed'>('not made')
  const button = useRef<HTMLButtonElement>(null)
  // What the entry opened, or what was clicked instead, keeps the focus.
  const takeFocusBack = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body || focused.closest('[role="menu"]')) button.current?.focus()
  }
  return {
    isMade: state !== 'not made',
    close: () => setState((now) => (now === 'open' ? 'closed' : now)),
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
