import { daysBetween, type Me } from 'contract'
import { formatDate } from '../ui/text/dates.ts'

/** Days before the end. */
const nearFrom = 10
const paidTimeFrom = 7

/**
 * The announcement of the trial's end, or of the paid time's end in its last week. `today` is in the workspace's time zone.
 * Undefined once it is over: only the server decides that.
 */
export function endingOf({ on_trial, open_until }: Pick<NonNullable<Me['tenant']>, 'on_trial' | 'open_until'>, today: string) {
  if (!open_until) return undefined
  const days = daysBetween(today, open_until)
  if (days < 0 || (!on_trial && days > paidTimeFrom)) return undefined
  const what = on_trial ? 'free trial' : 'paid time'
  const isNear = days <= nearFrom
  if (days === 0)
    return {
      isNear,
      words: `Today is the last day of your ${what}`,
      afterwards: 'Nothing is deleted; from tomorrow the workspace pauses until you pay.',
    }
  const when = days === 1 ? 'tomorrow' : `in ${days} days`
  return {
    isNear,
    words: `Your ${what} ends ${when}`,
    date: formatDate(open_until),
    afterwards: 'Nothing is deleted then; the workspace pauses until you pay.',
  }
}
