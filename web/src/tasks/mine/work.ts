import type { DashboardProject, Status } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import { byId, idsOf, inOrderOf } from '../../ui/list/useSteady.ts'
import { daysBetween } from '../../ui/text/dates.ts'

type Task = DashboardProject['tasks'][number]
/** `isRemoved`: deleted or reassigned, but still in its place while the list is held. */
export type MySubtask = Task['subtasks'][number] & { isRemoved?: true }
type MyTask = Omit<Task, 'subtasks'> & { subtasks: MySubtask[] }
export type MyProject = Omit<DashboardProject, 'tasks'> & { tasks: MyTask[] }

export type DueSubtask = { subtask: MySubtask; task: { id: number; name: string }; project: string }

export const dueGroups = ['overdue', 'today', 'week', 'later'] as const
export type DueGroup = (typeof dueGroups)[number]

// Sorts after every date.
const never = '9999-99-99'

/** The next seven days are `week`; without a date is `later`. */
export function dueGroupOf(date: string | null, today: string): DueGroup {
  if (!date) return 'later'
  const days = daysBetween(today, date)
  if (days < 0) return 'overdue'
  if (days === 0) return 'today'
  return days <= 7 ? 'week' : 'later'
}

/** The open subtasks of active projects by due date, the most urgent first. */
export function groupByDueDate(projects: readonly MyProject[], today: string) {
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

/** The projects with these statuses, by subtask id. Without statuses it is the same array. */
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

/** Projects with tasks first, inactive ones last; otherwise in their order. */
export const activeWithTasksFirst = (projects: readonly DashboardProject[]) => projects.toSorted((a, b) => rank(a) - rank(b))

const rank = ({ is_active, tasks }: DashboardProject) => (is_active ? (tasks.length ? 0 : 1) : 2)

/** Everything on a developer's page, in the order shown. */
export type DeveloperWork = {
  active: readonly MyProject[]
  past: readonly MyProject[]
  groups: Record<DueGroup, DueSubtask[]>
}

/** The latest work in the order of what is shown: new rows come last in their group, and removed ones keep their places. */
export function keepPlaces(shown: DeveloperWork, latest: DeveloperWork): DeveloperWork {
  const projects = byId([...latest.active, ...latest.past])
  const dues = new Map(
    latest.active
      .filter(({ is_active }) => is_active)
      .flatMap(duesOf)
      .map((due) => [due.subtask.id, due]),
  )
  const shownProjects = idsOf([...shown.active, ...shown.past])
  const shownDues = idsOf(Object.values(shown.groups).flatMap((items) => items.map(({ subtask }) => subtask)))
  const merged = (project: MyProject) => mergeProject(project, projects.get(project.id))
  const isNew = ({ id }: MyProject) => !shownProjects.has(id)
  const group = (name: DueGroup) => [
    ...shown.groups[name].map((due) => dues.get(due.subtask.id) ?? { ...due, subtask: asRemoved(due.subtask) }),
    ...latest.groups[name].filter(({ subtask }) => !shownDues.has(subtask.id)),
  ]
  return {
    active: [...shown.active.map(merged), ...latest.active.filter(isNew)],
    past: [...shown.past.map(merged), ...latest.past.filter(isNew)],
    groups: { overdue: group('overdue'), today: group('today'), week: group('week'), later: group('later') },
  }
}

const duesOf = ({ name, tasks }: MyProject): DueSubtask[] =>
  tasks.flatMap((task) => task.subtasks.map((subtask) => ({ subtask, task, project: name })))

const mergeProject = (shown: MyProject, latest: MyProject | undefined): MyProject => ({
  ...(latest ?? shown),
  tasks: inOrderOf(shown.tasks, latest?.tasks ?? [], mergeTask),
})

const mergeTask = (shown: MyTask, latest: MyTask | undefined): MyTask => ({
  ...(latest ?? shown),
  subtasks: inOrderOf(shown.subtasks, latest?.subtasks ?? [], (subtask, newest) => newest ?? asRemoved(subtask)),
})

const asRemoved = (subtask: MySubtask): MySubtask => ({ ...subtask, isRemoved: true })

/** Whether both have the same rows in the same order. */
export const isSameOrder = (a: DeveloperWork, b: DeveloperWork) => orderOf(a) === orderOf(b)

const orderOf = ({ active, past, groups }: DeveloperWork) =>
  JSON.stringify([
    [...active, ...past].map(({ id, tasks }) => [id, tasks.map((task) => [task.id, task.subtasks.map((subtask) => subtask.id)])]),
    Object.values(groups).map((items) => items.map(({ subtask }) => subtask.id)),
  ])

/** The subtasks with every word of the search in their title, task or project. */
export function matching({ active, past, groups }: DeveloperWork, search: string): DeveloperWork {
  const matches = matcherOf(search)
  const matchesIn = (projects: readonly MyProject[]) =>
    projects.flatMap((project) => {
      const tasks = project.tasks.flatMap((task) => {
        const subtasks = task.subtasks.filter(({ title }) => matches(`${title} ${task.name} ${project.name}`))
        return subtasks.length ? [{ ...task, subtasks }] : []
      })
      return tasks.length || (project.tasks.length === 0 && matches(project.name)) ? [{ ...project, tasks }] : []
    })
  const due = (items: DueSubtask[]) =>
    items.filter(({ subtask, task, project }) => matches(`${subtask.title} ${task.name} ${project}`))
  return { active: matchesIn(active), past: matchesIn(past), groups: inEach(groups, due) }
}

export const subtasksOf = (projects: readonly MyProject[]): MySubtask[] =>
  projects.flatMap(({ tasks }) => tasks.flatMap(({ subtasks }) => subtasks))

const inEach = ({ overdue, today, week, later }: DeveloperWork['groups'], change: (items: DueSubtask[]) => DueSubtask[]) => ({
  overdue: change(overdue),
  today: change(today),
  week: change(week),
  later: change(later),
})
