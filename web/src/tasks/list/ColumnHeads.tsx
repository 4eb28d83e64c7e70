import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { sortNames, type TaskSort } from './order.ts'
import rowStyles from './TaskRow.module.css'
import styles from './TaskView.module.css'
import type { TaskList } from './useTaskList.ts'

/** The heads of the columns: each sorts by its column, and a second click reverses the order. */
export function ColumnHeads({ list: { sort, sortBy, isAllOpen, toggleAll } }: { list: TaskList }) {
  const head = (key: TaskSort) => {
    const isSorted = sort.key === key
    const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp
    return (
      <button
        type="button"
        className={styles.head}
        data-column={key}
        aria-pressed={isSorted}
        title={isSorted && !sort.isDescending ? 'Reverse the order' : `Sort by ${sortNames[key].toLowerCase()}`}
        onClick={() => sortBy(key)}
      >
        {sortNames[key]}
        {isSorted && <Arrow size={12} aria-label={sort.isDescending ? 'descending' : 'ascending'} />}
      </button>
    )
  }
  const Chevron = isAllOpen ? IconChevronDown : IconChevronRight
  const toggleName = isAllOpen ? 'Collapse all tasks' : 'Expand all tasks'
  return (
    <div className={styles.heads}>
      <button type="button" className={rowStyles.chevron} aria-label={toggleName} title={toggleName} onClick={toggleAll}>
        <Chevron size={16} aria-hidden />
      </button>
      <span className={styles.first}>
        {head('title')}
        {head('labels')}
      </span>
      {head('subtasks')}
      {head('assignees')}
      {head('due_date')}
      {head('priority')}
      {head('status')}
    </div>
  )
}
