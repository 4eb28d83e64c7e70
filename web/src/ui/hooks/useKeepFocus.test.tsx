import { cleanup, render } from '@testing-library/react'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { useKeepFocus } from './useKeepFocus.ts'

afterEach(cleanup)

/** A list whose one item is rendered again elsewhere when it moves, as a card is in another column. */
function List({ isMoved, hasDialog }: { isMoved: boolean; hasDialog: boolean }) {
  const root = useRef<HTMLDivElement>(null)
  const [isLeft, setLeft] = useState(false)
  const { onFocus, onBlur } = useKeepFocus(root, { attribute: 'item', isThere: () => true, neighboursOf: () => [] })
  const item = <button type="button" data-item="1" />
  const isElsewhere = isMoved || isLeft
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as the lists that use it
    <div
      ref={root}
      onFocus={onFocus}
      onBlur={(event) => {
        onBlur(event)
        if (!hasDialog && !isMoved) setLeft(true)
      }}
    >
      <p>{!isElsewhere && item}</p>
      <p>{isElsewhere && item}</p>
      {hasDialog &&
        createPortal(
          <div role="dialog">
            <button type="button" data-confirm />
          </div>,
          document.body,
        )}
    </div>
  )
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const find = (selector: string) => document.querySelector<HTMLElement>(selector)

test('an item that moves as its dialog closes has the focus afterwards', async () => {
  const { rerender } = render(<List isMoved={false} hasDialog />)
  const before = find('[data-item]')
  before?.focus()
  find('[data-confirm]')?.focus()
  await sleep(10)
  // The dialog returns the focus to what had it before.
  before?.focus()
  rerender(<List isMoved hasDialog={false} />)
  expect(find('[data-item]')).not.toBe(before)
  await vi.waitFor(() => expect(document.activeElement).toBe(find('[data-item]')))
})

test('an item whose dialog is answered at once has the focus afterwards', async () => {
  const { rerender } = render(<List isMoved={false} hasDialog />)
  find('[data-item]')?.focus()
  find('[data-confirm]')?.focus()
  rerender(<List isMoved hasDialog={false} />)
  await vi.waitFor(() => expect(document.activeElement).toBe(find('[data-item]')))
})

test('an item that moves because the person has left it does not take the focus back', async () => {
  render(<List isMoved={false} hasDialog={false} />)
  const before = find('[data-item]')
  before?.focus()
  before?.blur()
  await vi.waitFor(() => expect(find('[data-item]')).not.toBe(before))
  await sleep(200)
  expect(document.activeElement).toBe(document.body)
})
