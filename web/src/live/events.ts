import type { Comment, LiveEvent, Project, Status, Subtask, Task } from 'contract'

/** News that says what has become of something, rather than that something has to be read again. */
export type EntityEvent = Extract<LiveEvent, { type: 'changed' | 'removed' }>

/** What has to be known beyond what a list shows, as news may come late, twice and in the wrong order. */
export type Memory = {
  /** The version in which a task or subtask was removed, by `task 5`; of a comment, that it was. */
  removed: Map<string, number>
  /** The newest version that was told of a task. */
  tasks: Map<number, number>
  /** The newest that was told of a project. */
  projects: Map<number, Project>
}
export const newMemory = (): Memory => ({ removed: new Map(), tasks: new Map(), projects: new Map() })

/** `isOutdated`: it can't be told from the news what a fresh read would show. */
export type After<T> = { now: T; isOutdated: boolean }
const same = <T>(now: T): After<T> => ({ now, isOutdated: false })
const unknown = <T>(now: T): After<T> => ({ now, isOutdated: true })

export function remember({ removed, tasks, projects }: Memory, news: EntityEvent) {
  if (news.type === 'removed') {
    const key = `${news.kind} ${news.id}`
    removed.set(key, Math.max('version' in news ? news.version : 0, removed.get(key) ?? 0))
  } else if ('task' in news) tasks.set(news.task.id, Math.max(news.task.version, tasks.get(news.task.id) ?? 0))
  else if ('project' in news && (projects.get(news.project.id)?.version ?? 0) <= news.project.version)
    projects.set(news.project.id, news.project)
}

const isGone = ({ removed }: Memory, kind: 'task' | 'subtask', { id, version }: { id: number; version: number }) =>
  (removed.get(`${kind} ${id}`) ?? 0) >= version

type Listed = { id: number }
const replaced = <T extends Listed>(list: readonly T[], one: T) => list.map((other) => (other.id === one.id ? one : other))
const without = <T extends Listed>(list: readonly T[], id: number) => list.filter((other) => other.id !== id)
/** By id, as the server lists what is in projects and tasks. */
const inserted = <T extends Listed>(list: readonly T[], one: T) => [...list, one].sort((a, b) => a.id - b.id)

/** Which tasks a list holds. */
export type Scope = {
  /** Of one project only. */
  project?: number | undefined
  status?: Status | undefined
  priority?: Task['priority'] | undefined
  /** Not the tasks after the first so many, nor those before. */
  isWhole: boolean
}

/** The tasks once this is known. Those that it does not concern stay the same objects. */
export function tasksAfter(tasks: readonly Task[], scope: Scope, news: EntityEvent, memory: Memory): After<readonly Task[]> {
  if ('project' in news) return same(withProject(tasks, memory.projects.get(news.project.id) ?? news.project))
  if (scope.project !== undefined && scope.project !== news.project_id) return same(tasks)
  if ('task' in news) return withTask(tasks, scope, news.task, memory)
  if (news.type === 'removed' && news.kind === 'task') {
    const before = tasks.find(({ id }) => id === news.id)
    if (before && before.version > news.version) return same(tasks)
    return { now: before ? without(tasks, news.id) : tasks, isOutdated: !scope.isWhole }
  }
  if (news.type === 'removed') return same(withoutPart(tasks, news))
  const task_id = 'subtask' in news ? news.subtask.task : news.task_id
  const task = tasks.find(({ id }) => id === task_id)
  if (!task) return memory.removed.has(`task ${task_id}`) ? same(tasks) : unknown(tasks)
  const { now, isOutdated } =
    'subtask' in news ? withSubtask(task, news.subtask, memory) : withComment(task, news.comment, memory)
  return { now: now === task ? tasks : replaced(tasks, now), isOutdated }
}

function withProject(tasks: readonly Task[], { id, name, is_active }: Project) {
  const isNews = (task: Task) => task.project === id && (task.project_name !== name || task.project_is_active !== is_active)
  if (!tasks.some(isNews)) return tasks
  return tasks.map((task) => (isNews(task) ? { ...task, project_name: name, project_is_active: is_active } : task))
}

/** A task as news has it, or with what is in it, as the answer to one's own change has it. */
type TaskNews = Omit<Task, 'subtasks' | 'comments'> & Partial<Pick<Task, 'subtasks' | 'comments'>>

