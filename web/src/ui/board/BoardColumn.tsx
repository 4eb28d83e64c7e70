import { Box } from '@mantine/core'
import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { autoScrollElement } from './autoScroll.ts'
import styles from './BoardColumn.module.css'
import { ColumnHead } from './ColumnHead.tsx'
import { AllCards, sizes, VirtualCards } from './cards.tsx'
import type { BoardApi, BoardId, CardRevealers, Column } from './types.ts'
import { useDropTarget } from './useDropTarget.ts'
import { useNearView } from './useNearView.ts'

type Props = {
  column: Column
  board: string
  /** The held card, if it is in this column. */
  held: string | undefined
  /** The height of the card that would be dropped here, in pixels. */
  room: number | undefined
  selected: ReadonlySet<BoardId> | undefined
  /** The column is a cell of a grid. */
  isCell: boolean
  isVirtual: boolean
  /** The board has so many columns that those out of view render no cards. */
  isLong: boolean
  /** The column is in view when the board opens. */
  isFirst: boolean
  /** Undefined when the column can't be collapsed. */
  isCollapsed: boolean | undefined
  toggle: ((column: BoardId) => void) | undefined
  api: BoardApi
  revealers: CardRevealers
}

export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { column, board, held, room, isCell, isLong, isFirst, isCollapsed, toggle, revealers } = props
  const { id, title, cards, isAside } = column
  const titleId = useId()
  const root = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { isNear, height, approach } = useNearView(root, list, { isLong, isFirst })
  useDropTarget(root, board, id)

  useEffect(() => {
    if (!isLong) return
    const reveal = (card: string) => {
      if (!cards.some((c) => String(c.id) === card)) return
      approach()
      root.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    revealers.add(reveal)
    return () => {
      revealers.delete(reveal)
    }
  }, [isLong, cards, approach, revealers])

  // Removing a dragged card from the page would end the drag.
  const hasCards = isNear || held !== undefined
  return (
    <section
      ref={root}
      className={styles.column}
      // A landmark for each of many cells would be too many.
      role={isCell ? 'group' : undefined}
      aria-labelledby={titleId}
      data-column={id}
      data-is-aside={isAside}
      data-is-empty={cards.length === 0}
      data-is-collapsed={isCollapsed}
      data-is-over={room !== undefined}
      title={isCollapsed ? title : undefined}
    >
      <ColumnHead titleId={titleId} column={column} isCell={isCell} isCollapsed={isCollapsed} toggle={toggle} />
      {!isCollapsed && <Cards {...props} list={list} gap={hasCards ? undefined : height} />}
      {!isCollapsed && column.footer}
    </section>
  )
})

type CardsProps = Props & {
  list: RefObject<HTMLUListElement | null>
  /** The height of the cards in pixels, which are left out; 0 if it is unknown; undefined when they are rendered. */
  gap: number | undefined
}

function Cards({ column, board, held, room, selected, isCell, isVirtual, api, revealers, list, gap }: CardsProps) {
  const { cards, empty } = column
  // State rather than a ref: the list below mounts first and needs it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!scroller) return
    const canScroll = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.board === board
    return autoScrollElement({ element: scroller, canScroll, getAllowedAxis: () => 'vertical' })
  }, [board, scroller])

  const size = isCell ? sizes.cell : sizes.column
  const shared = { list, cards, board, held, selected, api }
  return (
    <div ref={setScroller} className={styles.cards} data-scrolls>
      {room !== undefined && <div className={styles.room} style={{ height: room }} aria-hidden />}
      {gap !== undefined ? (
        <div style={{ height: gap || cards.length * (size.height + size.gap) }} />
      ) : isVirtual ? (
        <VirtualCards {...shared} size={size} scroller={scroller} revealers={revealers} />
      ) : (
        <AllCards {...shared} />
      )}
      {cards.length === 0 && room === undefined && empty !== null && (
        <Box className="fine" px="xs" py="md" ta="center">
          {empty ?? 'No cards'}
        </Box>
      )}
    </div>
  )
}
