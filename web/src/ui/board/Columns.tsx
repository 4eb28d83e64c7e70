import { BoardColumn } from './BoardColumn.tsx'
import type { BoardApi, BoardProps, CardRevealers, Held } from './types.ts'
import type { useCollapsed } from './useCollapsed.ts'

const manyInColumn = 40
const manyInAll = 200
const manyColumns = 8
const columnWidth = 300

type Props = Pick<BoardProps, 'columns' | 'selection' | 'perRow'> & {
  board: string
  held: Held | undefined
  collapsing: ReturnType<typeof useCollapsed>
  api: BoardApi
  revealers: CardRevealers
}

/** The columns of a board. On a large board only those in view render their cards, and long ones only the cards in view. */
export function Columns({ columns, selection, perRow, board, held, collapsing, api, revealers }: Props) {
  const firstColumns = Math.ceil(globalThis.innerWidth / columnWidth) + 1
  const total = columns.reduce((sum, { cards }) => sum + cards.length, 0)
  return columns.map((column, index) => (
    <BoardColumn
      key={column.id}
      column={column}
      board={board}
      held={held?.from === column.id ? held.card : undefined}
      room={held && held.over === column.id && held.from !== column.id ? held.height : undefined}
      selected={selection?.selected}
      isCell={perRow !== undefined}
      isLong={perRow === undefined && columns.length > manyColumns}
      isFirst={index < firstColumns}
      isVirtual={column.cards.length > (total > manyInAll ? 12 : manyInColumn)}
      isCollapsed={collapsing?.isCollapsed(column.id)}
      toggle={collapsing?.toggle}
      api={api}
      revealers={revealers}
    />
  ))
}
