import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { neighbourOf } from './neighbours.ts'
import { selectionAfter } from './select.ts'
import type { BoardId, BoardProps, Card, Column, Hands, Held, Place } from './types.ts'

type Around = {
  root: RefObject<HTMLDivElement | null>
  /** Gives a card the focus, wherever it is drawn next. */
  keep: (card: string) => void
  /** Whether a finger is on the board. */
  isTouched: RefObject<boolean>
}

/** Which card is held, over what, and what follows when it is let go; and which are selected. */
export function useMoves(props: BoardProps, { root, keep, isTouched }: Around) {
  const [held, setHeld] = useState<Held | undefined>(undefined)
  const latest = useRef({ props, held })
  const anchor = useRef<BoardId>(undefined)
  useLayoutEffect(() => {
    latest.current = { props, held }
  })

  const hold = useCallback((card: string, height: number, by: Held['by']) => {
    const from = find(latest.current.props.columns, card)?.column.id
    if (from !== undefined) setHeld({ card, from, height, by, over: by === 'keyboard' ? from : undefined })
  }, [])

  const over = useCallback((place: Place | undefined) => setHeld((now) => now && { ...now, over: place }), [])

  const hands = useMemo<Hands>(() => {
    const reasonFor = (card: Card) => latest.current.props.disabledReason ?? card.disabledReason
    const mayLift = (id: string) => {
      const card = find(latest.current.props.columns, id)?.card
      const reason = card && reasonFor(card)
      if (reason) latest.current.props.onBlocked?.(reason)
      return card !== undefined && !reason
    }
    return {
      reasonFor,
      mayLift,
      mayDrag: (id) => !isTouched.current && mayLift(id),
      select: (id, isRange) => {
        const { columns, selection } = latest.current.props
        const card = find(columns, id)?.card
        if (!card || !selection) return
        const next = selectionAfter(columns, selection.selected, { card: card.id, anchor: anchor.current, isRange })
        anchor.current = card.id
        selection.onSelect(next)
        announce(`${card.label} ${next.has(card.id) ? 'selected' : 'no longer selected'}, ${next.size} selected.`)
      },
      isAnySelected: () => (latest.current.props.selection?.selected.size ?? 0) > 0,
      move: (card, place) => {
        keep(String(card.id))
        move(latest.current.props, String(card.id), place)
      },
      columns: () => latest.current.props.columns,
      zoneLabel: () => latest.current.props.dropZone?.menuLabel,
      menuOf: (card) => latest.current.props.cardMenu?.(card),
    }
  }, [keep, isTouched])

  const release = (place: Place | undefined) => {
    setHeld(undefined)
    if (!held || place === undefined) return
    keep(held.card)
    move(props, held.card, place)
  }

  const lift = (element: HTMLElement, id: string) => {
    const found = find(props.columns, id)
    if (!found) return
    if (!hands.mayLift(id)) return announce(hands.reasonFor(found.card) ?? '')
    hold(id, element.offsetHeight, 'keyboard')
    announce(
      `Lifted ${movedBy(props, found.card)} from ${placeName(props, found.column.id)}. Left and right arrow keys choose a column, Space drops, Escape cancels.`,
    )
  }

  const shift = (now: Held, step: number) => {
    const places: Place[] = [...props.columns.map(({ id }) => id), ...(props.dropZone ? (['zone'] as const) : [])]
    const to = places[places.indexOf(now.over ?? now.from) + step]
    if (to === undefined) return
    over(to)
    root.current
      ?.querySelector(`[data-column="${CSS.escape(String(to))}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    announce(`Over ${placeName(props, to)}.`)
  }

  const cancel = (now: Held) => {
    setHeld(undefined)
    const card = find(props.columns, now.card)?.card
    if (!card) return announce('Cancelled.')
    if (movedBy(props, card) !== card.label) return announce('Cancelled. Nothing was moved.')
    announce(`Cancelled. ${card.label} stays in ${placeName(props, now.from)}.`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const element = event.target as HTMLElement
    const id = element.dataset.card
    if (id === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (held?.by === 'keyboard') {
      if (event.key === ' ') release(held.over)
      else if (event.key === 'Escape') cancel(held)
      else if (event.key === 'ArrowRight') shift(held, 1)
      else if (event.key === 'ArrowLeft') shift(held, -1)
      else if (!event.key.startsWith('Arrow') && event.key !== 'Enter') return
    } else if (event.key === ' ') lift(element, id)
    else if (event.key.toLowerCase() === 'x' && props.selection) hands.select(id, event.shiftKey)
    else if (event.key === 'Enter') element.querySelector('a')?.click()
    else if (event.key.startsWith('Arrow')) neighbourOf(element, event.key)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onLeave = (event: FocusEvent) => {
    if (held?.by === 'keyboard' && event.target.isConnected) cancel(held)
  }

  return { held, hold, over, release, cancel: () => held && cancel(held), hands, onKeyDown, onLeave }
}

function move(props: BoardProps, id: string, place: Place) {
  const found = find(props.columns, id)
  if (!found) return
  const { card, column } = found
  const what = movedBy(props, card)
  const isOne = what === card.label
  if (place === 'zone') props.dropZone?.onDrop(card.id)
  else if (place !== column.id || !isOne) props.onMove(card.id, column.id, place)
  announce(
    place === column.id && isOne ? `${card.label} is back in ${column.title}.` : `${what} dropped in ${placeName(props, place)}.`,
  )
}

/** Whatever moves with this card: the selection, if it is part of one. */
function movedBy({ selection }: BoardProps, { id, label }: Card) {
  const count = selection?.selected.has(id) ? selection.selected.size : 1
  return count > 1 ? `${count} cards` : label
}

function find(columns: readonly Column[], id: string) {
  for (const column of columns) {
    const card = column.cards.find((c) => String(c.id) === id)
    if (card) return { card, column }
  }
  return undefined
}

function placeName({ columns, dropZone }: BoardProps, place: Place) {
  if (place === 'zone') return dropZone?.label ?? ''
  const index = columns.findIndex(({ id }) => id === place)
  return `${columns[index]?.title}, column ${index + 1} of ${columns.length}`
}
