import { dateFormat, isDate, scheduleProblems } from 'contract'
import { minutesIn } from '../../time/duration.ts'
import { hoursText } from './schedules.ts'

export type ScheduleValues = {
  from: string
  /** The typed time of each weekday, Monday first. */
  minutes: readonly string[]
}

/** The minutes in a typed time. A day without any is off. */
export const minutesOf = (text: string) => (text.trim() === '' ? 0 : (minutesIn(text) ?? Number.NaN))

/** The hours of each weekday from a day on. */
export const scheduleForm = {
  blank: { from: '', minutes: [] as readonly string[] },
  from: (from: string, minutes: readonly number[]): ScheduleValues => ({ from, minutes: minutes.map(hoursText) }),
  toBody: ({ minutes }: ScheduleValues) => ({ minutes: minutes.map(minutesOf) }),
  problems: ({ from, minutes }: ScheduleValues) => ({
    from: isDate(from) ? undefined : dateFormat,
    minutes: scheduleProblems(minutes.map(minutesOf))[0],
  }),
}

/** Whether a day's text alone is wrong. */
export const isWrongTime = (text: string) => !(minutesOf(text) <= 24 * 60)
