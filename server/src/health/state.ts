import { type HealthState, messages, type ProjectStatus, soonDays } from 'contract'
import { dueInWords, inTenths, workingHours } from '../capacity/hours.ts'
import { dayInWords } from '../tenants/dates.ts'

/** The open estimated hours of one person that are due on one date. */
export type DueHours = { person: number; full_name: string; due_date: string; hours: number }

type Facts = {
  status: ProjectStatus
  end_date: string | null
  overdue: number
  /** Tasks and subtasks to do that are due within `soonDays`. */
  unstarted: number
  due_hours: readonly DueHours[]
}

/** More names would make no reason clearer. */
const mostNamed = 2

/**
 * The state of a project by the rule of `ProjectHealth`, with the reason in words. Only those who plan work read who has too much of it;
 * others read it about themselves.
 */
export function stateOf(
  { status, end_date, overdue, unstarted, due_hours }: Facts,
  today: string,
  { planner, id }: { planner: boolean; id: number } = { planner: true, id: 0 },
) {
  if (isResting(status)) return { state: 'on_track' as HealthState, reason: '' }
  const delays = messages(
    end_date !== null && end_date < today && `End date ${dayInWords(end_date)} has passed`,
    overdue > 0 && `${overdue} overdue`,
  )
  const overloads = overloadsIn(due_hours, today)
  const readable = planner ? overloads.slice(0, mostNamed) : overloads.filter(({ person }) => person === id)
  const risks = messages(
    ...readable.map(
      ({ full_name, hours, until }) => `${full_name} has ${inTenths(hours)} h of work due ${dueInWords(until, today)}`,
    ),
    overloads.length > 0 && readable.length === 0 && 'More work is due than fits',
    unstarted > 0 && `${unstarted} due within ${soonDays} days and not started`,
  )
  const state: HealthState = delays.length ? 'late' : risks.length ? 'at_risk' : 'on_track'
  return { state, reason: [...delays, ...risks].join('; ') }
}

/** Nobody is expected to work on such a project. */
const isResting = (status: ProjectStatus) => status === 'completed' || status === 'on_hold'

/** The people with more hours than fit, each with the date that exceeds most, the worst first. */
function overloadsIn(dueHours: readonly DueHours[], today: string) {
  const people = Map.groupBy(dueHours, ({ person }) => person)
  return [...people.values()].flatMap((own) => worstOf(own, today) ?? []).sort((a, b) => b.excess - a.excess)
}

function worstOf(own: readonly DueHours[], today: string) {
  let hours = 0
  let worst: { person: number; full_name: string; hours: number; until: string; excess: number } | undefined
  for (const { person, full_name, due_date, hours: due } of own.toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))) {
    hours = inTenths(hours + due)
    const excess = inTenths(hours - workingHours(today, due_date))
    // Overdue work has to be done before the next date, but its own date can't be kept any more.
    if (due_date >= today && excess > (worst?.excess ?? 0)) worst = { person, full_name, hours, until: due_date, excess }
  }
  return worst
}
