/** The card that an arrow key leads to: the next one in the column, or the nearest in height in the next column with cards. */
export function neighbourOf(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest<HTMLElement>('[data-column]')
  const board = column?.parentElement
  if (!board) return undefined
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const cards = cardsOf(column)
    return cards[cards.indexOf(card) + (key === 'ArrowDown' ? 1 : -1)]
  }
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const index = columns.indexOf(column)
  const ahead = key === 'ArrowRight' ? columns.slice(index + 1) : columns.slice(0, index).reverse()
  const cards = ahead.map(cardsOf).find((inColumn) => inColumn.length > 0) ?? []
  const { top } = card.getBoundingClientRect()
  const distance = (other: HTMLElement) => Math.abs(other.getBoundingClientRect().top - top)
  return cards.reduce<HTMLElement | undefined>((best, c) => (best && distance(best) <= distance(c) ? best : c), undefined)
}

const cardsOf = (column: HTMLElement) => [...column.querySelectorAll<HTMLElement>('[data-card]')]
