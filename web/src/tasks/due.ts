import type { DashboardProject, Status } from 'contract'
import { daysBetween } from '../ui/dates.ts'
import { matcherOf } from '../ui/search.ts'

export type MySubtask = DashboardProject['tasks'][number]['subtasks'][number]

export type DueSubtask = { subtask: MySubtask; task: { id: number; name: string }; project: string }

export const dueGroups = ['overdue', 'today', 'week', 'later'] as const
export type DueGroup = (typeof dueGroups)[number]

// Later than every date.
const never = '9999-99-99'

/** Within seven days is this week; without a date is later. */
export function dueGroupOf(date: string | null, today: string): DueGroup {
  if (!date) return 'later'
  const days = daysBetween(today, date)
  if (days < 0) return 'overdue'
  if (days === 0) return 'today'
  return days <= 7 ? 'week' : 'later'
}

/** What there is still to do in active projects, the most urgent first. */
export function whatIsDue(projects: readonly DashboardProject[], today: string) {
  const groups: Record<DueGroup, DueSubtask[]> = { overdue: [], today: [], week: [], later: [] }
  for (const project of projects) {
    if (!project.is_active) continue
    for (const task of project.tasks)
      for (const subtask of task.subtasks)
        if (subtask.status !== 'done') groups[dueGroupOf(subtask.due_date, today)].push({ subtask, task, project: project.name })
  }
  for (const group of Object.values(groups))
    group.sort((a, b) => (a.subtask.due_date ?? never).localeCompare(b.subtask.due_date ?? never))
  return groups
}

/** The projects with the statuses that are on their way. What is not touched stays the same object. */
export const withStatuses = (projects: readonly DashboardProject[], statuses: ReadonlyMap<number, Status>) =>
  statuses.size === 0
    ? projects
    : changed(projects, (subtask) => {
        const status = statuses.get(subtask.id)
        return status ? { ...subtask, status } : subtask
      })

const changed = (projects: readonly DashboardProject[], change: (subtask: MySubtask) => MySubtask) =>
  projects.map((project) => ({
    ...project,
    tasks: project.tasks.map((task) => ({ ...task, subtasks: task.subtasks.map(change) })),
  }))

/** Those with something to do first, the inactive ones last; else in their order. */
export const byUse = (projects: readonly DashboardProject[]) => projects.toSorted((a, b) => rank(a) - rank(b))

const rank = ({ is_active, tasks }: DashboardProject) => (is_active ? (tasks.length ? 0 : 1) : 2)

/** Everything on a developer's page, in its order. */
export type Work = {
  active: readonly DashboardProject[]
  past: readonly DashboardProject[]
  groups: Record<DueGroup, DueSubtask[]>
}

/** The same rows in the same places, each as it is now; what is gone stays as it was. */
export function inPlace({ active, past, groups }: Work, now: Work): Work {
  const known = new Map(subtasksOf([...now.past, ...now.active]).map((subtask) => [subtask.id, subtask]))
  const newest = (subtask: MySubtask) => known.get(subtask.id) ?? subtask
  const due = (items: DueSubtask[]) => items.map((item) => ({ ...item, subtask: newest(item.subtask) }))
  return { active: changed(active, newest), past: changed(past, newest), groups: inEach(groups, due) }
}

/** Whether two hold the same rows in the same places. */
export const isSameOrder = (a: Work, b: Work) => orderOf(a) === orderOf(b)

const orderOf = ({ active, past, groups }: Work) =>
  JSON.stringify([
    [...active, ...past].map(({ id, tasks }) => [id, tasks.map((task) => [task.id, task.subtasks.map((subtask) => subtask.id)])]),
    Object.values(groups).map((items) => items.map(({ subtask }) => subtask.id)),
  ])

/** What has every word of the search in its title, task or project. */
export function matching({ active, past, groups }: Work, search: string): Work {
  const matches = matcherOf(search)
  const found = (projects: readonly DashboardProject[]) =>
    projects.flatMap((project) => {
      const tasks = project.tasks.flatMap((task) => {
        const subtasks = task.subtasks.filter(({ title }) => matches(`${title} ${task.name} ${project.name}`))
        return subtasks.length ? [{ ...task, subtasks }] : []
      })
      return tasks.length || (project.tasks.length === 0 && matches(project.name)) ? [{ ...project, tasks }] : []
    })
  const due = (items: DueSubtask[]) =>
    items.filter(({ subtask, task, project }) => matches(`${subtask.title} ${task.name} ${project}`))
  return { active: found(active), past: found(past), groups: inEach(groups, due) }
}

export const subtasksOf = (projects: readonly DashboardProject[]) =>
  projects.flatMap(({ tasks }) => tasks.flatMap(({ subtasks }) => subtasks))

const inEach = ({ overdue, today, week, later }: Work['groups'], change: (items: DueSubtask[]) => DueSubtask[]) => ({
  overdue: change(overdue),
  today: change(today),
  week: change(week),
  later: change(later),
})
