import '@mantine/dates/styles.layer.css'
import { Button, Group } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { use } from 'react'
import { FirstDayContext } from './firstDay.ts'

export type CalendarProps = {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  /** In the workspace, which may be on another day than the browser. */
  today: string
  min: string | undefined
  max?: string | undefined
  choose: (date: string) => void
}

const ariaLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
}
// Escape then closes the calendar, and not the dialog that it belongs to.
const keepsEscape = { 'data-mantine-stop-propagation': 'true' }

/** A month of days. Loaded on demand. */
export function Calendar({ value, today, min, max, choose }: CalendarProps) {
  const wanted = value || today
  // A day before the first that can be chosen takes no focus.
  const start = min && wanted < min ? min : wanted
  return (
    <>
      <DatePicker
        value={value || null}
        defaultDate={start}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        allowDeselect={false}
        hideOutsideDates
        firstDayOfWeek={use(FirstDayContext)}
        // Red means overdue here, and nothing else.
        weekendDays={[]}
        ariaLabels={ariaLabels}
        __stopPropagation
        onChange={(date) => choose(date ?? '')}
        getDayProps={(date) => ({
          'data-autofocus': date === start || undefined,
          'data-today': date === today || undefined,
          'data-highlight-today': date === today || undefined,
          ...(date === today && date !== value && { c: 'var(--mantine-primary-color-light-color)', fw: 'var(--weight-bold)' }),
          'aria-current': date === today ? 'date' : undefined,
          'aria-pressed': date === value,
        })}
      />
      <Group justify="space-between" mt="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          {...keepsEscape}
          disabled={min !== undefined && today < min}
          onClick={() => choose(today)}
        >
          Today
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" {...keepsEscape} onClick={() => choose('')}>
          Clear
        </Button>
      </Group>
    </>
  )
}
