import { VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { useToday } from '../../session/today.ts'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { clockOf } from '../duration.ts'
import { pageOf, workIdOf } from '../running.ts'
import { TimerButton } from '../TimerButton.tsx'
import { dayInWords, daysOf, dayTotal, rowTotal, type SheetCells, type SheetRow, shortWeekday } from '../week.ts'
import { moveBetweenCells } from './grid.ts'
import { SheetCellOf, type SheetOptions } from './SheetCellOf.tsx'
import styles from './WeekTable.module.css'

type Props = { week: string; rows: readonly SheetRow[]; cells: SheetCells; options: SheetOptions }

/** A week as a table: a row for each task or subtask, a column for each day. */
export function WeekTable({ week, rows, cells, options }: Props) {
  const days = daysOf(week)
  const today = useToday()
  const total = days.reduce((sum, day) => sum + dayTotal(rows, day, cells), 0)
  return (
    <table className={styles.table} aria-label={options.name} onKeyDown={moveBetweenCells}>
      <thead>
        <tr>
          <th scope="col">Work</th>
          {days.map((day) => (
            <th key={day} scope="col" data-is-today={day === today || undefined} aria-label={dayInWords(day)}>
              {shortWeekday(day)} <span className={styles.date}>{Number(day.slice(8))}</span>
            </th>
          ))}
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={workIdOf(row)} data-row={workIdOf(row)}>
            <th scope="row">
              <RowHead row={row} hasTimer={options.mayTime(row)} />
            </th>
            {days.map((day, column) => (
              <td key={day} data-is-today={day === today || undefined}>
                <SheetCellOf row={row} day={day} cells={cells} at={`${index} ${column}`} options={options} />
              </td>
            ))}
            <td className={styles.total}>
              <button type="button" title="All time" onClick={() => options.open(row)}>
                <VisuallyHidden>All time on {row.key}: </VisuallyHidden>
                {clockOf(rowTotal(row, days, cells))}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {days.map((day) => (
            <td key={day} data-is-today={day === today || undefined}>
              {clockOf(dayTotal(rows, day, cells))}
            </td>
          ))}
          <td>
            <VisuallyHidden>Week: </VisuallyHidden>
            {clockOf(total)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The work of a row, which leads to its page, and its project. */
export const RowHead = ({ row, hasTimer }: { row: SheetRow; hasTimer: boolean }) => {
  const { project_name, title } = row
  return (
    <div className={styles.head}>
      <div className={styles.names}>
        <Link className={styles.link} to={pageOf(row)} title={title}>
          <WorkKey of={row} /> {title}
        </Link>
        <span className={`fine truncate ${styles.project}`} title={project_name}>
          {project_name}
        </span>
      </div>
      {hasTimer && <TimerButton of={row} />}
    </div>
  )
}
