import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Board } from './Board.tsx'
import { targetAfter } from './moves.ts'
import type { Column } from './types.ts'

const column = (id: string, names: string[] = []): Column => ({
  id,
  title: `Day ${id}`,
  heading: id,
  cards: names.map((name) => ({ id: name, label: name, content: name })),
})
// Two rows of three days, and what has no day.
const cells = [column('1', ['A', 'B']), column('2'), column('3', ['C']), column('4'), column('5', ['D']), column('6')]
const columns = [...cells, { ...column('none', ['E']), isAside: true }]
const onMove = vi.fn()

const Page = () => (
  <MantineProvider env="test">
    <Board
      label="Days"
      columns={columns}
      perRow={3}
      onMove={onMove}
      dropZone={{ label: 'Drag here to delete', menuLabel: 'Delete', onDrop: () => {} }}
    />
  </MantineProvider>
)

const card = (name: string) => screen.getByRole('group', { name })
const press = (keys: string) => userEvent.keyboard(keys)

beforeEach(() => {
  vi.clearAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('in a grid of cells', () => {
  test('a lifted card goes to the next cell, or to the next row', async () => {
    render(<Page />)
    card('A').focus()
    await press(' {ArrowDown}{ArrowRight} ')
    expect(onMove).toHaveBeenCalledExactlyOnceWith('A', '1', '5')
  })

  test('a cell is announced by its name', () => {
    vi.useFakeTimers()
    render(<Page />)
    for (const key of [' ', 'ArrowDown']) fireEvent.keyDown(card('A'), { key })
    vi.advanceTimersByTime(1000)
    expect(screen.getByRole('status').textContent).toBe('Over Day 4.')
  })

  test.each([
    ['1', 'ArrowUp', undefined],
    ['3', 'ArrowRight', '4'],
    ['4', 'ArrowLeft', '3'],
    ['5', 'ArrowUp', '2'],
    ['5', 'ArrowDown', 'none'],
    ['6', 'ArrowRight', 'none'],
    ['none', 'ArrowUp', '6'],
    ['none', 'ArrowDown', 'zone'],
    ['zone', 'ArrowDown', undefined],
  ])('from %s, %s leads to %s', (from, key, to) => {
    const dropZone = { label: '', menuLabel: '', onDrop: () => {} }
    expect(targetAfter({ label: '', columns, perRow: 3, dropZone, onMove }, from, key)).toBe(to)
  })

  test('arrows go to the nearest card while none is held', async () => {
    render(<Page />)
    card('A').focus()
    const steps = [
      'ArrowRight C',
      'ArrowLeft A',
      'ArrowDown B',
      'ArrowDown D',
      'ArrowUp B',
      'ArrowDown D',
      'ArrowDown E',
      'ArrowUp D',
    ]
    for (const [key, name = ''] of steps.map((step) => step.split(' '))) {
      await press(`{${key}}`)
      expect(document.activeElement, `${key} ${name}`).toBe(card(name))
    }
  })

  test("a card's menu does not list the cells", async () => {
    render(<Page />)
    await userEvent.click(screen.getByRole('button', { name: 'Actions for A' }))
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Move to…' })).toBeNull()
  })
})
