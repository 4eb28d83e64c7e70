import { Checkbox, Group, SegmentedControl, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { periodInWords } from '../../capacity/words.ts'
import { useToday } from '../../session/today.ts'
import { dayParts, type LeaveValues, noonOf, partOf } from './form.ts'
import { PeriodCalendar } from './PeriodCalendar.tsx'
import styles from './Request.module.css'

type Period = Pick<LeaveValues, 'from' | 'to' | 'starts_at_noon' | 'ends_at_noon'>
type Props = {
  person_id: number
  values: Period
  allowsHalfDays: boolean
  problems: readonly ReactNode[]
  /** All of them, because a problem of one may go with a change of another. */
  change: (days: Period) => void
}

const wholeDays = { starts_at_noon: false, ends_at_noon: false }

/** The days of a request, on a calendar, and the noons at which they begin and end. */
export function Days({ person_id, values, allowsHalfDays, problems, change }: Props) {
  const today = useToday()
  const id = useId()
  const { from, to, starts_at_noon, ends_at_noon } = values
  const shown = problems.filter(Boolean)
  return (
    <fieldset className={styles.days} aria-describedby={`${id}-chosen ${id}-problem`}>
      <legend className={styles.label}>
        Days <span aria-hidden>*</span>
      </legend>
      <PeriodCalendar
        person_id={person_id}
        period={[from, to]}
        choose={([first, last]) => change({ ...wholeDays, from: first, to: last })}
      />
      <Text inherit id={`${id}-chosen`} mt="xs" aria-live="polite" className={styles.chosen}>
        {from && to
          ? periodInWords(values, today)
          : from
            ? 'Choose the last day, or the same day again.'
            : 'Choose the first day.'}
      </Text>
      {allowsHalfDays && from && to && (
        <Noons values={values} change={(noon) => change({ from, to, starts_at_noon, ends_at_noon, ...noon })} />
      )}
      <div id={`${id}-problem`} className={styles.problem}>
        {shown.length > 0 && <div role="alert">{shown}</div>}
      </div>
    </fieldset>
  )
}

type NoonProps = { values: Period; change: (noon: Partial<Period>) => void }

const Noons = ({ values, change }: NoonProps) =>
  values.from === values.to ? (
    <SegmentedControl
      size="xs"
      mt="xs"
      aria-label="Part of the day"
      data={dayParts}
      value={partOf(values)}
      onChange={(part) => change(noonOf(part))}
    />
  ) : (
    <Group gap="var(--space-2) var(--space-4)" mt="xs">
      <Checkbox
        label="From noon on the first day"
        checked={values.starts_at_noon}
        onChange={({ currentTarget }) => change({ starts_at_noon: currentTarget.checked })}
      />
      <Checkbox
        label="Until noon on the last day"
        checked={values.ends_at_noon}
        onChange={({ currentTarget }) => change({ ends_at_noon: currentTarget.checked })}
      />
    </Group>
  )
