import type { Project, Task } from 'contract'
import { useMemo, useRef, useState } from 'react'
import { useMe } from '../../session/session.ts'
import { Board } from '../../ui/board/Board.tsx'
import type { BoardId, Column } from '../../ui/board/types.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRestOfScreen } from '../../ui/hooks/useRestOfScreen.ts'
import { Later } from '../../ui/Later.tsx'
import type { TaskActions } from '../data/actions.ts'
import { columnsOf } from './board.ts'
import { CardEntries } from './CardEntries.tsx'
import { dueDateDialog, selectionBar } from './later.ts'
import { TimerEntry } from './TimerEntry.tsx'
import { useBoardSelection } from './useBoardSelection.ts'
import { type BulkChanges, useBulkChanges } from './useBulkChanges.ts'
import { useExisting } from './useExisting.ts'
import styles from './WorkBoard.module.css'
import { isTask, nounOf, type WorkItem } from './work.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  /** The tasks or subtasks to show, in order. */
  items: readonly WorkItem[]
  columns: readonly Column[]
  actions: TaskActions
  label: string
  /** Says where this many held cards can be dropped. */
  hint: (count: number) => string
  /** Why nothing can be moved while the project is inactive. */
  inactive: string
  /** Changes items that were dropped on a column. Undefined if they can't be. */
  drop: (items: readonly WorkItem[], column: BoardId, bulk: BulkChanges) => Promise<void> | undefined
  onHold: (isHeld: boolean) => void
  /** Names the board in the browser's memory of its collapsed columns. */
  name?: string
  /** As of the board: its columns are the cells of a grid. */
  perRow?: number
}

const onlyManager = 'Only the project manager can move this.'

/** Tasks or subtasks on a board: each can be dragged, edited and deleted, and several can be changed at once. */
export function WorkBoard(props: Props) {
  const { project, items, columns, actions, label, hint, inactive, onHold, name, perRow } = props
  const frame = useRef<HTMLDivElement>(null)
  const height = useRestOfScreen(frame, 0.6)
  const { id: me, role } = useMe()
  const fixed = project.is_active ? (role === 'project_manager' ? undefined : onlyManager) : inactive
  const [rescheduled, reschedule] = useState<WorkItem>()
  const { selection, selectedItems, people, bulk, existing, move, remove } = useMoving(props)
  const { selected, choose, add, clear } = selection
  const noun = nounOf(items[0])

  return (
    <div ref={frame} className={styles.place}>
      <Board
        label={label}
        columns={columns}
        height={height === undefined ? undefined : `${height}px`}
        perRow={perRow}
        collapsedKey={name && `atrium-collapsed ${name} ${me} ${project.id}`}
        onMove={(card, _, to) => move(card, to)}
        dropZone={{
          label: 'Drag here to delete task',
          menuLabel: noun === 'task' ? 'Delete Task' : 'Delete Subtask',
          onDrop: remove,
        }}
        hint={hint(selected.size)}
        disabledReason={fixed}
        onBlocked={(reason) => toast.error(reason)}
        cardMenu={({ id }) => {
          const item = items.find((one) => one.id === id)
          if (!item) return
          return (
            <>
              {!isTask(item) && project.is_active && <TimerEntry subtask={item} project={project.id} />}
              {!fixed && (
                <CardEntries item={item} actions={actions} select={() => add([item])} reschedule={() => reschedule(item)} />
              )}
            </>
          )
        }}
        onHold={onHold}
        selection={fixed ? undefined : { selected, onSelect: choose }}
        bar={
          selectedItems.length > 0 && <Later of={selectionBar} shown={{ items: selectedItems, people, bulk, existing, clear }} />
        }
      />
      <Later
        of={dueDateDialog}
        shown={
          rescheduled && {
            item: rescheduled,
            choose: (date: string | null) => void bulk.setDueDate(existing([rescheduled]), date),
            close: () => reschedule(undefined),
          }
        }
      />
    </div>
  )
}

/** Moves and deletes the items of dropped cards, if they still exist. */
function useMoving({ project, tasks, items, actions, drop }: Props) {
  const selection = useBoardSelection(items)
  const { selected, selectedItems, add, clear } = selection
  const bulk = useBulkChanges(add)
  const people = useMemo(() => columnsOf(items, project.members).filter(({ isMember }) => isMember), [items, project.members])
  /** The card's item, with the whole selection if the card is part of it. */
  const withSelection = (card: BoardId) => items.filter(({ id }) => id === card || (selected.has(card) && selected.has(id)))

  const existing = useExisting(tasks)
  const move = (card: BoardId, to: BoardId) => {
    const moved = existing(withSelection(card))
    if (moved.length > 0 && drop(moved, to, bulk) && moved.length > 1) clear()
  }
  const remove = (card: BoardId) => {
    const [first, ...others] = existing(withSelection(card))
    if (!first) return
    if (others.length > 0) void bulk.remove([first, ...others])
    else void (isTask(first) ? actions.removeTask(first) : actions.removeSubtask(first))
  }
  return { selection, selectedItems, people, bulk, existing, move, remove }
}
