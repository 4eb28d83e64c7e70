// The workload of people by week: what is in which cell, what a move changes, and who has too much.
import {
  countedWork,
  daysFromTo,
  hoursIn,
  type LeavePeriod,
  nearlyFull,
  type WeekCapacity,
  type Workload,
  type WorkloadItem,
} from 'contract'
import { roundedHours } from './workloadWords.ts'

export type WorkloadPerson = Workload['people'][number]
type Week = { from: string; until: string }

/** The column of work without a date. The others are named by the first day of their week. */
export const undated = 'none'

export const cellId = (person: number, column: string) => `${person} ${column}`

/** The person and the column that a cell's id names. */
export function cellOf(id: string) {
  const [person = '', column = ''] = id.split(' ')
  return { person: Number(person), column }
}

/** The column of a due date; undefined for one after the last week. What is overdue is in the first week. */
export function columnOf(due_date: string | null, weeks: readonly Week[]) {
  if (due_date === null) return undated
  return weeks.find(({ until }) => due_date <= until)?.from
}

type LoadTone = 'plain' | 'nearly' | 'over'

/** How much of a capacity is planned. */
export function loadTone(week: WeekCapacity): LoadTone {
  const hours = hoursIn(week)
  if (week.planned > hours) return 'over'
  return week.planned > nearlyFull * hours ? 'nearly' : 'plain'
}

const hoursOf = (items: readonly WorkloadItem[]) => items.reduce((sum, { estimated_hours }) => sum + (estimated_hours ?? 0), 0)

/** What a person has in a column. `elsewhere` are the open hours of the week that are not in the manager's own projects. */
export function workIn({ items, weeks }: WorkloadPerson, column: string) {
  const shown = items.filter(({ due_date }) => columnOf(due_date, weeks) === column)
  const week = weeks.find(({ from }) => from === column)
  const dueInWeek = shown.filter(({ due_date }) => !week || (due_date ?? '') >= week.from)
  const elsewhere = week ? Math.max(0, roundedHours(week.planned - week.done - hoursOf(dueInWeek))) : 0
  return { items: shown, week, hours: roundedHours(hoursOf(shown)), elsewhere }
}

const coversDay = ({ from, starts_at_noon, to, ends_at_noon }: LeavePeriod, day: string) =>
  from <= day && day <= to && !(day === from && starts_at_noon) && !(day === to && ends_at_noon)

/** Whether somebody is away for the whole of a day. */
export const isAwayOn = (absences: readonly LeavePeriod[], day: string) => absences.some((absence) => coversDay(absence, day))

const weekdayOf = (day: string) => new Date(day).getUTCDay()
const isWorkday = (day: string) => ![0, 6].includes(weekdayOf(day))

const daysOfWeek = ({ from, until }: Week) => daysFromTo(from, until)

type Dated = { due_date: string | null; absences: readonly LeavePeriod[]; today: string }

/**
 * The day on which work is due once it is moved to a week: on the weekday that it was due on, or on the last working day on which
 * its person is there. Somebody who is away all week keeps the weekday. No day is before today.
 */
export function dueDayIn(week: Week, { due_date, absences, today }: Dated) {
  const days = daysOfWeek(week).filter((day) => day >= today)
  const same = days.find((day) => due_date !== null && weekdayOf(day) === weekdayOf(due_date))
  if (same && !isAwayOn(absences, same)) return same
  const workdays = days.filter(isWorkday)
  return workdays.findLast((day) => !isAwayOn(absences, day)) ?? same ?? workdays.at(-1) ?? week.until
}

type WorkloadMove = { assigned_to_id?: number; due_date?: string | null }

type Move = { target: string; today: string }

