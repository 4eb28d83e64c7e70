import { daysFromTo, type LeaveEntryKind, type LeavePeriod, type LeaveRequest, type LeaveStatus } from 'contract'

/** Half days in words: `half a day`, `1 day`, `12.5 days`. */
export function daysInWords(halves: number) {
  if (halves === 1) return 'half a day'
  return halves === 2 ? '1 day' : `${plainDays(halves)} days`
}

/** Half days as a number of days: `0.5`, `−3`. */
export const plainDays = (halves: number) => `${halves < 0 ? '−' : ''}${Math.abs(halves) / 2}`

/** Half days as a change of a balance: `+12.5`, `−3`. */
export const signedDays = (halves: number) => (halves > 0 ? `+${halves / 2}` : plainDays(halves))

export const statusNames: Readonly<Record<LeaveStatus, string>> = {
  pending: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  cancelled: 'Cancelled',
}

export const entryNames: Readonly<Record<LeaveEntryKind, string>> = {
  grant: 'Granted',
  expiry: 'Expired',
  correction: 'Corrected',
  taken: 'Taken',
  returned: 'Returned',
}

/** More names than these are a number. */
const mostNames = 2

/** `Waits for Pam Porter or Hana Hill`; undefined if it waits for nobody. */
export function waitInWords({ waits_for, stage }: Pick<LeaveRequest, 'waits_for' | 'stage'>) {
  if (stage === null) return undefined
  const names = waits_for.map(({ full_name }) => full_name)
  if (names.length === 0) return 'Waits for HR'
  const others = names.length - mostNames
  if (others <= 0) return `Waits for ${names.join(' or ')}`
  return `Waits for ${names.slice(0, mostNames).join(', ')} or ${others === 1 ? '1 other' : `${others} others`}`
}

/** Tells if a day lies in a period, and which half of it is free where only one is. */
export function shareOf({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod, day: string) {
  if (day < from || day > to) return undefined
  if (day === from && starts_at_noon) return 'afternoon'
  return day === to && ends_at_noon ? 'morning' : 'day'
}

/** The days of a period, one by one. */
export const daysOfPeriod = ({ from, to }: Pick<LeavePeriod, 'from' | 'to'>) => daysFromTo(from, to)
