import { daysBetween, type Status, statuses, type Task } from 'contract'
import { dayAndMonth, type Now, startOfWeek } from '../../ui/text/dates.ts'
import { taskStatusOptions } from '../../ui/theme/badges.tsx'
import { assigneesOf } from './order.ts'

export const groupings = ['none', 'status', 'person', 'label', 'due'] as const
export type Grouping = (typeof groupings)[number]

export const groupingNames: Record<Grouping, string> = {
  none: 'None',
  status: 'Status',
  person: 'Person',
  label: 'Label',
  due: 'Due week',
}

/** A task in a group. In a list that is grouped by person or label, a task can have several entries. */
export type Entry = { id: string; group: string; task: Task }

export type EntryGroup = {
  key: string
  /** Empty where the list is not grouped. */
  name: string
  entries: readonly Entry[]
}

type Place = { key: string; name: string; rank: number | string }

/** Each task once per group that it belongs to, in the order of the tasks. */
export const entriesOf = (tasks: readonly Task[], grouping: Grouping, now: Now): Entry[] =>
  tasks.flatMap((task) =>
    placesOf(task, grouping, now).map(({ key }) => ({ id: key ? `${key} ${task.id}` : String(task.id), group: key, task })),
  )

/** The entries in groups that have a name and an order. An entry stays in its group, whatever has become of its task. */
export function groupsOf(entries: readonly Entry[], grouping: Grouping, now: Now): EntryGroup[] {
  if (grouping === 'none') return [{ key: '', name: '', entries }]
  const places = new Map(entries.flatMap(({ task }) => placesOf(task, grouping, now).map((place) => [place.key, place])))
  const byGroup = Map.groupBy(entries, ({ group }) => group)
  return [...byGroup]
    .map(([key, own]) => ({ ...(places.get(key) ?? { key, name: '', rank: 0 }), entries: own }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ key, name, entries: own }) => ({ key, name, entries: own }))
}

const nameOf = new Map(taskStatusOptions.map(({ value, label }) => [value, label]))
// Work in progress comes first.
const statusOrder: readonly Status[] = ['in_progress', ...statuses.filter((status) => status !== 'in_progress')]
// Sorts after every name and date.
const last = '\uffff'

function placesOf(task: Task, grouping: Grouping, now: Now): Place[] {
  switch (grouping) {
    case 'none':
      return [{ key: '', name: '', rank: 0 }]
    case 'status':
      return [{ key: task.status, name: nameOf.get(task.status) ?? task.status, rank: statusOrder.indexOf(task.status) }]
    case 'person':
      return named(
        assigneesOf(task).map(({ id, full_name }) => ({ id, name: full_name })),
        'Unassigned',
      )
    case 'label':
      return named(task.labels, 'No label')
    case 'due':
      return [weekOf(task, now)]
  }
}

const named = (items: readonly { id: number; name: string }[], nothing: string): Place[] =>
  items.length
    ? items.map(({ id, name }) => ({ key: String(id), name, rank: name.toLocaleLowerCase() }))
    : [{ key: 'none', name: nothing, rank: last }]

function weekOf({ due_date, status }: Task, { today, first_day }: Now): Place {
  if (due_date === null) return { key: 'none', name: 'No due date', rank: last }
  if (due_date < today && status !== 'done') return { key: 'overdue', name: 'Overdue', rank: '' }
  const start = startOfWeek(due_date, first_day)
  const days = daysBetween(startOfWeek(today, first_day), start)
  const name = days === 0 ? 'This week' : days === 7 ? 'Next week' : `Week of ${dayAndMonth(start)}`
  return { key: start, name, rank: start }
}
