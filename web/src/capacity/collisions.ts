// Work that is due while its assignee is away, and what to do instead.
import { addDays, hoursIn, isAssignable, type Member, type PersonCapacity } from 'contract'

type Capacities = readonly PersonCapacity[]
type AwayPeriod = PersonCapacity['absences'][number]

/** Work with its assignee and due date as they will be. */
export type ForeseenWork = { title: string; person: number; due_date: string }

/** `day` is that of the due date; for what is overdue, today. */
export type Collision<Work extends ForeseenWork = ForeseenWork> = { work: Work; day: string; absence: AwayPeriod }

const absenceOn = (absences: readonly AwayPeriod[], day: string) => absences.find(({ from, to }) => from <= day && day <= to)

/** The work that is due while its assignee is away. Nobody is known to be away without capacities. */
export const collisionsIn = <Work extends ForeseenWork>(work: readonly Work[], capacities: Capacities, today: string) =>
  work.flatMap((one): Collision<Work>[] => {
    const day = one.due_date < today ? today : one.due_date
    const absence = absenceOn(absencesOf(capacities, one.person), day)
    return absence ? [{ work: one, day, absence }] : []
  })

const absencesOf = (capacities: Capacities, person_id: number) =>
  capacities.find(({ person }) => person === person_id)?.absences ?? []

export type Taker = {
  id: number
  full_name: string
  /** Hours in the weeks of these days. Null where they are not known. */
  hours: { planned: number; free: number } | null
}

const mostTakers = 2

type Team = { members: readonly Pick<Member, 'role' | 'employee'>[]; capacities: Capacities }

/** The two developers who are there on these days and have the most hours free in their weeks. `except` are others. */
export function takersOn(days: readonly string[], { members, capacities }: Team, except: ReadonlySet<number>): Taker[] {
  const found = members.filter(isAssignable).flatMap(({ role, employee: { id, full_name } }) => {
    const known = capacities.find(({ person }) => person === id)
    if (role !== 'developer' || except.has(id) || !known) return []
    if (days.some((day) => absenceOn(known.absences, day))) return []
    const isIn = (day: string) => known.weeks.find(({ from, until }) => from <= day && day <= until)
    const weeks = known.weeks.filter((week) => days.some((day) => isIn(day) === week))
    if (weeks.some((week) => hoursIn(week) === 0)) return []
    const hours = days.every(isIn) ? sumOf(weeks) : null
    return [{ id, full_name, hours, free: (hours ?? sumOf(known.weeks)).free }]
  })
  return found
    .sort((a, b) => b.free - a.free)
    .slice(0, mostTakers)
    .map(({ free: _, ...taker }) => taker)
}

const sumOf = (weeks: PersonCapacity['weeks']) => {
  const planned = weeks.reduce((sum, week) => sum + week.planned, 0)
  return { planned, free: weeks.reduce((sum, week) => sum + hoursIn(week), 0) - planned }
}

/** How far to look for a working day. */
const longestSearch = 60

type Search = {
  collisions: readonly Collision[]
  capacities: Capacities
  today: string
  /** Whether all of these people work on that day. */
  isWorkday: (day: string) => boolean
}

/** The last working day before the absences and the first one after them. None before today. */
export function proposedDays({ collisions, capacities, today, isWorkday }: Search) {
  const absences = collisions.flatMap(({ work }) => absencesOf(capacities, work.person))
  const first = collisions.reduce((day, { absence }) => (absence.from < day ? absence.from : day), '9999-12-31')
  const last = collisions.reduce((day, { absence }) => (absence.to > day ? absence.to : day), '')
  const isFree = (day: string) => isWorkday(day) && !absenceOn(absences, day)
  const search = (from: string, step: 1 | -1) =>
    Array.from({ length: longestSearch }, (_, n) => addDays(from, step * (n + 1))).find(isFree)
  const [before, after] = collisions.length > 0 ? [search(first, -1), search(last, 1)] : []
  return [before, after].filter((day) => day !== undefined && day >= today) as string[]
}

/** Whether somebody of these is away on that day. */
export const isSomebodyAway = (collisions: readonly Collision[], capacities: Capacities, day: string) =>
  collisions.some(({ work }) => absenceOn(absencesOf(capacities, work.person), day))
