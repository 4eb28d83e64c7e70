import { IconAlertTriangle, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react'
import { daysBetween, expiryReminders } from 'contract'
import { formatDate } from '../../ui/text/dates.ts'
import marks from '../../ui/theme/badges.module.css'

type Expiry = { tone: 'red' | 'yellow' | 'plain'; words: string }

/** A document is valid on the day itself. */
export function expiryOf(day: string, today: string): Expiry {
  const days = daysBetween(today, day)
  if (days < 0) return { tone: 'red', words: `Expired ${formatDate(day)}` }
  if (days === 0) return { tone: 'yellow', words: 'Expires today' }
  if (days === 1) return { tone: 'yellow', words: 'Expires tomorrow' }
  if (days <= expiryReminders[0]) return { tone: 'yellow', words: `Expires in ${days} days` }
  return { tone: 'plain', words: `Valid until ${formatDate(day)}` }
}

const icons = { red: IconAlertTriangle, yellow: IconClockExclamation, plain: IconCircleCheck }

/** Until when a document is valid, marked if that is soon or over. */
export function Expiry({ day, today }: { day: string; today: string }) {
  const { tone, words } = expiryOf(day, today)
  const Icon = icons[tone]
  return (
    <span className={marks.mark} data-tone={tone} title={formatDate(day)}>
      <Icon size={14} stroke={2.25} aria-hidden />
      {words}
    </span>
  )
}
