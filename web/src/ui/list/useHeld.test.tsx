import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { useHeld } from './useHeld.ts'

afterEach(cleanup)

function Page({ hasDialog }: { hasDialog: boolean }) {
  const root = useRef<HTMLDivElement>(null)
  const { isHeld, hold } = useHeld(root)
  return (
    <main>
      <p>{isHeld ? 'held' : 'free'}</p>
      <div ref={root} {...hold}>
        <span>row</span>
        {hasDialog && createPortal(<div role="dialog">dialog</div>, document.body)}
      </div>
    </main>
  )
}

/** Closes the dialog and puts the pointer over `under`. */
async function closeDialog(rerender: (page: React.ReactNode) => void, under: Element) {
  document.elementFromPoint = () => under
  rerender(<Page hasDialog={false} />)
  await act(async () => {})
}

test('a dialog that closes under the pointer releases the list, unless the list is under the pointer then', async () => {
  for (const [under, words] of [
    ['free', 'free'],
    ['row', 'held'],
  ] as const) {
    const { rerender } = render(<Page hasDialog />)
    const target = screen.getByText(under)
    fireEvent.pointerMove(screen.getByText('row'))
    fireEvent.pointerMove(screen.getByRole('dialog'))
    expect(screen.getByText('held')).toBeTruthy()
    await closeDialog(rerender, target)
    expect(screen.getByText(words)).toBeTruthy()
    cleanup()
  }
})

test('a dialog that closes while the pointer is over the list changes nothing', async () => {
  const { rerender } = render(<Page hasDialog />)
  fireEvent.pointerMove(screen.getByRole('dialog'))
  fireEvent.pointerMove(screen.getByText('row'))
  await closeDialog(rerender, document.body)
  expect(screen.getByText('held')).toBeTruthy()
})
