import { defaultSchedule, durationInWords, type WorkingSchedule } from 'contract'
import { clockOf } from '../../time/duration.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const shortDay = (weekday: string) => weekday.slice(0, 3)

/** The schedule that is in force on a day; undefined before the first, when it is the default one. The list begins with the earliest. */
export const scheduleOn = (schedules: readonly WorkingSchedule[], day: string) => schedules.findLast(({ from }) => from <= day)

export const minutesOn = (schedules: readonly WorkingSchedule[], day: string) =>
  scheduleOn(schedules, day)?.minutes ?? defaultSchedule

/** Hours as people type them: `8`, `7.5`, and `7:35` where a decimal would be longer. */
export const hoursText = (minutes: number) => (minutes % 6 === 0 ? String(minutes / 60) : clockOf(minutes))

const sumOf = (minutes: readonly number[]) => minutes.reduce((sum, each) => sum + each, 0)

/** `40 h a week`. */
export const weekLength = (minutes: readonly number[]) => `${durationInWords(sumOf(minutes))} a week`

/** `Mon–Fri 8 h, Sat 4 h`: days with the same time in a row are one entry, and days off are left out. */
export function daysInWords(minutes: readonly number[]) {
  const runs: { first: number; last: number; minutes: number }[] = []
  for (const [day, each] of minutes.entries()) {
    const run = runs.at(-1)
    if (run && run.minutes === each) run.last = day
    else runs.push({ first: day, last: day, minutes: each })
  }
  const nameOf = (day: number) => shortDay(weekdays[day] ?? '')
  return runs
    .filter((run) => run.minutes > 0)
    .map(({ first, last, minutes: each }) => {
      const days = first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`
      return `${days} ${durationInWords(each)}`
    })
    .join(', ')
}
