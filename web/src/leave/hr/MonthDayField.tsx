import { Input, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { monthNames } from '../../ui/text/dates.ts'
import styles from './LeaveTypes.module.css'

type Props = {
  label: string
  /** The choice of no day. */
  none: string
  /** `MM-DD`, or empty. */
  value: string
  onChange: (day: string) => void
  error?: React.ReactNode
}

const two = (number: number) => String(number).padStart(2, '0')
/** In a year that is no leap year: the day is there in every year. */
const daysIn = (month: number) => new Date(Date.UTC(2001, month, 0)).getUTCDate()

/** A day of the year, which may be none. */
export function MonthDayField({ label, none, value, onChange, error }: Props) {
  const id = useId()
  const [month = 0, day = 1] = value ? value.split('-').map(Number) : []
  const choose = (nextMonth: number, nextDay: number) =>
    onChange(nextMonth === 0 ? '' : `${two(nextMonth)}-${two(Math.min(nextDay, daysIn(nextMonth)))}`)
  const days = Array.from({ length: month === 0 ? 0 : daysIn(month) }, (_, index) => String(index + 1))
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <fieldset aria-labelledby={id} className={styles.monthDay}>
        {month > 0 && (
          <NativeSelect
            aria-label="Day"
            data={days}
            value={String(day)}
            onChange={({ currentTarget }) => choose(month, Number(currentTarget.value))}
          />
        )}
        <NativeSelect
          aria-label="Month"
          className={styles.month}
          data={[{ value: '0', label: none }, ...monthNames.map((name, index) => ({ value: String(index + 1), label: name }))]}
          value={String(month)}
          // The last day of the month is what most mean.
          onChange={({ currentTarget }) => choose(Number(currentTarget.value), month === 0 ? 31 : day)}
        />
      </fieldset>
    </Input.Wrapper>
  )
}
