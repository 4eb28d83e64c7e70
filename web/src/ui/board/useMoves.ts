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
import type { BoardProps, Card, Column, Hands, Held, Place } from './types.ts'

/** Which card is held, over what, and what follows when it is let go. */
export function useMoves(props: BoardProps, root: RefObject<HTMLDivElement | null>, keep: (card: string) => void) {
  const [held, setHeld] = useState<Held | undefined>(undefined)
  const latest = useRef({ props, held })
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
    return {
      reasonFor,
      mayLift: (id) => {
        const card = find(latest.current.props.columns, id)?.card
        const reason = card && reasonFor(card)
        if (reason) latest.current.props.onBlocked?.(reason)
        return card !== undefined && !reason
      },
      move: (card, place) => {
        keep(String(card.id))
        move(latest.current.props, String(card.id), place)
      },
      columns: () => latest.current.props.columns,
      zoneLabel: () => latest.current.props.dropZone?.menuLabel,
      menuOf: (card) => latest.current.props.cardMenu?.(card),
    }
  }, [keep])

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
      `Lifted ${found.card.label} from ${placeName(props, found.column.id)}. Left and right arrow keys choose a column, Space drops, Escape cancels.`,
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
    announce(`Cancelled. ${find(props.columns, now.card)?.card.label} stays in ${placeName(props, now.from)}.`)
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
    else if (event.key === 'Enter') element.querySelector('a')?.click()
    else if (event.key.startsWith('Arrow')) neighbourOf(element, event.key)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onLeave = (event: FocusEvent) => {
    if (held?.by === 'keyboard' && event.target.isConnected) cancel(held)
  }

  return { held, hold, over, release, hands, onKeyDown, onLeave }
}

function move(props: BoardProps, id: string, place: Place) {
  const found = find(props.columns, id)
  if (!found) return
  const { card, column } = found
  if (place === 'zone') props.dropZone?.onDrop(card.id)
  else if (place !== column.id) props.onMove(card.id, column.id, place)
  announce(
    place === column.id ? `${card.label} is back in ${column.title}.` : `${card.label} dropped in ${placeName(props, place)}.`,
  )
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
