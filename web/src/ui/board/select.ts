import type { BoardId } from './types.ts'

type Column = { cards: readonly { id: BoardId }[] }

/**
 * The selection after a card was chosen. It toggles the card; with `isRange` it adds every card of the column from `anchor` to
 * this one.
 */
export function selectionAfter(
  columns: readonly Column[],
  selected: ReadonlySet<BoardId>,
  { card, anchor, isRange }: { card: BoardId; anchor: BoardId | undefined; isRange: boolean },
): ReadonlySet<BoardId> {
  const next = new Set(selected)
  const range = isRange ? between(columns, card, anchor) : []
  if (range.length > 0) for (const id of range) next.add(id)
  else if (!next.delete(card)) next.add(card)
  return next
}

function between(columns: readonly Column[], card: BoardId, anchor: BoardId | undefined) {
  for (const { cards } of columns) {
    const to = cards.findIndex(({ id }) => id === card)
    if (to < 0) continue
    const from = cards.findIndex(({ id }) => id === anchor)
    return from < 0 ? [] : cards.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id)
  }
  return []
}
