import { applicationProblems, applicationRules, dateFormat, type Interview, isDate, mostInterviewers } from 'contract'
import { textProblems } from '../../ui/form/formValue.ts'
import { todayIn } from '../../ui/text/dates.ts'

export type InterviewValues = {
  /** In the browser's time zone, as the time. */
  day: string
  /** `14:05`. */
  time: string
  minutes: string
  place: string
  agenda: string
  /** The ids of people. */
  interviewers: string[]
}

/** The moment of a day and a time in the browser's time zone; undefined if there is none. */
export function momentOf({ day, time }: Pick<InterviewValues, 'day' | 'time'>) {
  if (!isDate(day) || !/^\d\d:\d\d/.test(time)) return undefined
  const moment = new Date(`${day}T${time}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** The time of a moment in the browser's time zone, as a field for times has it. */
const timeOf = (moment: Date) => `${String(moment.getHours()).padStart(2, '0')}:${String(moment.getMinutes()).padStart(2, '0')}`

const { place, agenda } = applicationRules

export const interviewForm = {
  blank: { day: '', time: '', minutes: '60', place: '', agenda: '', interviewers: [] } as InterviewValues,
  from: ({ starts_at, minutes, interviewers, place, agenda }: Interview): InterviewValues => ({
    day: todayIn(undefined, new Date(starts_at)),
    time: timeOf(new Date(starts_at)),
    minutes: String(minutes),
    interviewers: interviewers.map(({ id }) => String(id)),
    place,
    agenda,
  }),
  toBody: ({ day, time, minutes, interviewers, ...texts }: InterviewValues) => ({
    ...texts,
    // No moment where the form has found a problem.
    starts_at: momentOf({ day, time })?.toISOString() ?? '',
    minutes: Number(minutes),
    interviewers: interviewers.map(Number),
  }),
  problems: (values: InterviewValues, { now }: { now: () => number }) => {
    const { day, time, interviewers } = values
    const moment = momentOf({ day, time })
    const isPast = moment !== undefined && moment.getTime() < now()
    return {
      day: isDate(day) ? (isPast ? applicationProblems.past : undefined) : dateFormat,
      time: isDate(day) && !moment ? 'Enter a time such as 14:00.' : undefined,
      interviewers:
        interviewers.length === 0
          ? applicationProblems.noInterviewer
          : interviewers.length > mostInterviewers
            ? applicationProblems.tooManyInterviewers
            : undefined,
      ...textProblems({ place, agenda }, values),
    }
  },
}

const lengths = [15, 30, 45, 60, 90, 120, 180, 240, 480]

/** The lengths to choose from, in minutes, with this one. */
export const lengthsWith = (minutes: number) =>
  lengths.includes(minutes) || !(minutes > 0) ? lengths : [...lengths, minutes].sort((a, b) => a - b)
