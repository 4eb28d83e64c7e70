import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSteady } from './useSteady.ts'

afterEach(cleanup)

type Row = { id: number; isDone?: boolean }
type Props = { all: readonly Row[]; isHeld: boolean; others: number }

function List(props: Props) {
  const open = props.all.filter(({ isDone }) => !isDone)
  return useSteady(open, props)
    .map(({ id, isDone }) => `${id}${isDone ? ' done' : ''}`)
    .join(', ')
}
const three = [{ id: 1 }, { id: 2 }, { id: 3 }]
const done = three.map((row) => (row.id === 2 ? { ...row, isDone: true } : row))

function page() {
  const { container, rerender } = render(<List all={three} isHeld={false} others={0} />)
  return (props: Props) => {
    rerender(<List {...props} />)
    return container.textContent
  }
}

test('what others change moves nothing under somebody’s hands, and shows in its place', () => {
  const shown = page()
  shown({ all: three, isHeld: true, others: 0 })
  expect(shown({ all: done, isHeld: true, others: 1 })).toBe('1, 2 done, 3')
  expect(shown({ all: [{ id: 3 }, { id: 4 }], isHeld: true, others: 2 })).toBe('1, 2, 3, 4')
  expect(shown({ all: done, isHeld: false, others: 2 })).toBe('1, 3')
})

test('what one changes oneself moves at once', () => {
  const shown = page()
  shown({ all: three, isHeld: true, others: 0 })
  expect(shown({ all: done, isHeld: true, others: 0 })).toBe('1, 3')
})

test('where nobody is at the rows, they move', () => {
  expect(page()({ all: done, isHeld: false, others: 1 })).toBe('1, 3')
})
