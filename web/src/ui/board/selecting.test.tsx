import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Board } from './Board.tsx'
import type { BoardId, Column } from './types.ts'

const column = (id: string, names: string[]): Column => ({
  id,
  title: id,
  cards: names.map((name) => ({ id: name, label: name, content: <a href={`#${name}`}>{name}</a> })),
})
const columns = [column('todo', ['A', 'B', 'C']), column('doing', ['D'])]
const onMove = vi.fn()
const onBlocked = vi.fn()

function Page({ reason }: { reason?: string }) {
  const [selected, onSelect] = useState<ReadonlySet<BoardId>>(new Set())
  return (
    <MantineProvider env="test">
      <Board
        label="Board"
        columns={columns}
        onMove={onMove}
        onBlocked={onBlocked}
        disabledReason={reason}
        selection={reason ? undefined : { selected, onSelect }}
        bar={<output>{[...selected].join(' ')}</output>}
      />
    </MantineProvider>
  )
}

const card = (name: string) => screen.getByRole('group', { name: new RegExp(`^${name}(, selected)?$`) })
const selected = () => document.querySelector('output')?.textContent
const press = (keys: string) => userEvent.keyboard(keys)

beforeEach(() => {
  vi.clearAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(cleanup)

describe('several cards', () => {
  test('are selected with X, and up to one with Shift X', async () => {
    render(<Page />)
    card('A').focus()
    await press('x{ArrowDown}{ArrowDown}{Shift>}x{/Shift}')
    expect(selected()).toBe('A B C')
    await press('x')
    expect(selected()).toBe('A B')
    expect(card('A').getAttribute('aria-label')).toBe('A, selected')
  })

  test('are selected by their boxes, after which the card has the focus', async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select B' }))
    expect(selected()).toBe('B')
    expect(document.activeElement).toBe(card('B'))
  })

  test('are selected by a click anywhere, once one is, and links still lead on', async () => {
    render(<Page />)
    await userEvent.click(card('A'))
    expect(selected()).toBe('')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select A' }))
    await userEvent.click(card('D'))
    await userEvent.click(screen.getByRole('link', { name: 'B' }))
    expect(selected()).toBe('A D')
  })

  test('are selected by a click with Ctrl, and up to one by a click with Shift', async () => {
    render(<Page />)
    const user = userEvent.setup()
    await user.keyboard('{Control>}')
    await user.click(card('A'))
    await user.click(screen.getByRole('link', { name: 'D' }))
    await user.keyboard('{/Control}{Shift>}')
    await user.click(card('C'))
    await user.keyboard('{/Shift}')
    expect(selected()).toBe('A B C')
  })

  test('move together, also to where the lifted one is', async () => {
    render(<Page />)
    card('A').focus()
    await press('x{ArrowRight}x {ArrowLeft} ')
    expect(onMove).toHaveBeenCalledExactlyOnceWith('D', 'doing', 'todo')
    onMove.mockClear()
    await press('  ')
    expect(onMove).toHaveBeenCalledExactlyOnceWith('D', 'doing', 'doing')
  })
})

describe('a finger', () => {
  const at = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] })
  const over = (element: Element | null) => {
    document.elementFromPoint = () => element
  }
  const isHeld = () => card('A').dataset.isHeld === 'true'
  const pressLong = () => act(() => vi.advanceTimersByTime(350))

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('lifts a card by a long press and moves it', () => {
    render(<Page />)
    over(card('A'))
    fireEvent.touchStart(card('A'), at(10, 10))
    pressLong()
    expect(isHeld()).toBe(true)
    over(card('D'))
    expect(fireEvent.touchMove(card('A'), at(200, 10))).toBe(false)
    expect(fireEvent.touchEnd(card('A'), { touches: [] })).toBe(false)
    expect(onMove).toHaveBeenCalledExactlyOnceWith('A', 'todo', 'doing')
    expect(document.querySelector('[data-is-picture]')).toBeNull()
  })

  test('that moves on at once scrolls, and lifts nothing', () => {
    render(<Page />)
    fireEvent.touchStart(card('A'), at(10, 10))
    expect(fireEvent.touchMove(card('A'), at(10, 60))).toBe(true)
    pressLong()
    expect(isHeld()).toBe(false)
    fireEvent.touchEnd(card('A'), { touches: [] })
    expect(onMove).not.toHaveBeenCalled()
  })

  test('joined by a second one puts the card back', () => {
    render(<Page />)
    over(card('D'))
    fireEvent.touchStart(card('A'), at(10, 10))
    pressLong()
    expect(isHeld()).toBe(true)
    fireEvent.touchStart(card('A'), {
      touches: [
        { clientX: 10, clientY: 10 },
        { clientX: 90, clientY: 10 },
      ],
    })
    expect(isHeld()).toBe(false)
    fireEvent.touchEnd(card('A'), { touches: [] })
    expect(onMove).not.toHaveBeenCalled()
  })

  test("that can't lift a card gets the reason", () => {
    render(<Page reason="Inactive." />)
    fireEvent.touchStart(card('A'), at(10, 10))
    pressLong()
    expect(onBlocked).toHaveBeenCalledWith('Inactive.')
    fireEvent.touchEnd(card('A'), { touches: [] })
    expect(isHeld()).toBe(false)
  })
})
