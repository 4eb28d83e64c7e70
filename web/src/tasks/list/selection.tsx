import { Menu } from '@mantine/core'
import { IconSquareCheck } from '@tabler/icons-react'
import type { Project, Task } from 'contract'
import { createContext, type MouseEvent, type RefObject, useContext, useMemo, useRef } from 'react'
import { selectionAfter } from '../../ui/board/select.ts'
import type { BoardId } from '../../ui/board/types.ts'
import { Later } from '../../ui/Later.tsx'
import { columnsOf } from '../board/board.ts'
import { selectionBar } from '../board/later.ts'
import { useBoardSelection } from '../board/useBoardSelection.ts'
import { useBulkChanges } from '../board/useBulkChanges.ts'
import { useExisting } from '../board/useExisting.ts'
import rowStyles from './TaskRow.module.css'
import styles from './TaskView.module.css'

type Selected = { ids: ReadonlySet<BoardId>; select: (id: number, isRange: boolean) => void }

const nothing: Selected = { ids: new Set(), select: () => undefined }

export const SelectedRows = createContext(nothing)

type Options = {
  project: Project
  /** All tasks of the project. */
  tasks: readonly Task[]
  /** The tasks in the list. */
  shown: readonly Task[]
  /** The element around the rows. */
  root: RefObject<HTMLElement | null>
  isPossible: boolean
}

/** The selected rows: tasks, subtasks, or both. */
export function useRowSelection({ project, tasks, shown, root, isPossible }: Options) {
  const items = useMemo(() => shown.flatMap((task) => [task, ...task.subtasks]), [shown])
  const { selected, selectedItems, choose, add, clear } = useBoardSelection(items)
  const bulk = useBulkChanges(add)
  const existing = useExisting(tasks)
  const anchor = useRef<number>(undefined)
  const people = useMemo(() => columnsOf([], project.members).filter(({ isMember }) => isMember), [project.members])

  const context = useMemo<Selected>(() => {
    if (!isPossible) return nothing
    return {
      ids: selected,
      select: (id, isRange) => {
        const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
        const cards = rows.map((row) => ({ id: Number(row.dataset.row) }))
        choose(selectionAfter([{ cards }], selected, { card: id, anchor: anchor.current, isRange }))
        anchor.current = id
      },
    }
  }, [isPossible, selected, choose, root])

  // A click beside a row's links and buttons selects, once anything is selected.
  const onClick = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const element = target as Element
    const row = root.current?.contains(element) ? element.closest<HTMLElement>('[data-row]') : undefined
    if (!row || element.closest('a, button, input') || !(ctrlKey || metaKey || shiftKey || selected.size > 0)) return
    context.select(Number(row.dataset.row), shiftKey)
  }

  const bar = selectedItems.length > 0 && (
    <div className={styles.bar}>
      <Later of={selectionBar} shown={{ items: selectedItems, people, bulk, existing, clear }} />
    </div>
  )
  return { context, onClick, bar }
}

/** The entry of a row's menu that begins a selection without a keyboard, if the list has one. */
export function SelectEntry({ id }: { id: number }) {
  const selection = useContext(SelectedRows)
  if (selection === nothing || selection.ids.has(id)) return null
  return (
    <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={() => selection.select(id, false)}>
      Select
    </Menu.Item>
  )
}

/** A row's box, while anything is selected. */
export function RowCheck({ id, title }: { id: number; title: string }) {
  const { ids, select } = useContext(SelectedRows)
  if (ids.size === 0) return null
  return (
    <input
      type="checkbox"
      className={rowStyles.check}
      aria-label={`Select ${title}`}
      tabIndex={-1}
      checked={ids.has(id)}
      onChange={({ nativeEvent }) => select(id, (nativeEvent as globalThis.MouseEvent).shiftKey)}
    />
  )
}
