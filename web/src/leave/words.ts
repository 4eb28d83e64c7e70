import type { LeaveEntryKind } from 'contract'

/** Half days in words: `half a day`, `1 day`, `12.5 days`. */
export function daysInWords(halves: number) {
  if (halves === 1) return 'half a day'
  return halves === 2 ? '1 day' : `${plainDays(halves)} days`
}

/** Half days as a number of days: `0.5`, `−3`. */
export const plainDays = (halves: number) => `${halves < 0 ? '−' : ''}${Math.abs(halves) / 2}`

/** Half days as a change of a balance: `+12.5`, `−3`. */
export const signedDays = (halves: number) => (halves > 0 ? `+${halves / 2}` : plainDays(halves))

export const entryNames: Readonly<Record<LeaveEntryKind, string>> = {
  grant: 'Granted',
  expiry: 'Expired',
  correction: 'Corrected',
  taken: 'Taken',
  returned: 'Returned',
}
