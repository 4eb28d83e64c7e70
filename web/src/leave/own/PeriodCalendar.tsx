import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { api } from 'contract'
import { use, useMemo } from 'react'
import { useData } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { FirstDayContext } from '../../ui/form/firstDay.ts'
import { dayAndMonth } from '../../ui/text/dates.ts'
import { useHolidaysOf } from '../read.ts'
import { markedDays, marksOf } from './days.ts'
import marks from './PeriodCalendar.module.css'

type Props = {
  person_id: number
  /** The first and the last day; empty until they are chosen. */
  period: readonly [from: string, to: string]
  choose: (period: [from: string, to: string]) => void
}

const ariaLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
}

/** A calendar on which a period is chosen. It marks weekends, public holidays and days that are taken already. */
export function PeriodCalendar({ person_id, period: [from, to], choose }: Props) {
  const today = useToday()
  const year = Number(today.slice(0, 4))
  const marked = useMarks(person_id, [year - 1, year, year + 1])
  return (
    <>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={[from || null, to || null]}
        onChange={([first, last]) => choose([first ?? '', last ?? ''])}
        defaultDate={from || today}
        minDate={`${year - 1}-01-01`}
        maxDate={`${year + 1}-12-31`}
        maxLevel="year"
        firstDayOfWeek={use(FirstDayContext)}
        weekendDays={[]}
        hideOutsideDates
        fullWidth
        ariaLabels={ariaLabels}
        classNames={{ day: marks.day }}
        getDayAriaLabel={(date) =>
          [`${dayAndMonth(date)} ${date.slice(0, 4)}`, marksOf(marked, date).words].filter(Boolean).join(', ')
        }
        getDayProps={(date) => {
          const { words, ...attributes } = marksOf(marked, date)
          return {
            ...attributes,
            title: words || undefined,
            'data-is-today': date === today || undefined,
            'aria-current': date === today ? 'date' : undefined,
            'aria-pressed': from !== '' && date >= from && date <= (to || from),
          }
        }}
      />
      <ul className={marks.legend} aria-hidden>
        <li data-is-weekend>Weekend</li>
        <li data-is-holiday>Public holiday</li>
        <li data-is-taken>Already requested</li>
      </ul>
    </>
  )
}

function useMarks(person_id: number, years: readonly number[]) {
  const { id: me } = useMe()
  const holidays = useHolidaysOf(person_id, years)
  const { results } = useData(api.leave.list, {
    query: person_id === me ? { show: 'own', limit: '200' } : { show: 'all', person: String(person_id), limit: '200' },
  })
  const taken = useMemo(() => markedDays(results), [results])
  return { holidays, taken }
}
