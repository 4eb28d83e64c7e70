import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Board } from './Board.tsx'
import type { BoardId, BoardProps, Column } from './types.ts'

const start: Record<string, string[]> = { todo: ['Write', 'Print'], doing: [], done: ['Read'] }
const onMove = vi.fn()
const onDelete = vi.fn()
const onBlocked = vi.fn()

/** A page that moves its cards immediately. */
function Page(props: Partial<BoardProps>) {
  const [cards, setCards] = useState<Record<string, string[]>>(start)
  const columns: Column[] = Object.entries(cards).map(([id, names]) => ({
    id,
    title: id,
    cards: names.map((name) => ({ id: name, label: name, content: <a href={`#${name}`}>{name}</a> })),
  }))
  const move: BoardProps['onMove'] = (card, from, to) => {
    onMove(card, from, to)
    setCards((now) => ({
      ...now,
      [from]: now[from]?.filter((name) => name !== card) ?? [],
      [to]: [...(now[to] ?? []), String(card)],
    }))
  }
  const remove = (card: BoardId) => {
    onDelete(card)
    setCards((now) => Object.fromEntries(Object.entries(now).map(([id, names]) => [id, names.filter((name) => name !== card)])))
  }
  return (
    <MantineProvider env="test">
      <Board
        label="Board"
        columns={columns}
        onMove={move}
        onBlocked={onBlocked}
        dropZone={{ label: 'Drag here to delete', menuLabel: 'Delete', onDrop: remove }}
        {...props}
      />
    </MantineProvider>
  )
}

const card = (name: string) => screen.getByRole('group', { name })
const isIn = (name: string, column: string) => card(name).closest('[data-column]')?.getAttribute('data-column') === column
const press = (keys: string) => userEvent.keyboard(keys)

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  // Auto-scroll warns about elements that don't scroll; without styles none does.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('from the keyboard', () => {
  test('Space lifts, arrows choose the column, Space drops, and the focus stays on the card', async () => {
    render(<Page />)
    card('Write').focus()
    await press(' {ArrowRight}{ArrowRight} ')
    expect(onMove).toHaveBeenCalledExactlyOnceWith('Write', 'todo', 'done')
    expect(isIn('Write', 'done')).toBe(true)
    expect(document.activeElement).toBe(card('Write'))
  })

  test('each step is announced', () => {
    // An announcement waits for a second without another one.
    vi.useFakeTimers()
    render(<Page />)
    for (const key of [' ', 'ArrowRight']) fireEvent.keyDown(card('Write'), { key })
    vi.advanceTimersByTime(1000)
    expect(screen.getByRole('status').textContent).toBe('Over doing, column 2 of 3.')
  })

  test('Escape puts it back', async () => {
    render(<Page />)
    card('Write').focus()
    await press(' {ArrowRight}{Escape} {Escape}')
    expect(onMove).not.toHaveBeenCalled()
    expect(isIn('Write', 'todo')).toBe(true)
    expect(document.activeElement).toBe(card('Write'))
  })

  test('dropped where it came from, nothing happens', async () => {
    render(<Page />)
    card('Write').focus()
    await press(' {ArrowRight}{ArrowLeft} ')
    expect(onMove).not.toHaveBeenCalled()
  })

  test('past the last column is the drop zone', async () => {
    render(<Page />)
    card('Read').focus()
    await press(' {ArrowRight} ')
    expect(onDelete).toHaveBeenCalledExactlyOnceWith('Read')
  })

  test('leaving the card cancels', async () => {
    render(<Page />)
    card('Write').focus()
    await press(' {ArrowRight}{Tab}')
    expect(screen.queryByText('Drag here to delete')).toBeNull()
    expect(onMove).not.toHaveBeenCalled()
  })

  test('arrows go from card to card while none is held', async () => {
    render(<Page />)
    card('Write').focus()
    await press('{ArrowDown}')
    expect(document.activeElement).toBe(card('Print'))
    await press('{ArrowRight}')
    expect(document.activeElement).toBe(card('Read'))
  })

  test('a blocked board says why and lifts nothing', async () => {
    render(<Page disabledReason="Inactive." />)
    card('Write').focus()
    await press(' {ArrowRight} ')
    expect(onBlocked).toHaveBeenCalledWith('Inactive.')
    expect(onMove).not.toHaveBeenCalled()
  })
})

describe('a collapsed column', () => {
  const button = (name: string) => screen.getByRole('button', { name })

  test('hides its cards, and this browser remembers it', async () => {
    const { unmount } = render(<Page collapsedKey="board" />)
    await userEvent.click(button('Collapse todo'))
    expect(screen.queryByRole('group', { name: 'Write' })).toBeNull()
    expect(button('Expand todo').getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button('Expand todo'))
    unmount()
    render(<Page collapsedKey="board" />)
    expect(screen.queryByRole('group', { name: 'Write' })).toBeNull()
    await userEvent.click(button('Expand todo'))
    expect(card('Write')).toBeTruthy()
    expect(localStorage.getItem('board')).toBeNull()
  })

  test('takes a card, after which the focus is on a neighbour', async () => {
    render(<Page collapsedKey="board" />)
    await userEvent.click(button('Collapse done'))
    card('Write').focus()
    await press(' {ArrowRight}{ArrowRight} ')
    expect(onMove).toHaveBeenCalledExactlyOnceWith('Write', 'todo', 'done')
    await waitFor(() => expect(document.activeElement).toBe(card('Print')))
    await userEvent.click(button('Expand done'))
    expect(isIn('Write', 'done')).toBe(true)
  })

  test('is offered only by a board that remembers it', () => {
    render(<Page />)
    expect(screen.queryByRole('button', { name: /^Collapse/ })).toBeNull()
  })
})

describe("a card's menu", () => {
  const openMenu = (name: string) => userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))

  test('moves the card', async () => {
    render(<Page />)
    await openMenu('Write')
    await choose('Move to…')
    await choose('doing')
    expect(onMove).toHaveBeenCalledExactlyOnceWith('Write', 'todo', 'doing')
  })

  test('does what the drop zone does', async () => {
    render(<Page />)
    await openMenu('Write')
    await choose('Delete')
    expect(onDelete).toHaveBeenCalledExactlyOnceWith('Write')
  })

  test('leaves the focus beside a card that it took away', async () => {
    render(<Page />)
    card('Write').focus()
    await openMenu('Write')
    await choose('Delete')
    await waitFor(() => expect(document.activeElement).toBe(card('Print')))
  })
})
