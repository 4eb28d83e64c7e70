import { type Args, api, type Priority, type Project, type ReadModel, type Result, type Status, type Task } from 'contract'
import { type After, type EntityEvent, type Memory, projectsAfter, type Scope, tasksAfter } from './events.ts'
import type { Marked } from './highlights.ts'

/** Which reads are meant by what may have to be read again. */
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

export type Key = readonly [route: string, args: unknown]
type TaskList = Result<typeof api.tasks.list>
type ProjectList = Result<typeof api.projects.list>

const unchanged = <T>(now: T): After<T> => ({ now, isOutdated: false })

/** What a read shows once this is known. Reads that it does not concern stay the same objects. */
export function dataAfter([route, args]: Key, data: unknown, news: EntityEvent, memory: Memory): After<unknown> {
  switch (route) {
    case api.tasks.list.route:
      return inPage(data as TaskList, (list, isWhole) => tasksAfter(list, { ...scopeOf(args), isWhole }, news, memory))
    case api.tasks.get.route: {
      const task = data as Task
      // By itself it is removed, or not: it holds no others.
      if (news.type === 'changed' && 'task' in news && news.task.id !== task.id) return unchanged(task)
      if ('subtask' in news && news.subtask.task !== task.id) return unchanged(task)
      if ('comment' in news && news.task_id !== task.id) return unchanged(task)
      const { now, isOutdated } = tasksAfter([task], { isWhole: true }, news, memory)
      return { now: now[0] ?? task, isOutdated }
    }
    case api.projects.tasks.route: {
      const { params, query } = args as Args<typeof api.projects.tasks>
      const isWhole = !query.search && (data as Task[]).length < Number(query.limit ?? 1000)
      return tasksAfter(data as Task[], { project: Number(params.project_id), isWhole }, news, memory)
    }
    case api.projects.list.route:
      if (!('project' in news)) return unchanged(data)
      return inPage(data as ProjectList, (list, isWhole) => projectsAfter(list, news.project, isWhole))
    case api.projects.get.route: {
      const project = data as Project
      const isIt = 'project' in news && news.project.id === project.id && news.project.version > project.version
      return unchanged(isIt ? news.project : project)
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

function inPage<T>(page: Page<T>, change: (list: readonly T[], isWhole: boolean) => After<readonly T[]>): After<Page<T>> {
  const isWhole = page.next === null && page.previous === null
  const { now, isOutdated } = change(page.results, isWhole)
  if (now === page.results) return { now: page, isOutdated }
  return { now: { ...page, count: page.count + now.length - page.results.length, results: [...now] }, isOutdated }
}

/** Whether the read shows something of this project, or counts it. */
export function isAbout([route, args]: Key, data: unknown, project_id: number) {
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

/** A list of projects without this one. */
export function withoutProject(list: ProjectList, project_id: number): ProjectList {
  const results = list.results.filter(({ id }) => id !== project_id)
  return { ...list, results, count: list.count - (list.results.length - results.length) }
}

/** Each thing that a read shows, and what would look different once it has changed. */
export function lookOf([route]: Key, data: unknown): Map<Marked, string> {
  const looks = new Map<Marked, string>()
  const project = ({ id, version }: Project) => looks.set(`project ${id}`, String(version))
  const task = ({ id, version, subtasks, comments }: Task) => {
    looks.set(`task ${id}`, String(version))
    for (const subtask of subtasks) looks.set(`subtask ${subtask.id}`, String(subtask.version))
    for (const comment of comments) looks.set(`comment ${comment.id}`, comment.text)
  }
  if (!data) return looks
  if (route === api.projects.list.route) (data as ProjectList).results.forEach(project)
  else if (route === api.projects.get.route) project(data as Project)
  else if (route === api.tasks.list.route) (data as TaskList).results.forEach(task)
  else if (route === api.tasks.get.route) task(data as Task)
  else if (route === api.dashboard.developer.route) {
    const { active_projects, past_projects } = data as Result<typeof api.dashboard.developer>
    for (const { tasks } of [...active_projects, ...past_projects])
      for (const { subtasks } of tasks)
        for (const { id, title, status, due_date } of subtasks)
          looks.set(`subtask ${id}`, JSON.stringify([title, status, due_date]))
  }
  return looks
}
