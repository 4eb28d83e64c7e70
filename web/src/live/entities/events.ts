import type { Comment, LiveEvent, Project, Status, Subtask, Task } from 'contract'

/** An event that carries the new state of an entity, unlike one that only invalidates reads. */
export type EntityEvent = Extract<LiveEvent, { type: 'changed' | 'removed' }>

/** The newest versions that events have announced. Events may arrive late, twice and in the wrong order. */
export type KnownVersions = {
  /** The version at which a task or subtask was removed, by entity key. Comments have no version and count as 0. */
  removed: Map<string, number>
  tasks: Map<number, number>
  projects: Map<number, Project>
}
export const newKnownVersions = (): KnownVersions => ({ removed: new Map(), tasks: new Map(), projects: new Map() })

/** `isOutdated`: the event does not say what a fresh read would return, so a refetch is needed. */
export type Applied<T> = { value: T; isOutdated: boolean }
const applied = <T>(value: T): Applied<T> => ({ value, isOutdated: false })
const outdated = <T>(value: T): Applied<T> => ({ value, isOutdated: true })

export function recordEvent({ removed, tasks, projects }: KnownVersions, event: EntityEvent) {
  if (event.type === 'removed') {
    const key = `${event.kind} ${event.id}`
    removed.set(key, Math.max('version' in event ? event.version : 0, removed.get(key) ?? 0))
  } else if ('task' in event) tasks.set(event.task.id, Math.max(event.task.version, tasks.get(event.task.id) ?? 0))
  else if ('project' in event && (projects.get(event.project.id)?.version ?? 0) <= event.project.version)
    projects.set(event.project.id, event.project)
}

const isRemoved = ({ removed }: KnownVersions, kind: 'task' | 'subtask', { id, version }: { id: number; version: number }) =>
  (removed.get(`${kind} ${id}`) ?? 0) >= version

type Identified = { id: number }
const replaced = <T extends Identified>(list: readonly T[], item: T) => list.map((other) => (other.id === item.id ? item : other))
const without = <T extends Identified>(list: readonly T[], id: number) => list.filter((other) => other.id !== id)
/** Sorted by id, as the server sorts the tasks of a project and the parts of a task. */
const inserted = <T extends Identified>(list: readonly T[], item: T) => [...list, item].sort((a, b) => a.id - b.id)

/** The filters of a task list. */
export type Scope = {
  project?: number | undefined
  status?: Status | undefined
  priority?: Task['priority'] | undefined
  /** False for a page of a longer list. */
  isWhole: boolean
}

/** Applies the event to a task list. Unaffected tasks stay the same objects. */
export function applyToTasks(
  tasks: readonly Task[],
  scope: Scope,
  event: EntityEvent,
  known: KnownVersions,
): Applied<readonly Task[]> {
  if ('project' in event) return applied(withProject(tasks, known.projects.get(event.project.id) ?? event.project))
  if (scope.project !== undefined && scope.project !== event.project_id) return applied(tasks)
  if ('task' in event) return withTask(tasks, scope, event.task, known)
  if (event.type === 'removed' && event.kind === 'task') {
    const before = tasks.find(({ id }) => id === event.id)
    if (before && before.version > event.version) return applied(tasks)
    return { value: before ? without(tasks, event.id) : tasks, isOutdated: !scope.isWhole }
  }
  if (event.type === 'removed') return applied(withoutPart(tasks, event))
  const task_id = 'subtask' in event ? event.subtask.task : event.task_id
  const task = tasks.find(({ id }) => id === task_id)
  if (!task) return known.removed.has(`task ${task_id}`) ? applied(tasks) : outdated(tasks)
  const { value, isOutdated } =
    'subtask' in event ? withSubtask(task, event.subtask, known) : withComment(task, event.comment, known)
  return { value: value === task ? tasks : replaced(tasks, value), isOutdated }
}

function withProject(tasks: readonly Task[], { id, name, is_active }: Project) {
  const hasChanged = (task: Task) => task.project === id && (task.project_name !== name || task.project_is_active !== is_active)
  if (!tasks.some(hasChanged)) return tasks
  return tasks.map((task) => (hasChanged(task) ? { ...task, project_name: name, project_is_active: is_active } : task))
}

/** A task as events carry it. The answer to an own change also has its subtasks and comments. */
type EventTask = Omit<Task, 'subtasks' | 'comments'> & Partial<Pick<Task, 'subtasks' | 'comments'>>

