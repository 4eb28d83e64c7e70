import { formatMoment } from '../ui/text/dates.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })

/** A moment to come as `Fri 28 Nov 2026, 14:00` in the browser's time zone. */
export const momentInWords = (timestamp: string) => `${weekday.format(new Date(timestamp))} ${formatMoment(timestamp)}`

/** A moment to come as `28 Nov, 14:00` in the browser's time zone, for where there is little room. */
export function shortMoment(timestamp: string) {
  const moment = formatMoment(timestamp)
  return `${moment.slice(0, 6)}, ${moment.slice(-5)}`
}

/** The days for which an applicant has been in a stage: `Since today`, `1 day`, `12 days`. */
export function timeInStage(days: number) {
  if (days <= 0) return 'Since today'
  return days === 1 ? '1 day' : `${days} days`
}

/** `1 rating`, `2 ratings`. */
export const countedRatings = (count: number) => `${count} ${count === 1 ? 'rating' : 'ratings'}`

/** The answers to the question whether somebody should be hired, from one star to five. */
export const starNames = ['Strong no', 'No', 'Undecided', 'Yes', 'Strong yes'] as const

/** `4 of 5 stars: Yes`. */
export const starsInWords = (stars: number) => `${stars} of 5 stars: ${starNames[stars - 1] ?? ''}`

export const applicationAddress = (id: number) => `/recruiting/applications/${id}`

/** The name of an applicant, or what stands in its place. */
export const applicantName = (full_name: string) => full_name || 'Applicant whose data has been removed'
