import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCalendar, IconClock } from '@tabler/icons-react'
import { dueOf, formatDate } from './dates.ts'

const looks = {
  overdue: { color: 'var(--mantine-color-error)', Icon: IconAlertCircle },
  soon: { color: 'var(--mantine-color-yellow-text)', Icon: IconClock },
  later: { color: 'var(--mantine-color-dimmed)', Icon: IconCalendar },
}

type Props = {
  date: string | null
  today: string
  isDone?: boolean
  /** Under a heading 'Overdue' only the days are visible. */
  isUnderHeading?: boolean
}

/** The words of a due date: relative to today if it is overdue or soon; `N/A` if null. */
export const dueWords = (date: string | null, today: string, isDone = false) =>
  date && !isDone ? dueOf(date, today).words : formatDate(date)

/** A due date, worded and coloured if it is overdue or soon; plain if done, `N/A` if null. */
export function DueDate({ date, today, isDone = false, isUnderHeading = false }: Props) {
  const due = date && !isDone ? dueOf(date, today) : { tone: 'later' as const, words: formatDate(date) }
  const { color, Icon } = looks[due.tone]
  return (
    <span className="tabular" style={{ color, fontSize: 'var(--text-fine)' }} title={formatDate(date)}>
      {date && <Icon size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 'var(--space-1)' }} />}
      {isUnderHeading && due.tone === 'overdue' ? <Days>{due.words}</Days> : due.words}
    </span>
  )
}

function Days({ children }: { children: string }) {
  const [first = '', ...rest] = children.split(' ')
  return (
    <>
      <VisuallyHidden>{first} </VisuallyHidden>
      {rest.join(' ')}
    </>
  )
}
