import { act, cleanup, render } from '@testing-library/react'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeepFocus } from './useKeepFocus.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

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

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const find = (selector: string) => document.querySelector<HTMLElement>(selector)

test('an item that moves as its dialog closes has the focus afterwards', () => {
  const { rerender } = render(<List isMoved={false} hasDialog />)
  const before = find('[data-item]')
  before?.focus()
  find('[data-confirm]')?.focus()
  pass(10)
  // The dialog returns the focus to what had it before.
  before?.focus()
  rerender(<List isMoved hasDialog={false} />)
  expect(find('[data-item]')).not.toBe(before)
  pass(3000)
  expect(document.activeElement).toBe(find('[data-item]'))
})

test('an item whose dialog is answered at once has the focus afterwards', () => {
  const { rerender } = render(<List isMoved={false} hasDialog />)
  find('[data-item]')?.focus()
  find('[data-confirm]')?.focus()
  rerender(<List isMoved hasDialog={false} />)
  pass(3000)
  expect(document.activeElement).toBe(find('[data-item]'))
})

test('an item that moves because the person has left it does not take the focus back', () => {
  render(<List isMoved={false} hasDialog={false} />)
  const before = find('[data-item]')
  before?.focus()
  act(() => before?.blur())
  pass(3000)
  expect(find('[data-item]')).not.toBe(before)
  expect(document.activeElement).toBe(document.body)
})
