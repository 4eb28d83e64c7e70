import { type Args, api, type Priority, type Project, type ReadModel, type Result, type Status, type Task } from 'contract'
import { keyOf } from '../../api/data.ts'
import type { EntityKey } from '../highlights.ts'
import { type Applied, applyToProjects, applyToTasks, type EntityEvent, type KnownVersions, type Scope } from './events.ts'

/** The routes of each read model. */
export const routesOf: Record<ReadModel, readonly string[]> = {
  me: [api.auth.me.route],
  projects: [api.projects.list.route, api.projects.get.route],
  work: [api.tasks.list.route, api.tasks.get.route, api.projects.tasks.route, api.dashboard.developer.route],
  developers: [api.members.myDevelopers.route],
  employees: [api.employees.list.route],
  assignments: [api.assignments.grouped.route, api.assignments.log.route],
  labels: [api.labels.list.route],
  rooms: [api.chat.rooms.route, api.chat.participants.route],
}

export type ReadKey = readonly [route: string, args: unknown]
type TaskList = Result<typeof api.tasks.list>
type ProjectList = Result<typeof api.projects.list>

const unchanged = <T>(value: T): Applied<T> => ({ value, isOutdated: false })

/** Applies the event to the cached data of one read. Unaffected data stays the same object. */
export function applyToQuery([route, args]: ReadKey, data: unknown, event: EntityEvent, known: KnownVersions): Applied<unknown> {
  switch (route) {
    case api.tasks.list.route:
      return inPage(data as TaskList, (list, isWhole) => applyToTasks(list, { ...scopeOf(args), isWhole }, event, known))
    case api.tasks.get.route: {
      const task = data as Task
      // An event about another task must not refetch this one.
      if (event.type === 'changed' && 'task' in event && event.task.id !== task.id) return unchanged(task)
      if ('subtask' in event && event.subtask.task !== task.id) return unchanged(task)
      if ('comment' in event && event.task_id !== task.id) return unchanged(task)
      const { value, isOutdated } = applyToTasks([task], { isWhole: true }, event, known)
      return { value: value[0] ?? task, isOutdated }
    }
    case api.projects.tasks.route: {
      const { params, query } = args as Args<typeof api.projects.tasks>
      const isWhole = !query.search && (data as Task[]).length < Number(query.limit ?? 1000)
      return applyToTasks(data as Task[], { project: Number(params.project_id), isWhole }, event, known)
    }
    case api.projects.list.route:
      if (!('project' in event)) return unchanged(data)
      return inPage(data as ProjectList, (list, isWhole) => applyToProjects(list, event.project, isWhole))
    case api.projects.get.route: {
      const project = data as Project
      const isNewer = 'project' in event && event.project.id === project.id && event.project.version > project.version
      return unchanged(isNewer ? event.project : project)
    }
    default:
      return unchanged(data)
  }
}

function scopeOf(args: unknown): Omit<Scope, 'isWhole'> {
  const { project, status, priority } = (args as Args<typeof api.tasks.list>).query
  return {
    project: project ? Number(project) : undefined,
    status: (status as Status) || undefined,
    priority: (priority as Priority) || undefined,
  }
}

type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] }

function inPage<T>(page: Page<T>, change: (list: readonly T[], isWhole: boolean) => Applied<readonly T[]>): Applied<Page<T>> {
  const isWhole = page.next === null && page.previous === null
  const { value, isOutdated } = change(page.results, isWhole)
  if (value === page.results) return { value: page, isOutdated }
  return { value: { ...page, count: page.count + value.length - page.results.length, results: [...value] }, isOutdated }
}

/** Whether the read lists or counts anything of this project. */
export function concernsProject([route, args]: ReadKey, data: unknown, project_id: number) {
  const { params, query } = (args ?? {}) as {
    params?: { project_id?: string }
    query?: { project?: string; project_id?: string }
  }
  switch (route) {
    case api.projects.get.route:
    case api.projects.tasks.route:
      return Number(params?.project_id) === project_id
    case api.tasks.get.route:
      return (data as Task | undefined)?.project === project_id
    case api.tasks.list.route:
      return !query?.project || Number(query.project) === project_id
    case api.members.myDevelopers.route:
      return !query?.project_id || Number(query.project_id) === project_id
    default:
      return route === api.dashboard.developer.route
  }
}

