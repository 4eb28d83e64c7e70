import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { byId, inOrderOf, useSteady } from './useSteady.ts'

afterEach(cleanup)

type Row = { id: number; isDone?: boolean }
type Props = { all: readonly Row[]; isHeld: boolean; others: number }

function List(props: Props) {
  const { all, isHeld, others } = props
  const open = all.filter(({ isDone }) => !isDone)
  const merge = (shown: readonly Row[], latest: readonly Row[]) => inOrderOf(shown, latest, (row) => byId(all).get(row.id) ?? row)
  return useSteady<readonly Row[]>(open, { isHeld, merge, others })
    .map(({ id, isDone }) => `${id}${isDone ? ' done' : ''}`)
    .join(', ')
}
const three = [{ id: 1 }, { id: 2 }, { id: 3 }]
const done = three.map((row) => (row.id === 2 ? { ...row, isDone: true } : row))

function renderList() {
  const { container, rerender } = render(<List all={three} isHeld={false} others={0} />)
  return (props: Props) => {
    rerender(<List {...props} />)
    return container.textContent
  }
}

test("while a list is held, other people's changes show in place and move nothing", () => {
  const shown = renderList()
  shown({ all: three, isHeld: true, others: 0 })
  expect(shown({ all: done, isHeld: true, others: 1 })).toBe('1, 2 done, 3')
  expect(shown({ all: [{ id: 3 }, { id: 4 }], isHeld: true, others: 2 })).toBe('1, 2 done, 3, 4')
  expect(shown({ all: done, isHeld: false, others: 2 })).toBe('1, 3')
})

test("one's own changes move rows at once", () => {
  const shown = renderList()
  shown({ all: three, isHeld: true, others: 0 })
  expect(shown({ all: done, isHeld: true, others: 0 })).toBe('1, 3')
})

test('rows move while the list is not held', () => {
  expect(renderList()({ all: done, isHeld: false, others: 1 })).toBe('1, 3')
})
