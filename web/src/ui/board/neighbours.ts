/**
 * The card that an arrow key leads to: the next one in the column, or the nearest in height in the next column with cards. In a
 * grid, up and down lead on to the nearest cell with cards in another row.
 */
export function neighbourOf(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest<HTMLElement>('[data-column]')
  const board = column?.parentElement
  if (!board) return undefined
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const index = columns.indexOf(column)
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1
    const cards = cardsOf(column)
    const perRow = Number(board.dataset.perRow ?? 0)
    return (
      cards[cards.indexOf(card) + step] ?? (perRow > 0 ? inNextRow(columns.map(cardsOf), { index, perRow, step }) : undefined)
    )
  }
  const ahead = key === 'ArrowRight' ? columns.slice(index + 1) : columns.slice(0, index).reverse()
  const cards = ahead.map(cardsOf).find((inColumn) => inColumn.length > 0) ?? []
  const { top } = card.getBoundingClientRect()
  return nearest(cards, (other) => Math.abs(other.getBoundingClientRect().top - top))
}

const cardsOf = (column: HTMLElement) => [...column.querySelectorAll<HTMLElement>('[data-card]')]

/** The card that is next in the nearest row with cards, in the cell that is nearest in that row. */
function inNextRow<T>(cells: readonly T[][], { index, perRow, step }: { index: number; perRow: number; step: number }) {
  const rowsAway = (cell: number) => (Math.floor(cell / perRow) - Math.floor(index / perRow)) * step
  const places = cells.flatMap((cards, cell) => (cards.length > 0 && rowsAway(cell) > 0 ? [cell] : []))
  const cell = nearest(places, (place) => rowsAway(place) * perRow + Math.abs((place % perRow) - (index % perRow)))
  return cell === undefined ? undefined : cells[cell]?.at(step > 0 ? 0 : -1)
}

const nearest = <T>(all: readonly T[], distance: (one: T) => number) =>
  all.reduce<T | undefined>((best, one) => (best !== undefined && distance(best) <= distance(one) ? best : one), undefined)
