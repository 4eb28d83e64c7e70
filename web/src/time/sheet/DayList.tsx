import { useState } from 'react'
import { useToday } from '../../session/today.ts'
import { clockOf } from '../duration.ts'
import { workIdOf } from '../running.ts'
import { dayInWords, daysOf, dayTotal, type SheetCells, type SheetRow, shortWeekday } from '../week.ts'
import styles from './DayList.module.css'
import { moveBetweenCells } from './grid.ts'
import { SheetCellOf, type SheetOptions } from './SheetCellOf.tsx'
import { RowHead } from './WeekTable.tsx'

type Props = { week: string; rows: readonly SheetRow[]; cells: SheetCells; options: SheetOptions }

/** A week on a narrow screen: one day at a time, and a button for each of the others. */
export function DayList({ week, rows, cells, options }: Props) {
  const days = daysOf(week)
  const today = useToday()
  const [chosen, choose] = useState<string>()
  const day = days.find((each) => each === chosen) ?? days.find((each) => each === today) ?? week
  const total = days.reduce((sum, each) => sum + dayTotal(rows, each, cells), 0)
  // Rows that neither have time nor take any are left out.
  const shown = rows.filter((row) => !options.reasonFor(row, day) || dayTotal([row], day, cells) > 0)
  return (
    <section aria-label={options.name}>
      <div className={styles.days}>
        {days.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.day}
            aria-pressed={each === day}
            data-is-today={each === today || undefined}
            onClick={() => choose(each)}
          >
            <span>{shortWeekday(each)}</span>
            <span className={styles.date}>{Number(each.slice(8))}</span>
            <span className={styles.sum}>{clockOf(dayTotal(rows, each, cells))}</span>
          </button>
        ))}
      </div>
      <h3 className={styles.heading}>{dayInWords(day)}</h3>
      <ul onKeyDown={moveBetweenCells}>
        {shown.map((row, index) => (
          <li key={workIdOf(row)} className={styles.row} data-row={workIdOf(row)}>
            <RowHead row={row} hasTimer={options.mayTime(row)} />
            <div className={styles.cell}>
              <SheetCellOf key={day} row={row} day={day} cells={cells} at={`${index} 0`} options={options} />
            </div>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="dimmed">No time on this day.</p>}
      <p className={styles.total}>
        <span>Week</span>
        <span>{clockOf(total)}</span>
      </p>
    </section>
  )
}
