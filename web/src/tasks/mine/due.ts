import type { DashboardProject, Status } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import { daysBetween } from '../../ui/text/dates.ts'

type Task = DashboardProject['tasks'][number]
/** `isGone` where it is somebody else's or deleted by now, and still stands in its place. */
export type MySubtask = Task['subtasks'][number] & { isGone?: true }
type MyTask = Omit<Task, 'subtasks'> & { subtasks: MySubtask[] }
export type MyProject = Omit<DashboardProject, 'tasks'> & { tasks: MyTask[] }

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
export function whatIsDue(projects: readonly MyProject[], today: string) {
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
  active: readonly MyProject[]
  past: readonly MyProject[]
  groups: Record<DueGroup, DueSubtask[]>
}

/**
 * All that there is now, in the places of before: what is new comes last where it belongs, and what is gone keeps its place. So nothing
 * but the order waits.
 */
export function inPlace(before: Work, now: Work): Work {
  const all = [...now.active, ...now.past]
  const projects = new Map(all.map((project) => [project.id, project]))
  const dues = new Map(
    now.active
      .filter(({ is_active }) => is_active)
      .flatMap(duesOf)
      .map((due) => [due.subtask.id, due]),
  )
  const heldProjects = idsOf([...before.active, ...before.past])
  const heldDues = new Set(Object.values(before.groups).flatMap((items) => items.map(({ subtask }) => subtask.id)))
  const newest = (project: MyProject) => projectInPlace(project, projects.get(project.id))
  const isNew = ({ id }: MyProject) => !heldProjects.has(id)
  const group = (name: DueGroup) => [
    ...before.groups[name].map(
      (due) => dues.get(due.subtask.id) ?? { ...due, subtask: { ...due.subtask, isGone: true as const } },
    ),
    ...now.groups[name].filter(({ subtask }) => !heldDues.has(subtask.id)),
  ]
  return {
    active: [...before.active.map(newest), ...now.active.filter(isNew)],
    past: [...before.past.map(newest), ...now.past.filter(isNew)],
    groups: { overdue: group('overdue'), today: group('today'), week: group('week'), later: group('later') },
  }
}

const duesOf = ({ name, tasks }: MyProject): DueSubtask[] =>
  tasks.flatMap((task) => task.subtasks.map((subtask) => ({ subtask, task, project: name })))

const idsOf = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id))

const projectInPlace = (before: MyProject, now: MyProject | undefined): MyProject => ({
  ...(now ?? before),
  tasks: rowsInPlace(before.tasks, now?.tasks ?? [], taskInPlace),
})

const taskInPlace = (before: MyTask, now: MyTask | undefined): MyTask => ({
  ...(now ?? before),
  subtasks: rowsInPlace(before.subtasks, now?.subtasks ?? [], (subtask, newest) => newest ?? { ...subtask, isGone: true }),
})

function rowsInPlace<Row extends { id: number }>(
  before: readonly Row[],
  now: readonly Row[],
  merge: (before: Row, now: Row | undefined) => Row,
) {
  const newest = new Map(now.map((row) => [row.id, row]))
  const held = idsOf(before)
  return [...before.map((row) => merge(row, newest.get(row.id))), ...now.filter(({ id }) => !held.has(id))]
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
  const found = (projects: readonly MyProject[]) =>
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

export const subtasksOf = (projects: readonly MyProject[]): MySubtask[] =>
  projects.flatMap(({ tasks }) => tasks.flatMap(({ subtasks }) => subtasks))

const inEach = ({ overdue, today, week, later }: Work['groups'], change: (items: DueSubtask[]) => DueSubtask[]) => ({
  overdue: change(overdue),
  today: change(today),
  week: change(week),
  later: change(later),
})
