import { dateFormat, isDate, problemOf, type TimeEntry, timeProblems, timeRules } from 'contract'
import { clockOf, readTime } from '../duration.ts'
import { isOpenDay } from '../week.ts'

type EntryValues = {
  /** `YYYY-MM-DD`, or empty. */
  day: string
  /** As it is typed. */
  minutes: string
  note: string
}

function dayProblem(day: string, today: string) {
  if (!isDate(day)) return dateFormat
  if (day > today) return timeProblems.future
  return isOpenDay(day, today) ? undefined : timeProblems.tooOld
}

export const entryForm = {
  blank: { day: '', minutes: '', note: '' } as EntryValues,
  from: ({ day, minutes, note }: TimeEntry): EntryValues => ({ day, minutes: clockOf(minutes), note }),
  toBody: ({ day, minutes, note }: EntryValues) => ({ day, minutes: readTime(minutes).minutes ?? 0, note: note.trim() }),
  /** `today` is the workspace's. */
  problems: ({ day, minutes, note }: EntryValues, { today }: { today: string }) => ({
    day: dayProblem(day, today),
    minutes: readTime(minutes).problem,
    note: problemOf(timeRules.note, note),
  }),
}
