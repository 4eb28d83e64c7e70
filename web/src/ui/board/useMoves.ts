import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { dropCard, findCard, movedLabel, targetName } from './moves.ts'
import type { BoardProps, DropTarget, Held } from './types.ts'
import { useBoardApi } from './useBoardApi.ts'
import { useKeyboard } from './useKeyboard.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  /** Gives a card the focus, wherever it is rendered next. */
  keep: (card: string) => void
  /** Whether a finger is on the board. */
  isTouched: RefObject<boolean>
}

/** Which card is held and over what, and how it is lifted, dropped and put back by pointer, finger and keyboard. */
export function useMoves(props: BoardProps, { root, keep, isTouched }: Options) {
  const [held, setHeld] = useState<Held | undefined>(undefined)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const api = useBoardApi(latest, { keep, isTouched })

  const hold = useCallback((card: string, height: number, by: Held['by']) => {
    const from = findCard(latest.current.columns, card)?.column.id
    if (from !== undefined) setHeld({ card, from, height, by, over: by === 'keyboard' ? from : undefined })
  }, [])

  const over = useCallback((target: DropTarget | undefined) => setHeld((current) => current && { ...current, over: target }), [])

  const release = (target: DropTarget | undefined) => {
    setHeld(undefined)
    if (!held || target === undefined) return
    keep(held.card)
    dropCard(props, held.card, target)
  }

  const cancel = () => {
    if (!held) return
    setHeld(undefined)
    const card = findCard(props.columns, held.card)?.card
    if (!card) return announce('Cancelled.')
    if (movedLabel(props, card) !== card.label) return announce('Cancelled. Nothing was moved.')
    announce(`Cancelled. ${card.label} stays in ${targetName(props, held.from)}.`)
  }

  const keyboard = useKeyboard(props, { root, held, hold, over, release, cancel, api })
  return { held, hold, over, release, cancel, api, ...keyboard }
}