/** Removes the project from a project list. */
export function withoutProject([route]: ReadKey, data: unknown, project_id: number): Applied<unknown> {
  if (route !== api.projects.list.route || !data) return unchanged(data)
  const list = data as ProjectList
  const results = list.results.filter(({ id }) => id !== project_id)
  const isWhole = list.next === null && list.previous === null
  return { value: { ...list, results, count: list.count - (list.results.length - results.length) }, isOutdated: !isWhole }
}

/** Whether the read shows one project and nothing else. */
export const isScopedToProject = ([route, args]: ReadKey) =>
  route === api.projects.get.route ||
  route === api.projects.tasks.route ||
  route === api.tasks.get.route ||
  (route === api.tasks.list.route && Boolean((args as { query?: { project?: string } }).query?.project))

/** The routes that count or list the entity in a form that the event does not carry. */
export function aggregatesOf(event: EntityEvent) {
  const isWork = 'subtask' in event || 'task' in event || (event.type === 'removed' && event.kind !== 'comment')
  return isWork || 'project' in event ? [...routesOf.developers, api.dashboard.developer.route] : []
}

export function changedEntities(event: EntityEvent): EntityKey[] {
  if (event.type === 'removed') return []
  if ('project' in event) return [`project ${event.project.id}`]
  if ('task' in event) return [`task ${event.task.id}`]
  return 'subtask' in event ? [`subtask ${event.subtask.id}`] : [`comment ${event.comment.id}`]
}

/** Whether the event removed the task that this read is about. False once a newer version was restored. */
export const isRemovedTask = ([route, args]: ReadKey, data: unknown, event: EntityEvent) =>
  event.type === 'removed' &&
  event.kind === 'task' &&
  route === api.tasks.get.route &&
  Number((args as Args<typeof api.tasks.get>).params.task_id) === event.id &&
  ((data as Task | undefined)?.version ?? 0) <= event.version

/** The query key of the task that the event changed. Undefined if the task was removed at this version or later. */
export function restoredTask(event: EntityEvent, { removed }: KnownVersions) {
  if (event.type !== 'changed' || !('task' in event)) return undefined
  const { id, version } = event.task
  const isRemoved = (removed.get(`task ${id}`) ?? 0) >= version
  return isRemoved ? undefined : keyOf(api.tasks.get, { params: { task_id: String(id) } })
}

/** A fingerprint of each entity that a read shows: it differs once the entity has visibly changed. */
export function fingerprintsOf([route]: ReadKey, data: unknown): Map<EntityKey, string> {
  const fingerprints = new Map<EntityKey, string>()
  const project = ({ id, version }: Project) => fingerprints.set(`project ${id}`, String(version))
  const task = ({ id, version, subtasks, comments }: Task) => {
    fingerprints.set(`task ${id}`, String(version))
    for (const subtask of subtasks) fingerprints.set(`subtask ${subtask.id}`, String(subtask.version))
    for (const comment of comments) fingerprints.set(`comment ${comment.id}`, comment.text)
  }
  if (!data) return fingerprints
  if (route === api.projects.list.route) (data as ProjectList).results.forEach(project)
  else if (route === api.projects.get.route) project(data as Project)
  else if (route === api.tasks.list.route) (data as TaskList).results.forEach(task)
  else if (route === api.tasks.get.route) task(data as Task)
  else if (route === api.dashboard.developer.route) {
    const { active_projects, past_projects } = data as Result<typeof api.dashboard.developer>
    for (const { tasks } of [...active_projects, ...past_projects])
      for (const { subtasks } of tasks)
        for (const { id, title, status, due_date } of subtasks)
          fingerprints.set(`subtask ${id}`, JSON.stringify([title, status, due_date]))
  }
  return fingerprints
}
