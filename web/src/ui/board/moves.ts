import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { BoardProps, Card, Column, DropTarget } from './types.ts'

export function findCard(columns: readonly Column[], id: string) {
  for (const column of columns) {
    const card = column.cards.find((candidate) => String(candidate.id) === id)
    if (card) return { card, column }
  }
  return undefined
}

/** Tells the page where a card was dropped, and announces it. */
export function dropCard(props: BoardProps, id: string, target: DropTarget) {
  const found = findCard(props.columns, id)
  if (!found) return
  const { card, column } = found
  const label = movedLabel(props, card)
  const isAlone = label === card.label
  if (target === 'zone') props.dropZone?.onDrop(card.id)
  else if (target !== column.id || !isAlone) props.onMove(card.id, column.id, target)
  announce(
    target === column.id && isAlone
      ? `${card.label} is back in ${column.title}.`
      : `${label} dropped in ${targetName(props, target)}.`,
  )
}

/** The card's label, or how many cards move when it is one of a selection. */
export function movedLabel({ selection }: BoardProps, { id, label }: Card) {
  const count = selection?.selected.has(id) ? selection.selected.size : 1
  return count > 1 ? `${count} cards` : label
}

export function targetName({ columns, dropZone, perRow }: BoardProps, target: DropTarget) {
  if (target === 'zone') return dropZone?.label ?? ''
  const index = columns.findIndex(({ id }) => id === target)
  if (perRow) return columns[index]?.title ?? ''
  return `${columns[index]?.title}, column ${index + 1} of ${columns.length}`
}

/** The target that an arrow key leads to while a card is held. In a grid, up and down lead to the next row. */
export function targetAfter({ columns, dropZone, perRow }: BoardProps, from: DropTarget, key: string): DropTarget | undefined {
  const targets: DropTarget[] = [...columns.map(({ id }) => id), ...(dropZone ? (['zone'] as const) : [])]
  const cells = columns.filter(({ isAside }) => !isAside).length
  const index = targets.indexOf(from)
  if (key === 'ArrowRight') return targets[index + 1]
  if (key === 'ArrowLeft') return targets[index - 1]
  if (!perRow) return undefined
  // Past the last row come the targets beside the grid, one after another.
  if (key === 'ArrowDown') return targets[index + perRow < cells ? index + perRow : Math.max(index + 1, cells)]
  return targets[index < cells ? index - perRow : index - 1]
}
