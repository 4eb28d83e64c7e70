/** The card that an arrow key leads to from this one: the next in its column, or the one beside it in the next column. */
export function neighbourOf(card: HTMLElement, key: string): HTMLElement | undefined {
  const column = card.closest<HTMLElement>('[data-column]')
  const board = column?.parentElement
  if (!board) return undefined
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const cards = cardsOf(column)
    return cards[cards.indexOf(card) + (key === 'ArrowDown' ? 1 : -1)]
  }
  const columns = [...board.querySelectorAll<HTMLElement>('[data-column]')]
  const at = columns.indexOf(column)
  const ahead = key === 'ArrowRight' ? columns.slice(at + 1) : columns.slice(0, at).reverse()
  const cards = ahead.map(cardsOf).find((found) => found.length > 0) ?? []
  const { top } = card.getBoundingClientRect()
  const distance = (other: HTMLElement) => Math.abs(other.getBoundingClientRect().top - top)
  return cards.reduce<HTMLElement | undefined>((best, c) => (best && distance(best) <= distance(c) ? best : c), undefined)
}

const cardsOf = (column: HTMLElement) => [...column.querySelectorAll<HTMLElement>('[data-card]')]
