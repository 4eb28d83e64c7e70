import { Anchor, Title } from '@mantine/core'
import { api } from 'contract'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { ownRequests } from '../../capacity/own.ts'
import { dayInWords, periodInWords } from '../../capacity/words.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { useHolidaysOf, useLeaveTypes } from '../read.ts'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords } from '../words.ts'
import { nextDaysOff } from './days.ts'
import styles from './MyLeave.module.css'

/** Approved leave and public holidays to come. */
export function NextDaysOff() {
  const { id } = useMe()
  const today = useToday()
  const types = useLeaveTypes()
  const year = Number(today.slice(0, 4))
  const holidays = useHolidaysOf(id, [year, year + 1])
  const { results } = useData(api.leave.list, ownRequests())
  const rows = nextDaysOff({ requests: results, holidays: [...holidays.values()], today })
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="next-days-off">
      <Title order={2} id="next-days-off" mb="xs">
        Next Days Off
      </Title>
      <ul className={styles.list} aria-labelledby="next-days-off">
        {rows.map((row) => {
          if (!('from' in row))
            return (
              <li key={row.day} className={styles.dayOff}>
                <span className="tabular">{dayInWords(row.day, today)}</span>
                <span>{row.name}</span>
                <span className="dimmed">{row.is_half ? 'Public holiday, from noon' : 'Public holiday'}</span>
              </li>
            )
          const type = row.details && types.get(row.details.type)
          return (
            <li key={`leave ${row.id}`} className={styles.dayOff}>
              <Anchor component={Link} inherit to={`/leave/${row.id}`} className="tabular">
                {periodInWords(row, today)}
              </Anchor>
              {type ? <TypeMark type={type} /> : <span>Leave</span>}
              <span className="dimmed">{daysInWords(row.half_days)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
