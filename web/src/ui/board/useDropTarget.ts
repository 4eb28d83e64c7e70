import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { type RefObject, useEffect } from 'react'
import type { BoardId } from './types.ts'

/** Lets cards of the board be dropped on a column's element. */
export function useDropTarget(root: RefObject<HTMLElement | null>, board: string, id: BoardId) {
  useEffect(() => {
    if (!root.current) return
    return dropTargetForElements({
      element: root.current,
      canDrop: ({ source }) => source.data.board === board,
      getData: () => ({ place: id }),
    })
  }, [root, board, id])
}