function withTask(tasks: readonly Task[], scope: Scope, came: TaskNews, memory: Memory): After<readonly Task[]> {
  const isWanted = (!scope.status || scope.status === came.status) && (!scope.priority || scope.priority === came.priority)
  // Where a list shows those of one status only, it may have shown it since, and no more.
  if ((memory.tasks.get(came.id) ?? 0) > came.version) return same(tasks)
  const before = tasks.find(({ id }) => id === came.id)
  if (before) {
    if (before.version >= came.version) return same(tasks)
    if (!isWanted) return { now: without(tasks, came.id), isOutdated: !scope.isWhole }
    const { project_name, project_is_active, comments } = before
    const subtasks = before.subtasks.map((subtask) => within(came, subtask))
    return same(replaced(tasks, { ...came, project_name, project_is_active, subtasks, comments }))
  }
  if (isGone(memory, 'task', came)) return same(tasks)
  if (!isWanted) return scope.isWhole ? same(tasks) : unknown(tasks)
  const { subtasks, comments } = came.version === 1 ? { subtasks: [], comments: [], ...came } : came
  // One that comes back, or comes to match, has in it what was not told with it.
  if (!scope.isWhole || !subtasks || !comments) return unknown(tasks)
  return same(withLatestProject(inserted(tasks, { ...came, subtasks, comments }), came.project, memory))
}

function withLatestProject(tasks: readonly Task[], project_id: number, { projects }: Memory) {
  const project = projects.get(project_id)
  return project ? withProject(tasks, project) : tasks
}

/** With what it shows of its task. */
function within({ title, labels }: Pick<Task, 'title' | 'labels'>, subtask: Subtask): Subtask {
  const isSame = subtask.parent_task.title === title && JSON.stringify(subtask.labels) === JSON.stringify(labels)
  return isSame ? subtask : { ...subtask, parent_task: { ...subtask.parent_task, title }, labels }
}

function withSubtask(task: Task, came: Subtask, memory: Memory): After<Task> {
  const before = task.subtasks.find(({ id }) => id === came.id)
  if (before ? before.version >= came.version : isGone(memory, 'subtask', came)) return same(task)
  const subtask = within(task, came)
  return same({ ...task, subtasks: before ? replaced(task.subtasks, subtask) : inserted(task.subtasks, subtask) })
}

function withComment(task: Task, came: Comment, { removed }: Memory): After<Task> {
  const before = task.comments.find(({ id }) => id === came.id)
  if (before?.text === came.text && before.author_name === came.author_name) return same(task)
  if (before) return same({ ...task, comments: replaced(task.comments, came) })
  // Told late, or brought back.
  if (removed.has(`comment ${came.id}`)) return unknown(task)
  return same({ ...task, comments: inserted(task.comments, came) })
}

type PartRemoved = Extract<EntityEvent, { type: 'removed' }>

function withoutPart(tasks: readonly Task[], news: PartRemoved): readonly Task[] {
  const isIt = (part: { id: number; version?: number }) =>
    part.id === news.id && (part.version === undefined || !('version' in news) || part.version <= news.version)
  const partsOf = (task: Task): readonly { id: number; version?: number }[] =>
    news.kind === 'subtask' ? task.subtasks : task.comments
  if (!tasks.some((task) => partsOf(task).some(isIt))) return tasks
  return tasks.map((task) => {
    if (!partsOf(task).some(isIt)) return task
    return news.kind === 'subtask'
      ? { ...task, subtasks: without(task.subtasks, news.id) }
      : { ...task, comments: without(task.comments, news.id) }
  })
}

/** The projects once one of them has become this. `isWhole`: the list holds all that this person sees. */
export function projectsAfter(projects: readonly Project[], came: Project, isWhole: boolean): After<readonly Project[]> {
  const before = projects.find(({ id }) => id === came.id)
  if (before && before.version >= came.version) return same(projects)
  if (!isWhole) return before?.is_active === came.is_active ? same(replaced(projects, came)) : unknown(projects)
  const now = before ? replaced(projects, came) : [...projects, came]
  return same(now.toSorted((a, b) => Number(b.is_active) - Number(a.is_active) || b.id - a.id))
}
