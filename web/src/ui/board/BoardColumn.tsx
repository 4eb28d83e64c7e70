import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useId, useRef, useState } from 'react'
import styles from './Board.module.css'
import { BoardCard } from './BoardCard.tsx'
import type { Column, Hands, Revealers } from './types.ts'

type Props = {
  column: Column
  board: string
  /** The card of this column that is held. */
  held: string | undefined
  /** The height of the card that would come here, in pixels. */
  room: number | undefined
  isVirtual: boolean
  hands: Hands
  revealers: Revealers
}

export const BoardColumn = memo(function BoardColumn({ column, board, held, room, isVirtual, hands, revealers }: Props) {
  const { id, title, header, cards, empty } = column
  const titleId = useId()
  const root = useRef<HTMLElement>(null)
  // In state rather than a ref: the list below needs it, and is ready before it.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)

  useEffect(() => {
    if (!root.current || !scroller) return
    const isOurs = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.board === board
    return combine(
      dropTargetForElements({ element: root.current, canDrop: isOurs, getData: () => ({ place: id }) }),
      autoScrollForElements({ element: scroller, canScroll: isOurs, getAllowedAxis: () => 'vertical' }),
    )
  }, [board, id, scroller])

  const list = { cards, board, held, hands }
  return (
    <section ref={root} className={styles.column} aria-labelledby={titleId} data-column={id} data-is-over={room !== undefined}>
      <header className={styles.columnHead}>
        <div className={styles.columnTitle}>
          <h3 id={titleId}>{title}</h3>
          <span className={styles.count} title={`${cards.length} cards`}>
            {cards.length}
          </span>
        </div>
        {header}
      </header>
      <div ref={setScroller} className={styles.cards}>
        {room !== undefined && <div className={styles.room} style={{ height: room }} aria-hidden />}
        {isVirtual ? <VirtualCards {...list} scroller={scroller} revealers={revealers} /> : <AllCards {...list} />}
        {cards.length === 0 && room === undefined && <div className={styles.empty}>{empty ?? 'No cards'}</div>}
      </div>
    </section>
  )
})

type ListProps = Pick<Props, 'board' | 'held' | 'hands'> & Pick<Column, 'cards'>

const AllCards = ({ cards, held, ...shared }: ListProps) => (
  <ul className={styles.list}>
    {cards.map((card) => (
      <li key={card.id} className={styles.slot}>
        <BoardCard card={card} isHeld={held === String(card.id)} {...shared} />
      </li>
    ))}
  </ul>
)

type VirtualProps = ListProps & { scroller: HTMLDivElement | null; revealers: Revealers }

function VirtualCards({ cards, held, scroller, revealers, ...shared }: VirtualProps) {
  const heldIndex = held === undefined ? -1 : cards.findIndex(({ id }) => String(id) === held)
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => cards[index]?.id ?? index,
    estimateSize: () => 104,
    gap: 8,
    overscan: 8,
    // A card that left the page while it is dragged would end the drag.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return heldIndex < 0 || shown.includes(heldIndex) ? shown : [...shown, heldIndex].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    const reveal = (wanted: string) => {
      const index = cards.findIndex(({ id }) => String(id) === wanted)
      if (index >= 0) virtual.scrollToIndex(index)
    }
    revealers.add(reveal)
    return () => {
      revealers.delete(reveal)
    }
  }, [cards, virtual, revealers])
  return (
    <ul className={styles.virtualList} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const card = cards[index]
        return (
          card && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={cards.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              <BoardCard card={card} isHeld={held === String(card.id)} {...shared} />
            </li>
          )
        )
      })}
    </ul>
  )
}
