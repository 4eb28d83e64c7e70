import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import styles from './BoardColumn.module.css'
import type { BoardId, Column } from './types.ts'

type Props = {
  titleId: string
  column: Column
  isCell: boolean
  isCollapsed: boolean | undefined
  toggle: ((column: BoardId) => void) | undefined
}

/** Few cards in a cell are counted at a glance. */
const uncountedInCell = 3

/** A column's title, the number of its cards, and a button that collapses it. */
export function ColumnHead({ titleId, column, isCell, isCollapsed, toggle }: Props) {
  const { id, title, heading, icon, header, cards } = column
  const Chevrons = isCollapsed ? IconChevronsRight : IconChevronsLeft
  const isCounted = !isCell || cards.length > uncountedInCell
  return (
    <header className={styles.columnHead}>
      <div className={styles.headLine}>
        {icon}
        <h3 id={titleId} className="truncate" title={title} aria-label={heading === undefined ? undefined : title}>
          {heading ?? title}
        </h3>
        {isCounted && (
          <span className="fine tabular" title={`${cards.length} ${cards.length === 1 ? 'card' : 'cards'}`}>
            {cards.length}
          </span>
        )}
        {toggle && (
          <button
            type="button"
            className={styles.collapse}
            aria-expanded={!isCollapsed}
            aria-label={`${isCollapsed ? 'Expand' : 'Collapse'} ${title}`}
            title={isCollapsed ? 'Expand' : 'Collapse'}
            onClick={() => toggle(id)}
          >
            <Chevrons size={16} aria-hidden />
          </button>
        )}
      </div>
      {!isCollapsed && header}
    </header>
  )
}
