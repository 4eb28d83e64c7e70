import { addDays, hoursIn, nearlyFull, type WeekCapacity } from 'contract'

type Hours = Pick<WeekCapacity, 'scheduled' | 'holidays' | 'leave' | 'planned'>

type WeekTone = 'free' | 'nearly' | 'over'

/** How full a week is. Work that is to be done in a week without working time is too much. */
export function toneOf(week: Hours): WeekTone {
  const hours = hoursIn(week)
  if (week.planned > hours) return 'over'
  return week.planned > hours * nearlyFull ? 'nearly' : 'free'
}

/** What is planned in percent of the capacity. Undefined without any capacity. */
export function percentOf(week: Hours) {
  const hours = hoursIn(week)
  return hours > 0 ? Math.round((week.planned / hours) * 100) : undefined
}

/** Hours to one decimal: `7.5`. */
export const plainHours = (hours: number) => String(Math.round(hours * 10) / 10)

const hoursOf = (minutes: number) => `${plainHours(minutes / 60)} h`

/** `12 of 16 h`; without working time, why there is none: `Away all week`, `12 h, away all week`, `Holidays`, `No working days`. */
export function weekInShort(week: WeekCapacity) {
  const hours = hoursIn(week)
  if (hours > 0) return `${plainHours(week.planned)} of ${plainHours(hours)} h`
  const reason = week.scheduled === 0 ? 'No working days' : week.leave === 0 ? 'Holidays' : 'Away all week'
  return week.planned > 0 ? `${plainHours(week.planned)} h, ${reason.toLowerCase()}` : reason
}

/** `3 h overdue`; undefined without any. */
export const overdueInWords = ({ overdue }: Pick<WeekCapacity, 'overdue'>) =>
  overdue > 0 ? `${plainHours(overdue)} h overdue` : undefined

/** `40 h scheduled − 8 h holidays − 16 h away = 16 h. 12 h are planned, 75 %.` */
export function arithmeticOf(week: WeekCapacity) {
  const parts = [
    `${hoursOf(week.scheduled)} scheduled`,
    ...(week.holidays > 0 ? [`${hoursOf(week.holidays)} holidays`] : []),
    ...(week.leave > 0 ? [`${hoursOf(week.leave)} away`] : []),
  ]
  const sum = parts.length > 1 ? ` = ${plainHours(hoursIn(week))} h` : ''
  return `${parts.join(' − ')}${sum}. ${plannedInWords(week)}`
}

function plannedInWords(week: WeekCapacity) {
  if (week.planned === 0) return 'Nothing is planned.'
  const percent = percentOf(week)
  const share = percent === undefined ? 'which is too much' : `${percent} %`
  const done = week.done > 0 ? `, of which ${hoursAre(week.done)} done` : ''
  return `${hoursAre(week.planned)} planned, ${share}${done}.`
}

const hoursAre = (hours: number) => `${plainHours(hours)} h ${hours === 1 ? 'is' : 'are'}`

export const nameOfWeek = (index: number) => (index === 0 ? 'This week' : 'Next week')

/** Days from today. */
const soon = 14

/** The first absence that is now or begins within two weeks. */
export const absenceSoon = <Period extends { from: string; to: string }>(absences: readonly Period[], today: string) =>
  absences.find(({ from, to }) => to >= today && from <= addDays(today, soon))

/** `3 subtasks without an estimate`. */
export const missingInWords = (count: number) => `${count} ${count === 1 ? 'subtask' : 'subtasks'} without an estimate`
