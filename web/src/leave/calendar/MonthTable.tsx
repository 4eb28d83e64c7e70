import { VisuallyHidden } from '@mantine/core'
import type { Absence, DayOff } from 'contract'
import { type CSSProperties, memo } from 'react'
import { Link } from 'react-router'
import { periodInWords } from '../../capacity/words.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { useLeaveTypes } from '../read.ts'
import { leaveLook } from '../TypeMark.tsx'
import { type CalendarRow, daysOfMonth, holidayInWords, monthName, placeOf, shadingOf } from './month.ts'
import styles from './TeamCalendar.module.css'

type Props = { month: string; rows: readonly CalendarRow[] }

/** People as rows, the days of a month beside them. To assistive technology each row is a list of absences in words. */
export function MonthTable({ month, rows }: Props) {
  const today = useToday()
  const days = daysOfMonth(month)
  const look = { '--days': days.length, '--shading': shadingOf(month, today) } as CSSProperties
  return (
    <table className={styles.table} style={look} aria-labelledby="month">
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">
            <VisuallyHidden>Away in {monthName(month)}</VisuallyHidden>
            <div className={styles.days} aria-hidden>
              {days.map((day) => (
                <span key={day} data-is-today={day === today || undefined}>
                  <span>{weekdays.format(Date.parse(day))}</span>
                  {Number(day.slice(8))}
                </span>
              ))}
            </div>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} month={month} today={today} />
        ))}
      </tbody>
    </table>
  )
}

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'narrow', timeZone: 'UTC' })

type RowProps = { row: CalendarRow; month: string; today: string }

const Row = memo(function Row({ row: { id, full_name, absences, holidays }, month, today }: RowProps) {
  const isMe = useMe().id === id
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>
          <Initials id={id} name={full_name} size={24} />
          <Link to={`/people/${id}`} className={styles.name} title={full_name}>
            {full_name}
          </Link>
          {isMe && <span className="dimmed">(you)</span>}
        </span>
      </th>
      <td>
        {absences.length + holidays.length > 0 && (
          <ul className={styles.track}>
            {holidays.map((holiday) => (
              <Holiday key={holiday.day} holiday={holiday} month={month} />
            ))}
            {absences.map((absence) => (
              <Bar key={`${absence.from} ${absence.starts_at_noon}`} absence={absence} month={month} today={today} />
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
})

function Holiday({ holiday, month }: { holiday: DayOff; month: string }) {
  const { day, is_half } = holiday
  const { start, end } = placeOf({ from: day, to: day, starts_at_noon: is_half, ends_at_noon: false }, month)
  const words = holidayInWords(holiday)
  return (
    <li className={styles.holiday} style={{ gridColumn: `${start} / ${end}` }} title={words}>
      <VisuallyHidden>{words}</VisuallyHidden>
    </li>
  )
}

/** Half days. A shorter bar has no room for words. */
const shortest = 5

type BarProps = { absence: Absence; month: string; today: string }

function Bar({ absence, month, today }: BarProps) {
  const type = useLeaveTypes().get(absence.type ?? 0)
  const { start, end } = placeOf(absence, month)
  const name = type?.name ?? 'Away'
  const when = periodInWords(absence, today)
  return (
    <li
      className={styles.bar}
      style={{ gridColumn: `${start} / ${end}`, ...(type && leaveLook(type.color)) }}
      title={`${name}: ${when}`}
    >
      {end - start >= shortest ? name : <VisuallyHidden>{name}</VisuallyHidden>}
      <VisuallyHidden>: {when}</VisuallyHidden>
    </li>
  )
}
