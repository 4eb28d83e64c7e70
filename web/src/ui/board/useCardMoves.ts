import { type RefObject, useRef } from 'react'
import type { TouchTarget } from './touchLift.ts'
import type { BoardProps } from './types.ts'
import { useDragMonitor } from './useDragMonitor.ts'
import { useMoves } from './useMoves.ts'
import { useTouchLift } from './useTouchLift.ts'

type Options = {
  /** The board's id. */
  board: string
  root: RefObject<HTMLElement | null>
  /** Gives a card the focus, wherever it is rendered next. */
  keep: (card: string) => void
}

/** Moves the cards of a board by pointer, by finger and by keyboard. */
export function useCardMoves(props: BoardProps, { board, root, keep }: Options) {
  const isTouched = useRef(false)
  const moves = useMoves(props, { root, keep, isTouched })
  const { hold, over, release, cancel, api } = moves
  useDragMonitor(root, { board, hold, over, release })
  const targetAt = (touched: TouchTarget) =>
    touched === 'zone' ? touched : props.columns.find((column) => String(column.id) === touched)?.id
  useTouchLift(root, isTouched, {
    mayLift: api.mayLift,
    hold,
    over: (touched) => over(targetAt(touched)),
    release: (touched) => release(targetAt(touched)),
    cancel,
  })
  return moves
}
