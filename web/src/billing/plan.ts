import { addDays, daysBetween, type PaymentInfo } from 'contract'
import { formatDate } from '../ui/text/dates.ts'
import { mailAddress } from '../ui/text/links.tsx'

/** `29.00 USD` */
export const priceOf = ({ amount, currency }: Pick<PaymentInfo, 'amount' | 'currency'>) => `${amount} ${currency.toUpperCase()}`

export const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** The last day of the trial or the paid time, whichever is later; null if there is no end or neither ever began. */
export function endOf({ on_trial, trial_ends_on, paid_until }: PaymentInfo) {
  const trial_end = on_trial ? trial_ends_on : null
  return trial_end && paid_until ? latest(trial_end, paid_until) : (trial_end ?? paid_until)
}

const isTrial = (info: PaymentInfo) => info.on_trial && endOf(info) === info.trial_ends_on

/** The plan's state in words. `today` is in the workspace's time zone; the server decides whether the workspace is open. */
export function stateOf(info: PaymentInfo, today: string) {
  const end = endOf(info)
  if (!info.is_open) return { name: 'Paused', isOpen: false, words: whyClosed(info) }
  if (!end) return { name: 'Open', isOpen: true, words: 'This workspace is open without an end.' }
  const days = Math.max(0, daysBetween(today, end))
  const left = days === 0 ? 'today is the last day' : `${counted(days)} left`
  return isTrial(info)
    ? { name: 'Free trial', isOpen: true, words: `Until ${formatDate(end)}, ${left}.` }
    : { name: 'Paid', isOpen: true, words: `Paid until ${formatDate(end)}, ${left}.` }
}

/** Why the workspace is closed. */
export function whyClosed(info: PaymentInfo) {
  const end = endOf(info)
  if (!end) return `Nothing has been paid for ${info.tenant_name} yet.`
  return `The ${isTrial(info) ? 'free trial' : 'paid time'} of ${info.tenant_name} ended on ${formatDate(end)}.`
}

/** The last day open after a payment today: its days are added to those that are left. */
export function openAfterPayment(info: PaymentInfo, today: string) {
  return addDays(latest(endOf(info) ?? today, today), info.days)
}

const latest = (a: string, b: string) => (a > b ? a : b)

/** Whether a payment has arrived since the workspace was open until `before`. */
export const hasArrived = ({ is_open, on_trial, paid_until }: PaymentInfo, before: string | null) =>
  is_open && !on_trial && paid_until !== null && (before === null || paid_until > before)

/** A link that opens a new mail about the paused workspace. */
export const mailTo = (email: string, tenant_name: string) =>
  `${mailAddress(email)}?subject=${encodeURIComponent(`${tenant_name} is paused in Atrium`)}`