function withTask(tasks: readonly Task[], scope: Scope, incoming: EventTask, known: KnownVersions): Applied<readonly Task[]> {
  const matches = (!scope.status || scope.status === incoming.status) && (!scope.priority || scope.priority === incoming.priority)
  // A list filtered by status may already have shown a newer version and dropped the task.
  if ((known.tasks.get(incoming.id) ?? 0) > incoming.version) return applied(tasks)
  const before = tasks.find(({ id }) => id === incoming.id)
  if (before) {
    if (before.version >= incoming.version) return applied(tasks)
    if (!matches) return { value: without(tasks, incoming.id), isOutdated: !scope.isWhole }
    const { project_name, project_is_active, comments } = before
    const subtasks = before.subtasks.map((subtask) => withTaskFields(incoming, subtask))
    return applied(replaced(tasks, { ...incoming, project_name, project_is_active, subtasks, comments }))
  }
  if (isRemoved(known, 'task', incoming)) return applied(tasks)
  if (!matches) return scope.isWhole ? applied(tasks) : outdated(tasks)
  const { subtasks, comments } = incoming.version === 1 ? { subtasks: [], comments: [], ...incoming } : incoming
  // A restored or newly matching task has subtasks and comments that the event does not carry.
  if (!scope.isWhole || !subtasks || !comments) return outdated(tasks)
  return applied(withLatestProject(inserted(tasks, { ...incoming, subtasks, comments }), incoming.project, known))
}

function withLatestProject(tasks: readonly Task[], project_id: number, { projects }: KnownVersions) {
  const project = projects.get(project_id)
  return project ? withProject(tasks, project) : tasks
}

/** The subtask with its task's title and labels. */
function withTaskFields({ title, labels }: Pick<Task, 'title' | 'labels'>, subtask: Subtask): Subtask {
  const isSame = subtask.parent_task.title === title && JSON.stringify(subtask.labels) === JSON.stringify(labels)
  return isSame ? subtask : { ...subtask, parent_task: { ...subtask.parent_task, title }, labels }
}

function withSubtask(task: Task, incoming: Subtask, known: KnownVersions): Applied<Task> {
  const before = task.subtasks.find(({ id }) => id === incoming.id)
  if (before ? before.version >= incoming.version : isRemoved(known, 'subtask', incoming)) return applied(task)
  const subtask = withTaskFields(task, incoming)
  return applied({ ...task, subtasks: before ? replaced(task.subtasks, subtask) : inserted(task.subtasks, subtask) })
}

function withComment(task: Task, incoming: Comment, { removed }: KnownVersions): Applied<Task> {
  const before = task.comments.find(({ id }) => id === incoming.id)
  if (before?.text === incoming.text && before.author_name === incoming.author_name) return applied(task)
  if (before) return applied({ ...task, comments: replaced(task.comments, incoming) })
  // A late event and a restored comment look the same.
  if (removed.has(`comment ${incoming.id}`)) return outdated(task)
  return applied({ ...task, comments: inserted(task.comments, incoming) })
}

type RemovedEvent = Extract<EntityEvent, { type: 'removed' }>

function withoutPart(tasks: readonly Task[], event: RemovedEvent): readonly Task[] {
  const isRemovedPart = (part: { id: number; version?: number }) =>
    part.id === event.id && (part.version === undefined || !('version' in event) || part.version <= event.version)
  const partsOf = (task: Task): readonly { id: number; version?: number }[] =>
    event.kind === 'subtask' ? task.subtasks : task.comments
  if (!tasks.some((task) => partsOf(task).some(isRemovedPart))) return tasks
  return tasks.map((task) => {
    if (!partsOf(task).some(isRemovedPart)) return task
    return event.kind === 'subtask'
      ? { ...task, subtasks: without(task.subtasks, event.id) }
      : { ...task, comments: without(task.comments, event.id) }
  })
}

/** Applies a changed project to a project list. `isWhole`: the list has every project that this person may see. */
export function applyToProjects(projects: readonly Project[], incoming: Project, isWhole: boolean): Applied<readonly Project[]> {
  const before = projects.find(({ id }) => id === incoming.id)
  if (before && before.version >= incoming.version) return applied(projects)
  if (!isWhole) return before?.is_active === incoming.is_active ? applied(replaced(projects, incoming)) : outdated(projects)
  const unsorted = before ? replaced(projects, incoming) : [...projects, incoming]
  return applied(unsorted.toSorted((a, b) => Number(b.is_active) - Number(a.is_active) || b.id - a.id))
}
