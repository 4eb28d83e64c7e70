import type { Project, Workload } from 'contract'
import { type FocusEvent, type RefObject, useMemo } from 'react'
import { useToday } from '../session/today.ts'
import { neighbourOf } from '../ui/board/neighbours.ts'
import type { BoardProps } from '../ui/board/types.ts'
import { useCardMoves } from '../ui/board/useCardMoves.ts'
import { useKeepFocus } from '../ui/hooks/useKeepFocus.ts'
import { cellsOf } from './cells.tsx'
import { MoveEntries } from './MoveEntries.tsx'
import { useMoveWork } from './useMoveWork.ts'

type Options = {
  workload: Workload
  projects: readonly Project[]
  /** The board's id. */
  board: string
  root: RefObject<HTMLElement | null>
  /** The cell whose work is shown. */
  open: string | undefined
}

/** Moves the cards of the open cell to other cells, as those of a board move to its columns. */
export function useWorkloadMoves({ workload, projects, board, root, open }: Options) {
  const today = useToday()
  const columns = useMemo(() => cellsOf(workload, today), [workload, today])
  const { move, membersOf } = useMoveWork(workload, projects)
  const cards = columns.find(({ id }) => id === open)?.cards ?? none
  const isThere = (card: string) => cards.some(({ id }) => String(id) === card)
  const { keep, onFocus, onBlur } = useKeepFocus(root, { attribute: 'card', isThere, neighboursOf })
  const props: BoardProps = {
    label: 'Workload',
    columns,
    perRow: workload.weeks.length + 1,
    onMove: (card, _, to) => void move(Number(card), String(to)),
    cardMenu: (card) => (
      <MoveEntries id={Number(card.id)} workload={workload} membersOf={membersOf} move={(target) => api.move(card, target)} />
    ),
  }
  const { held, api, onKeyDown, onLeave } = useCardMoves(props, { board, root, keep })
  return {
    cards,
    held,
    api,
    onKeyDown,
    onFocus,
    onBlur: (event: FocusEvent) => {
      onLeave(event)
      onBlur(event)
    },
  }
}

const none = [] as const
const neighboursOf = (card: HTMLElement) => ['ArrowDown', 'ArrowUp'].map((key) => neighbourOf(card, key))
