import { type RefObject, useEffect, useEffectEvent } from 'react'
import { TouchLift, type TouchTarget } from './touchLift.ts'
import type { BoardApi, Held } from './types.ts'

type Options = {
  mayLift: BoardApi['mayLift']
  hold: (card: string, height: number, by: Held['by']) => void
  over: (target: TouchTarget) => void
  release: (target: TouchTarget) => void
  cancel: () => void
}

/**
 * A long press lifts a card, which then follows the finger; a shorter one scrolls or opens as usual. Browsers differ in whether
 * a finger can start a native drag, so native drags are prevented.
 */
export function useTouchLift(root: RefObject<HTMLElement | null>, isTouched: RefObject<boolean>, options: Options) {
  const mayLift = useEffectEvent((card: string) => options.mayLift(card))
  const hold = useEffectEvent((card: string, height: number) => options.hold(card, height, 'touch'))
  const over = useEffectEvent((target: TouchTarget) => options.over(target))
  const release = useEffectEvent((target: TouchTarget) => options.release(target))
  const cancel = useEffectEvent(() => options.cancel())

  useEffect(
    () => (root.current ? new TouchLift(root.current, isTouched, { mayLift, hold, over, release, cancel }).listen() : undefined),
    [root, isTouched],
  )
}
