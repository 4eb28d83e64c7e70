import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { cleanup } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { autoScrollElement, autoScrollWindow } from './autoScroll.ts'
import type { DropTarget, Held } from './types.ts'

type Options = {
  /** The board's id. */
  board: string
  hold: (card: string, height: number, by: Held['by']) => void
  over: (target: DropTarget | undefined) => void
  release: (target: DropTarget | undefined) => void
}

/** Follows the drags of a board's cards by pointer, and scrolls the board and the window near their edges. */
export function useDragMonitor(root: RefObject<HTMLElement | null>, { board, hold, over, release }: Options) {
  const dropped = useEffectEvent((target: DropTarget | undefined) => release(target))
  useEffect(() => {
    const element = root.current
    if (!element) return
    const isOurs = ({ source }: { source: { data: Record<string, unknown> } }) => source.data.board === board
    const stop = combine(
      monitorForElements({
        canMonitor: isOurs,
        onDragStart: ({ source }) => hold(source.data.card as string, source.element.offsetHeight, 'pointer'),
        onDropTargetChange: ({ location }) => over(location.current.dropTargets[0]?.data.place as DropTarget | undefined),
        onDrop: ({ location }) => dropped(location.current.dropTargets[0]?.data.place as DropTarget | undefined),
      }),
      autoScrollElement({ element, canScroll: isOurs, getAllowedAxis: () => 'horizontal' }),
      autoScrollWindow({ canScroll: isOurs }),
    )
    return () => {
      stop()
      cleanup()
    }
  }, [root, board, hold, over])
}
