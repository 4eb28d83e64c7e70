import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Whether a sideways arrow moves the caret within the text. */
function movesCaret(key: string, { selectionStart, selectionEnd, value }: HTMLInputElement) {
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  if (isWhole || !key.match(/Left|Right/)) return false
  return key === 'ArrowLeft' ? selectionEnd !== 0 : selectionStart !== value.length
}

/** Moves the focus between the cells of a sheet, which are named by `data-cell`: the row and the column. */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')
  if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (cell instanceof HTMLInputElement ? movesCaret(event.key, cell) : event.key === 'Enter') return
  const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(' ').map(Number)
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${row + step[0]} ${column + step[1]}"]`)
  event.preventDefault()
  next?.focus()
}
