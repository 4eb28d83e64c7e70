import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangleFilled } from '@tabler/icons-react'
import { hoursIn } from 'contract'
import type { CSSProperties } from 'react'
import { overdueInWords, weekInShort } from '../capacity/week.ts'
import { cellId, countedItems, loadTone, type WorkloadPerson, workIn } from '../capacity/workload.ts'
import { awayInWeek, roundedHours } from '../capacity/workloadWords.ts'
import styles from './WorkloadCell.module.css'

type Props = {
  person: WorkloadPerson
  column: string
  isOpen: boolean
  /** The row and the column, where arrow keys lead from cell to cell. */
  at?: string
  /** Whether the Tab key leads to it. */
  isStop?: boolean
  toggle: (cell: string) => void
}

/** The button of a cell. */
export const buttonOf = (cell: string) => document.querySelector<HTMLElement>(`[data-column="${CSS.escape(cell)}"] > button`)

/** A button with the hours that are planned for a person in a week, or without a date. It shows and hides that work. */
export function WorkloadCell({ person, column, isOpen, at, isStop = true, toggle }: Props) {
  const { items, week } = workIn(person, column)
  const id = cellId(person.person.id, column)
  const tone = week ? loadTone(week) : 'plain'
  return (
    <button
      type="button"
      className={styles.cell}
      data-cell={at}
      data-tone={tone}
      tabIndex={isStop ? 0 : -1}
      aria-expanded={isOpen}
      onClick={() => toggle(id)}
    >
      {week ? <Planned person={person} column={column} /> : <Undated person={person} column={column} />}
      <VisuallyHidden>, {countedItems(items) || 'no work'}</VisuallyHidden>
    </button>
  )
}

const notes = { plain: '', nearly: ', nearly full', over: ', too much' }

function Planned({ person, column }: Pick<Props, 'person' | 'column'>) {
  const { items, week } = workIn(person, column)
  if (!week) return null
  // These have no hours. The button's last words name them, too.
  const tasks = countedItems(items.filter(({ type }) => type === 'task'))
  const tone = loadTone(week)
  const hours = roundedHours(hoursIn(week))
  const overdue = overdueInWords(week)
  const away = awayInWeek(person.absences, week)
  return (
    <>
      <span className={styles.hours} data-is-nothing={week.planned === 0}>
        <span>
          {week.planned === 0 && items.length === 0 && hours > 0 && <VisuallyHidden>Nothing planned: </VisuallyHidden>}
          {hours > 0 ? (
            <>
              {week.planned}
              <span aria-hidden> / </span>
              <VisuallyHidden> of </VisuallyHidden>
              {hours} h
            </>
          ) : (
            weekInShort(week)
          )}
        </span>
        {tone === 'over' && <IconAlertTriangleFilled size={14} aria-hidden />}
        {tone === 'nearly' && <IconAlertCircle size={14} aria-hidden />}
        <VisuallyHidden>{notes[tone]}</VisuallyHidden>
      </span>
      {hours > 0 && (
        <span className={styles.bar} style={{ '--share': Math.min(1, week.planned / hours) } as CSSProperties} aria-hidden />
      )}
      {tasks && (
        <span className={styles.away} aria-hidden>
          {tasks}
        </span>
      )}
      {overdue && (
        <span className={styles.overdue}>
          <VisuallyHidden>, </VisuallyHidden>
          {overdue}
        </span>
      )}
      {away && hours > 0 && (
        <span className={styles.away}>
          <VisuallyHidden>, </VisuallyHidden>
          {away}
        </span>
      )}
    </>
  )
}

function Undated({ person, column }: Pick<Props, 'person' | 'column'>) {
  const { items, hours } = workIn(person, column)
  return (
    <span className={styles.hours} data-is-nothing={items.length === 0}>
      {items.length === 0 ? '–' : hours > 0 ? `${hours} h` : 'No estimate'}
    </span>
  )
}
