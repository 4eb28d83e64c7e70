import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { findCard, movedLabel, targetAfter, targetName } from './moves.ts'
import { neighbourOf } from './neighbours.ts'
import type { BoardApi, BoardProps, DropTarget, Held } from './types.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  held: Held | undefined
  hold: (card: string, height: number, by: Held['by']) => void
  over: (target: DropTarget | undefined) => void
  release: (target: DropTarget | undefined) => void
  cancel: () => void
  api: BoardApi
}

/** Space lifts and drops the card with the focus, arrows move it or the focus, Escape cancels, X selects. Leaving it cancels. */
export function useKeyboard(props: BoardProps, { root, held, hold, over, release, cancel, api }: Options) {
  const lift = (element: HTMLElement, id: string) => {
    const found = findCard(props.columns, id)
    if (!found) return
    if (!api.mayLift(id)) return announce(api.reasonFor(found.card) ?? '')
    hold(id, element.offsetHeight, 'keyboard')
    const keys = props.perRow ? 'Arrow keys choose a cell' : 'Left and right arrow keys choose a column'
    const from = targetName(props, found.column.id)
    announce(`Lifted ${movedLabel(props, found.card)} from ${from}. ${keys}, Space drops, Escape cancels.`)
  }

  const shift = ({ over: current, from }: Held, key: string) => {
    const target = targetAfter(props, current ?? from, key)
    if (target === undefined) return
    over(target)
    root.current
      ?.querySelector(`[data-column="${CSS.escape(String(target))}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    announce(`Over ${targetName(props, target)}.`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const element = event.target as HTMLElement
    const id = element.dataset.card
    if (id === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (held?.by === 'keyboard') {
      if (event.key === ' ') release(held.over)
      else if (event.key === 'Escape') cancel()
      else if (event.key.startsWith('Arrow')) shift(held, event.key)
      else if (event.key !== 'Enter') return
    } else if (event.key === ' ') lift(element, id)
    else if (event.key.toLowerCase() === 'x' && props.selection) api.select(id, event.shiftKey)
    else if (event.key === 'Enter') element.querySelector('a')?.click()
    else if (event.key.startsWith('Arrow')) neighbourOf(element, event.key)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const onLeave = (event: FocusEvent) => {
    if (held?.by === 'keyboard' && event.target.isConnected) cancel()
  }

  return { onKeyDown, onLeave }
}
