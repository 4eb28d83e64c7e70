import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { periodInWords } from '../../capacity/words.ts'
import { useToday } from '../../session/today.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import { useLeaveTypes } from '../read.ts'
import { TypeMark } from '../TypeMark.tsx'
import type { CalendarRow } from './month.ts'
import styles from './TeamCalendar.module.css'

/** The people who are away in a month, with their days: the calendar of narrow screens. */
export function AwayList({ rows }: { month: string; rows: readonly CalendarRow[] }) {
  const today = useToday()
  const types = useLeaveTypes()
  return (
    <ul className={styles.cards} aria-labelledby="month">
      {rows.map(({ id, full_name, absences }) => (
        <li key={id} className="card">
          <Initials id={id} name={full_name} size={32} />
          <div className={styles.words}>
            <Anchor component={Link} inherit to={`/people/${id}`}>
              {full_name}
            </Anchor>
            {absences.map((absence) => {
              const type = types.get(absence.type ?? 0)
              return (
                <div key={`${absence.from} ${absence.starts_at_noon}`}>
                  {periodInWords(absence, today)} {type ? <TypeMark type={type} /> : <span className="dimmed">Away</span>}
                </div>
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}
