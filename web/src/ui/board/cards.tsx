import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { BoardCard } from './BoardCard.tsx'
import styles from './BoardColumn.module.css'
import type { BoardApi, BoardId, Card, CardRevealers } from './types.ts'

type Props = {
  list: RefObject<HTMLUListElement | null>
  cards: readonly Card[]
  board: string
  /** The id of the held card. */
  held: string | undefined
  selected: ReadonlySet<BoardId> | undefined
  api: BoardApi
}

/** The estimated height of a card, and the gap below it as in the styles, in pixels. */
export const sizes = { column: { height: 84, gap: 8 }, cell: { height: 28, gap: 4 } }

export const AllCards = ({ list, cards, held, selected, ...shared }: Props) => (
  <ul ref={list} className={styles.list}>
    {cards.map((card) => (
      <li key={card.id}>
        <BoardCard card={card} isHeld={held === String(card.id)} isSelected={selected?.has(card.id)} {...shared} />
      </li>
    ))}
  </ul>
)

type VirtualProps = Props & { size: (typeof sizes)['cell']; scroller: HTMLDivElement | null; revealers: CardRevealers }

/** Renders only the cards near the visible part of a long column. */
export function VirtualCards({ list, cards, held, selected, size, scroller, revealers, ...shared }: VirtualProps) {
  const heldIndex = held === undefined ? -1 : cards.findIndex(({ id }) => String(id) === held)
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller,
    getItemKey: (index) => cards[index]?.id ?? index,
    estimateSize: () => size.height,
    gap: size.gap,
    overscan: 4,
    useFlushSync: false,
    // Removing a dragged card from the page would end the drag.
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
    <ul ref={list} className={styles.virtualList} style={{ height: virtual.getTotalSize() }}>
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
              <BoardCard card={card} isHeld={held === String(card.id)} isSelected={selected?.has(card.id)} {...shared} />
            </li>
          )
        )
      })}
    </ul>
  )
}
