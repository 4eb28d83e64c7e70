import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { Box } from '@mantine/core'
import { memo, useEffect, useId, useRef, useState } from 'react'
import styles from './BoardColumn.module.css'
import { AllCards, VirtualCards } from './cards.tsx'
import type { BoardApi, BoardId, CardRevealers, Column } from './types.ts'
import { useNearView } from './useNearView.ts'

type Props = {
  column: Column
  board: string
  /** The held card, if it is in this column. */
  held: string | undefined
  /** The height of the card that would be dropped here, in pixels. */
  room: number | undefined
  selected: ReadonlySet<BoardId> | undefined
  isVirtual: boolean
  /** The board has so many columns that those out of view render no cards. */
  isLong: boolean
  /** The column is in view when the board opens. */
  isFirst: boolean
  api: BoardApi
  revealers: CardRevealers
}

// The estimated height of a card with its gap, in pixels.
const cardHeight = 132

export const BoardColumn = memo(function BoardColumn({
  column,
  board,
  held,
  room,
  selected,
  isVirtual,
  isLong,
  isFirst,
  api,
  revealers,
}: Props) {
  const { id, title, icon, header, cards, empty, footer } = column
  const titleId = useId()
  const root = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  // State rather than a ref: the list below mounts first and needs it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const { isNear, height, approach } = useNearView(root, list, { isLong, isFirst })

  useEffect(() => {
    if (!root.current || !scroller) return
    const isOurs = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.board === board
    return combine(
      dropTargetForElements({ element: root.current, canDrop: isOurs, getData: () => ({ place: id }) }),
      autoScrollForElements({ element: scroller, canScroll: isOurs, getAllowedAxis: () => 'vertical' }),
    )
  }, [board, id, scroller])

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

  const shared = { list, cards, board, held, selected, api }
  // Removing a dragged card from the page would end the drag.
  const hasCards = isNear || held !== undefined
  return (
    <section ref={root} className={styles.column} aria-labelledby={titleId} data-column={id} data-is-over={room !== undefined}>
      <header className={styles.columnHead}>
        <div className="row">
          {icon}
          <h3 id={titleId} className="truncate" title={title}>
            {title}
          </h3>
          <span className="fine tabular" title={`${cards.length} ${cards.length === 1 ? 'card' : 'cards'}`}>
            {cards.length}
          </span>
        </div>
        {header}
      </header>
      <div ref={setScroller} className={styles.cards} data-scrolls>
        {room !== undefined && <div className={styles.room} style={{ height: room }} aria-hidden />}
        {!hasCards ? (
          <div style={{ height: height || cards.length * cardHeight }} />
        ) : isVirtual ? (
          <VirtualCards {...shared} scroller={scroller} revealers={revealers} />
        ) : (
          <AllCards {...shared} />
        )}
        {cards.length === 0 && room === undefined && (
          <Box className="fine" px="xs" py="md" ta="center">
            {empty ?? 'No cards'}
          </Box>
        )}
      </div>
      {footer}
    </section>
  )
})
