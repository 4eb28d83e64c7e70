import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useKeepFocus } from './useKeepFocus.ts'

afterEach(cleanup)

function List({ rows }: { rows: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { onFocus, onBlur } = useKeepFocus(list, {
    attribute: 'row',
    isThere: (id) => rows.includes(id),
    neighboursOf: (row) => [row.nextElementSibling, row.previousElementSibling],
    targetIn: (row) => row.querySelector('button'),
  })
  return (
    <ul ref={list} onFocus={onFocus} onBlur={onBlur}>
      {rows.map((row) => (
        <li key={row} data-row={row}>
          <button type="button">{row}</button>
        </li>
      ))}
    </ul>
  )
}

const focused = () => document.activeElement?.textContent

test('the row after a removed one gets its focus, or else the row before it', () => {
  const { rerender } = render(<List rows={['A', 'B', 'C']} />)
  screen.getByText('B').focus()
  rerender(<List rows={['A', 'C']} />)
  expect(focused()).toBe('C')
  rerender(<List rows={['A']} />)
  expect(focused()).toBe('A')
})

test('a removed row without the focus moves no focus', () => {
  const { rerender } = render(<List rows={['A', 'B']} />)
  rerender(<List rows={['A']} />)
  expect(document.activeElement).toBe(document.body)
})
