import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Unreachable } from '../../api/call.ts'
import { Overlays } from './Overlays.tsx'
import { offerUndo } from './undo.tsx'

const undo = vi.fn(() => Promise.resolve())
const showOffer = (message = 'Label deleted.') =>
  act(() => offerUndo({ message, undo, undone: 'Label restored.', failed: 'Failed.' }))
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = () => screen.queryByRole('button', { name: 'Undo' })
const pressUndo = (at: Element = document.body) => fireEvent.keyDown(at, { key: 'z', ctrlKey: true })

beforeEach(() => {
  vi.useFakeTimers()
  undo.mockClear()
  render(
    <MantineProvider env="test">
      <button type="button">Before</button>
      <input aria-label="Text" />
      <Overlays />
    </MantineProvider>,
  )
})
afterEach(async () => {
  act(() => notifications.clean())
  await advance(1000)
  cleanup()
  vi.useRealTimers()
})

describe('an undo', () => {
  test('is offered for ten seconds', async () => {
    showOffer()
    await advance(9_900)
    expect(button()).not.toBeNull()
    await advance(1_000)
    expect(button()).toBeNull()
    pressUndo()
    expect(undo).not.toHaveBeenCalled()
  })

  test('is done once, says so, and gives the focus back', async () => {
    const before = screen.getByRole('button', { name: 'Before' })
    before.focus()
    showOffer()
    await advance(100)
    const undoButton = button()
    undoButton?.focus()
    await act(async () => undoButton?.click())
    await advance(500)
    expect(undo).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Label restored.')).toBeTruthy()
    expect(button()).toBeNull()
    expect(document.activeElement).toBe(before)
  })

  test('stays while it has the focus', async () => {
    showOffer()
    await advance(5_000)
    act(() => button()?.focus())
    await advance(30_000)
    expect(button()).not.toBeNull()
    act(() => button()?.blur())
    await advance(11_000)
    expect(button()).toBeNull()
  })

  test('is Ctrl+Z as well, of the newest, but not in a text field', async () => {
    showOffer('First deleted.')
    showOffer('Second deleted.')
    await advance(100)
    pressUndo(screen.getByLabelText('Text'))
    expect(undo).not.toHaveBeenCalled()
    pressUndo()
    await advance(500)
    expect(undo).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Second deleted.')).toBeNull()
    expect(screen.getByText('First deleted.')).toBeTruthy()
  })

  test('that fails says so', async () => {
    undo.mockImplementationOnce(() => Promise.reject(new Unreachable()))
    showOffer()
    await advance(100)
    await act(async () => button()?.click())
    await advance(500)
    expect(screen.getByText('Server unreachable. Please try again later.')).toBeTruthy()
  })
})
