import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { Task } from 'contract'
import { useId } from 'react'
import { clockOf } from '../../time/duration.ts'
import { plannedHours, spentMinutes } from '../board/board.ts'
import type { Entry, EntryGroup } from './groups.ts'
import { TaskRow } from './TaskRow.tsx'
import styles from './TaskView.module.css'
import type { TaskList } from './useTaskList.ts'
import { VirtualList } from './VirtualList.tsx'

type Props = {
  group: EntryGroup
  list: TaskList
  /** The tasks of which all subtasks are shown. */
  unfolded: ReadonlySet<number>
  /** The whole list is long. */
  isLong: boolean
  /** The list is wide enough for one line per task. */
  isOneLine: boolean
}

/** A group of tasks under a heading that folds it and stays in view; without a heading where the list is not grouped. */
export function TaskGroup({ group: { key, name, entries }, list, unfolded, isLong, isOneLine }: Props) {
  const id = useId()
  const isFolded = name !== '' && list.isFolded(key)
  const Chevron = isFolded ? IconChevronRight : IconChevronDown
  const subtasks = entries.flatMap(({ task }) => task.subtasks)
  const [hours, spent] = [plannedHours(subtasks), spentMinutes(subtasks)]
  return (
    <section {...(name && { 'aria-labelledby': id })}>
      {name && (
        <h3 className={styles.groupHead}>
          <button type="button" className={styles.groupName} aria-expanded={!isFolded} onClick={() => list.toggleGroup(key)}>
            <Chevron size={16} aria-hidden />
            <span id={id} className="truncate" title={name}>
              {name}
            </span>
            <span className="fine tabular">
              {entries.length}
              {spent > 0 && ` · ${clockOf(spent)} spent`}
              {hours > 0 && ` · ${hours} h left`}
            </span>
          </button>
        </h3>
      )}
      {!isFolded && (
        <VirtualList
          label={name ? `Tasks, ${name}` : 'Tasks'}
          items={entries}
          isWhole={!isLong}
          heightOf={({ task }) => heightOf(task, list.isOpen(task.id))}
          isExact={({ task }) => isOneLine && !list.isOpen(task.id)}
          render={(entry: Entry) => (
            <TaskRow
              task={entry.task}
              isOpen={list.isOpen(entry.task.id)}
              toggle={list.toggle}
              showsAll={unfolded.has(entry.task.id)}
            />
          )}
        />
      )}
    </section>
  )
}

/** The height of a closed task in a wide list, and the estimated height of others, which are measured. */
const heightOf = ({ description, subtasks }: Task, isOpen: boolean) =>
  28 +
  (isOpen
    ? 32 + (description ? 40 : 0) + subtasks.slice(0, 9).reduce((sum, subtask) => sum + (subtask.description ? 46 : 29), 0)
    : 0)
