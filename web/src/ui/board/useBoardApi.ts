import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { type RefObject, useMemo, useRef } from 'react'
import { dropCard, findCard } from './moves.ts'
import { selectionAfter } from './select.ts'
import type { BoardApi, BoardId, BoardProps, Card } from './types.ts'

type Options = {
  /** Gives a card the focus, wherever it is rendered next. */
  keep: (card: string) => void
  /** Whether a finger is on the board. */
  isTouched: RefObject<boolean>
}

/** The board's functions for its cards: one object for the board's life, so that cards stay memoized. */
export function useBoardApi(latest: RefObject<BoardProps>, { keep, isTouched }: Options) {
  const anchor = useRef<BoardId>(undefined)
  return useMemo<BoardApi>(() => {
    const reasonFor = (card: Card) => latest.current.disabledReason ?? card.disabledReason
    const mayLift = (id: string) => {
      const card = findCard(latest.current.columns, id)?.card
      const reason = card && reasonFor(card)
      if (reason) latest.current.onBlocked?.(reason)
      return card !== undefined && !reason
    }
    return {
      reasonFor,
      mayLift,
      mayDrag: (id) => !isTouched.current && mayLift(id),
      select: (id, isRange) => {
        const { columns, selection } = latest.current
        const card = findCard(columns, id)?.card
        if (!card || !selection) return
        const selected = selectionAfter(columns, selection.selected, { card: card.id, anchor: anchor.current, isRange })
        anchor.current = card.id
        selection.onSelect(selected)
        announce(`${card.label} ${selected.has(card.id) ? 'selected' : 'no longer selected'}, ${selected.size} selected.`)
      },
      isAnySelected: () => (latest.current.selection?.selected.size ?? 0) > 0,
      move: (card, target) => {
        keep(String(card.id))
        dropCard(latest.current, String(card.id), target)
      },
      columnsInMenu: () => (latest.current.perRow ? [] : latest.current.columns),
      zoneLabel: () => latest.current.dropZone?.menuLabel,
      menuOf: (card) => latest.current.cardMenu?.(card),
    }
  }, [latest, keep, isTouched])
}
