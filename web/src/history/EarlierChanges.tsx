import { Button } from '@mantine/core'
import { useRef } from 'react'

type Props = { isReading: boolean; show: () => Promise<unknown> }

/** The button that reads further changes, as an item of the list at the place where they belong. */
export function EarlierChanges({ isReading, show }: Props) {
  const item = useRef<HTMLLIElement>(null)
  const read = async () => {
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    const list = item.current?.parentElement
    await show()
    // The button has moved or is gone, and with it the focus.
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      const button = list?.querySelector<HTMLElement>('[data-is-earlier] button')
      if (!button && next instanceof HTMLElement) next.tabIndex = -1
      const target = button ?? next
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    })
  }
  return (
    <li ref={item} data-is-earlier>
      {/* Not disabled meanwhile: it would lose the focus. */}
      <Button variant="subtle" color="gray" size="compact-xs" aria-busy={isReading} onClick={() => !isReading && void read()}>
        {isReading ? 'Loading earlier changes…' : 'Show earlier changes'}
      </Button>
    </li>
  )
}