/** Returns the changes that move a task or subtask into a cell; undefined if it is there already. */
export function moveInto(workload: Workload, item: WorkloadItem, { target, today }: Move): WorkloadMove | undefined {
  const { person: person_id, column } = cellOf(target)
  const from = holderOf(workload, item.id)
  const to = workload.people.find(({ person }) => person.id === person_id)
  if (!from || !to) return undefined
  const week = workload.weeks.find((one) => one.from === column)
  const staysInColumn = columnOf(item.due_date, workload.weeks) === column
  const due_date = week ? dueDayIn(week, { due_date: item.due_date, absences: to.absences, today }) : null
  const move = { ...(to !== from && { assigned_to_id: person_id }), ...(!staysInColumn && { due_date }) }
  return Object.keys(move).length > 0 ? move : undefined
}

/** The person who has a task or subtask. Their ids never clash. */
export const holderOf = ({ people }: Workload, id: number) => people.find(({ items }) => items.some((item) => item.id === id))

type Fields = Partial<Pick<WorkloadItem, 'title' | 'due_date' | 'estimated_hours'>>
export type WorkloadChange = { id: number; change: Fields & { assigned_to_id?: number | null; status?: string } }

/** The workload with changes that the server has not confirmed. People whom none concerns stay the same objects. */
export const withWorkloadChanges = (workload: Workload, changes: readonly WorkloadChange[]): Workload =>
  changes.reduce(withChange, workload)

function withChange(workload: Workload, { id, change: { assigned_to_id, status, ...fields } }: WorkloadChange): Workload {
  const from = holderOf(workload, id)
  const item = from?.items.find((one) => one.id === id)
  if (!from || !item) return workload
  const after = { ...item, ...fields }
  const to_id = status === 'done' ? null : assigned_to_id === undefined ? from.person.id : assigned_to_id
  const changed = (person: WorkloadPerson) => {
    const without = person === from ? withoutItem(person, item, status === 'done') : person
    return person.person.id === to_id ? withItem(without, after) : without
  }
  return { ...workload, people: workload.people.map(changed) }
}

/** What is done stays planned in its week. */
const withoutItem = (person: WorkloadPerson, item: WorkloadItem, isDone: boolean): WorkloadPerson => ({
  ...person,
  items: person.items.filter(({ id }) => id !== item.id),
  weeks: isDone ? planned(person.weeks, item, 'done') : planned(person.weeks, item, -1),
})

// Sorts after every date.
const never = '9999-99-99'

function withItem(person: WorkloadPerson, item: WorkloadItem): WorkloadPerson {
  const isShown = columnOf(item.due_date, person.weeks) !== undefined
  if (!isShown) return person
  const items = [...person.items, item].sort((a, b) => (a.due_date ?? never).localeCompare(b.due_date ?? never) || a.id - b.id)
  return { ...person, items, weeks: planned(person.weeks, item, 1) }
}

/** The weeks with the hours of an item added, taken away, or done. */
function planned(weeks: readonly WeekCapacity[], { due_date, estimated_hours }: WorkloadItem, how: 1 | -1 | 'done') {
  const hours = estimated_hours ?? 0
  return weeks.map((week) => {
    if (due_date === null || due_date < week.from || due_date > week.until) return week
    if (how === 'done') return { ...week, done: roundedHours(week.done + hours) }
    return { ...week, planned: roundedHours(week.planned + how * hours) }
  })
}

/** `3 subtasks`, `1 task and 2 subtasks`. */
export const countedItems = (items: readonly WorkloadItem[]) => {
  const tasks = items.filter(({ type }) => type === 'task').length
  return countedWork({ tasks, subtasks: items.length - tasks })
}

/** The page of an item. */
export const linkTo = ({ type, id, task }: WorkloadItem) =>
  `/project_manager/tasks/${task}${type === 'subtask' ? `#subtask-${id}` : ''}`

/** The people who have nearly or more than their capacity or overdue work, or are away, in the first week. */
export const notableIn = ({ people, weeks: [week] }: Workload) =>
  people.filter(
    ({ weeks: [first], absences }) =>
      (first && (loadTone(first) !== 'plain' || first.overdue > 0)) ||
      (week && absences.some(({ from, to }) => from <= week.until && to >= week.from)),
  )
