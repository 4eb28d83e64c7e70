import { addDays, daysBetween, hoursIn, nearlyFull, type WeekCapacity } from 'contract'

/** The week without its days, which say whether it is a whole one. */
type Hours = Omit<WeekCapacity, 'from' | 'until'>

type WeekTone = 'free' | 'nearly' | 'over'

/** How full a week is. Work in a week without working time is too much. */
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

/** `12 of 16 h`, or why there is no working time: `Away all week`, `Away`, `Holidays`, `No working days`. */
export function weekInShort(week: WeekCapacity) {
  const hours = hoursIn(week)
  if (hours > 0 || week.planned > 0) return `${plainHours(week.planned)} of ${plainHours(hours)} h`
  if (week.scheduled === 0) return 'No working days'
  if (week.leave === 0) return 'Holidays'
  return isWhole(week) ? 'Away all week' : 'Away'
}

const isWhole = ({ from, until }: WeekCapacity) => daysBetween(from, until) >= 6

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
  return `${plainHours(week.planned)} h ${week.planned === 1 ? 'is' : 'are'} planned, ${share}.`
}

export const nameOfWeek = (index: number) => (index === 0 ? 'This week' : 'Next week')

/** Days from today. */
const soon = 14

/** The first absence that is now or begins within two weeks. */
export const absenceSoon = <Period extends { from: string; to: string }>(absences: readonly Period[], today: string) =>
  absences.find(({ from, to }) => to >= today && from <= addDays(today, soon))

/** `3 subtasks without an estimate`. */
export const missingInWords = (count: number) => `${count} ${count === 1 ? 'subtask' : 'subtasks'} without an estimate`
