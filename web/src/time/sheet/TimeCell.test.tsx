import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { timeProblems } from 'contract'
import { afterEach, expect, test, vi } from 'vitest'
import { Refused } from '../../api/call.ts'
import { emptyCell, type SheetCell } from '../week.ts'
import { moveBetweenCells } from './grid.ts'
import { TimeCell } from './TimeCell.tsx'

afterEach(cleanup)

const entry = { id: 1, minutes: 90, note: '' } as SheetCell['entries'][number]

function renderCells(save: (minutes: number) => Promise<unknown>, cells: readonly SheetCell[], reason?: string) {
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for its cells, which are focusable
    <section onKeyDown={moveBetweenCells}>
      {cells.map((cell, row) => (
        <TimeCell
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
          key={row}
          cell={cell}
          at={`${row} 0`}
          name={`Cell ${row}`}
          reason={reason}
          save={save}
          open={() => {}}
        />
      ))}
    </section>,
  )
  return cells.map((_, row) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^Cell ${row}`)))
}

test('Enter saves a time once, and goes to the cell below', async () => {
  const save = vi.fn(() => Promise.resolve())
  const [first, second] = renderCells(save, [{ ...emptyCell, entries: [entry] }, emptyCell])
  await userEvent.click(first as Element)
  await userEvent.keyboard('1,5')
  await userEvent.keyboard('{Enter}')
  expect(save).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(second)
  await userEvent.click(first as Element)
  await userEvent.keyboard('2h{Enter}')
  expect(save).toHaveBeenCalledExactlyOnceWith(120)
  await userEvent.click(first as Element)
  await userEvent.clear(first as Element)
  await userEvent.keyboard('{ArrowDown}')
  expect(save).toHaveBeenLastCalledWith(0)
  expect(document.activeElement).toBe(second)
})

test('what is no time stays with its message, and takes no arrow key', async () => {
  const save = vi.fn(() => Promise.resolve())
  const [first, second] = renderCells(save, [emptyCell, emptyCell])
  await userEvent.click(first as Element)
  await userEvent.keyboard('25{ArrowDown}')
  expect(document.activeElement).toBe(first)
  await userEvent.click(second as Element)
  expect(first?.value).toBe('25')
  expect(screen.getByRole('alert').textContent).toBe(timeProblems.minutes)
  expect(save).not.toHaveBeenCalled()
  await userEvent.click(first as Element)
  await userEvent.keyboard('{Escape}')
  expect(first?.value).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a time that the server refuses stays with the reason, and is sent again on demand only', async () => {
  const save = vi.fn(() => Promise.reject(new Refused(400, { minutes: [timeProblems.fullDay] })))
  const [first, second] = renderCells(save, [emptyCell, emptyCell])
  await userEvent.click(first as Element)
  await userEvent.keyboard('3')
  await userEvent.click(second as Element)
  expect(first?.value).toBe('3:00')
  expect((await screen.findByRole('alert')).textContent).toBe(timeProblems.fullDay)
  await userEvent.click(first as Element)
  await userEvent.click(second as Element)
  expect(save).toHaveBeenCalledTimes(1)
  await userEvent.click(first as Element)
  await userEvent.keyboard('{Enter}')
  expect(save).toHaveBeenCalledTimes(2)
})

test('a locked cell says why and takes nothing', async () => {
  const save = vi.fn(() => Promise.resolve())
  const [first] = renderCells(save, [{ ...emptyCell, entries: [entry] }], 'It is locked.')
  await userEvent.click(first as Element)
  await userEvent.keyboard('2{Enter}')
  expect(first?.value).toBe('1:30')
  expect(first?.title).toBe('It is locked.')
  expect(save).not.toHaveBeenCalled()
})

test('several entries are a button that opens them', () => {
  renderCells(() => Promise.resolve(), [{ ...emptyCell, entries: [entry, { ...entry, id: 2 }] }])
  expect(screen.getByRole('button', { name: 'Cell 0: 3:00, 2 entries' })).toBeTruthy()
})
