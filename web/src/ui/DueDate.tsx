import { Text } from '@mantine/core'
import { IconAlertCircle, IconCalendar, IconClock } from '@tabler/icons-react'
import { dueOf, formatDate } from './dates.ts'

const looks = {
  overdue: { color: 'var(--mantine-color-error)', Icon: IconAlertCircle },
  soon: { color: 'var(--mantine-color-yellow-text)', Icon: IconClock },
  later: { color: 'dimmed', Icon: IconCalendar },
}

type Props = { date: string | null; today: string; isDone?: boolean }

/** A due date, worded and coloured when it is overdue or soon; plain when done, `N/A` without one. */
export function DueDate({ date, today, isDone = false }: Props) {
  const due = date && !isDone ? dueOf(date, today) : { tone: 'later' as const, words: formatDate(date) }
  const { color, Icon } = looks[due.tone]
  return (
    <Text component="span" size="xs" c={color} className="tabular" title={formatDate(date)}>
      {date && <Icon size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />}
      {due.words}
    </Text>
  )
}
