import type { DashboardProject, Status } from 'contract'
import { daysBetween } from '../ui/dates.ts'

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

/** The projects with the statuses that are on their way. */
export const withStatuses = (projects: readonly DashboardProject[], statuses: ReadonlyMap<number, Status>) =>
  statuses.size === 0
    ? projects
    : projects.map((project) => ({
        ...project,
        tasks: project.tasks.map((task) => ({
          ...task,
          subtasks: task.subtasks.map((subtask) => ({ ...subtask, status: statuses.get(subtask.id) ?? subtask.status })),
        })),
      }))

/** Those with something to do first, the inactive ones last; else in their order. */
export const byUse = (projects: readonly DashboardProject[]) => projects.toSorted((a, b) => rank(a) - rank(b))

const rank = ({ is_active, tasks }: DashboardProject) => (is_active ? (tasks.length ? 0 : 1) : 2)
