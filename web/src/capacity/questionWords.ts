import { dayAndMonth } from '../ui/text/dates.ts'
import type { Collision, Taker } from './collisions.ts'
import { plainHours } from './week.ts'
import { awayInShort } from './words.ts'

/** `“Contact form” is due on 3 Dec.` */
export function dueInWords({ work: { title, due_date } }: Pick<Collision, 'work'>, today: string) {
  const year = due_date.slice(0, 4)
  const day = `${dayAndMonth(due_date)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
  return `“${title}” ${due_date === today ? 'is due today' : due_date < today ? `was due on ${day}` : `is due on ${day}`}.`
}

/** `Dana Reyes is away 1–7 Dec.` */
export const absenceInWords = (name: string, { absence }: Pick<Collision, 'absence'>, today: string) =>
  `${name} is away ${awayInShort(absence, today)}.`

/** `12 h planned, 28 h free that week`; empty where that is not known. */
export function takerInWords({ hours }: Pick<Taker, 'hours'>, days: number) {
  if (!hours) return ''
  const rest = hours.free < 0 ? `${plainHours(-hours.free)} h too much` : `${plainHours(hours.free)} h free`
  return `${plainHours(hours.planned)} h planned, ${rest} ${days === 1 ? 'that week' : 'then'}`
}

/** The collisions by absence. */
export const byAbsence = (collisions: readonly Collision[]) =>
  [...Map.groupBy(collisions, ({ work, absence }) => `${work.person} ${absence.from} ${absence.to}`).values()].flatMap(
    ([first, ...others]) => (first ? [[first, ...others] as const] : []),
  )
