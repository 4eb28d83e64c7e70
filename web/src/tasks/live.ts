// How the cached answers about tasks follow what happens.
import { type Args, api, type DashboardProject, keyWithin, type Project, type Result, type Task } from 'contract'
import type { EntityKey } from '../live/highlights.ts'
import { type Change, missing, Outdated, onLive } from '../live/sync.ts'

/** The filters of a task list. */
type Scope = {
  project?: number | undefined
  status?: unknown
  priority?: unknown
  /** False for a page of a longer list. */
  isWhole: boolean
  /** The newest known state of a project. */
  projectOf: (id: number) => Project | undefined
}

/** Applies a change to a task list. Unaffected tasks stay the same objects. */
function applyToTasks(tasks: readonly Task[], scope: Scope, change: Change): readonly Task[] | Outdated<readonly Task[]> {
  if (!('type' in change)) return tasks
  const concernsScope = (project_id: number) => scope.project === undefined || scope.project === project_id
  switch (change.type) {
    case 'changed':
      if ('project' in change) return withProject(tasks, change.project)
      return concernsScope(change.project_id) ? withTask(tasks, scope, change.task) : tasks
    case 'patched':
      return patched(tasks, change)
    case 'removed': {
      const before = tasks.find(({ id }) => id === change.task_id)
      if (!concernsScope(change.project_id) || (before && before.version > change.version)) return tasks
      const rest = before ? tasks.filter((task) => task !== before) : tasks
      return scope.isWhole ? rest : new Outdated(rest)
    }
    case 'outdated':
    case 'gone':
      return concernsScope(change.project_id) ? new Outdated(tasks) : tasks
    default:
      return tasks
  }
}

/** Tasks show the key, name and state of their project. */
function withProject(tasks: readonly Task[], { id, key, name, is_active }: Project) {
  const isDifferent = (task: Task) =>
    task.project === id &&
    (task.project_name !== name || task.project_is_active !== is_active || task.key !== keyWithin(key, task.key))
  if (!tasks.some(isDifferent)) return tasks
  return tasks.map((task) =>
    isDifferent(task) ? { ...withProjectKey(task, key), project_name: name, project_is_active: is_active } : task,
  )
}

function withProjectKey(task: Task, project_key: string): Task {
  const withKey = <Keyed extends { key: string }>(keyed: Keyed): Keyed => ({ ...keyed, key: keyWithin(project_key, keyed.key) })
  return {
    ...withKey(task),
    blocked_by: task.blocked_by.map(withKey),
    subtasks: task.subtasks.map((subtask) => ({ ...withKey(subtask), blocked_by: subtask.blocked_by.map(withKey) })),
  }
}

function withTask(tasks: readonly Task[], { status, priority, isWhole, projectOf }: Scope, changed: Task) {
  const project = projectOf(changed.project)
  const [incoming = changed] = project ? withProject([changed], project) : [changed]
  const matches = (!status || status === incoming.status) && (!priority || priority === incoming.priority)
  const before = tasks.find(({ id }) => id === incoming.id)
  if (before && before.version >= incoming.version) return tasks
  if (before && matches) return tasks.map((task) => (task === before ? incoming : task))
  if (!before && !matches) return isWhole ? tasks : new Outdated(tasks)
  // Sorted by id, as the server sorts the tasks of a project.
  const others = tasks.filter((task) => task !== before)
  const after = matches ? [...others, incoming].sort((a, b) => a.id - b.id) : others
  return isWhole ? after : new Outdated(before ? after : tasks)
}

/** A task that is one version behind the answer is then as new as it. One that is further behind still lacks what others changed. */
function patched(tasks: readonly Task[], { task_id, version, patch }: Extract<Change, { type: 'patched' }>) {
  const isBehind = (task: Task) => task.id === task_id && (version === undefined || task.version < version)
  if (!tasks.some(isBehind)) return tasks
  return tasks.map((task) => {
    if (!isBehind(task)) return task
    return { ...patch(task), version: version === task.version + 1 ? version : task.version }
  })
}

const addTask = (rows: Map<EntityKey, object>, task: Task) => {
  rows.set(`task ${task.id}`, task)
  for (const subtask of task.subtasks) rows.set(`subtask ${subtask.id}`, subtask)
  for (const comment of task.comments) rows.set(`comment ${comment.id}`, comment)
  for (const file of task.files) rows.set(`file ${file.id}`, file)
  return rows
}
const rowsOf = (tasks: readonly Task[]) => tasks.reduce(addTask, new Map<EntityKey, object>())

onLive(api.tasks.list, {
  apply(page, change, { args, projectOf }) {
    const { project, status, priority } = args.query
    // A list without a limit is read whole, and what comes while it is read is applied to it again.
    const isWhole = args.query.limit === undefined || (page.next === null && page.previous === null)
    const isScoped = project !== undefined && project !== ''
    if (isScoped && isGone(change, Number(project))) return missing
    const scope = { project: isScoped ? Number(project) : undefined, status, priority, isWhole, projectOf }
    const applied = applyToTasks(page.results, scope, change)
    return applied instanceof Outdated ? new Outdated(withResults(page, applied.value)) : withResults(page, applied)
  },
  rowsOf: ({ results }) => rowsOf(results),
})

type Page = Result<typeof api.tasks.list>
const withResults = (page: Page, results: readonly Task[]) =>
  results === page.results ? page : { ...page, count: page.count + results.length - page.results.length, results: [...results] }

onLive(api.projects.tasks, {
  apply(tasks, change, { args: { params, query }, projectOf }) {
    const project = Number(params.project_id)
    if (isGone(change, project)) return missing
    const isWhole = !query.search && tasks.length < Number(query.limit ?? 1000)
    return applyToTasks(tasks, { project, isWhole, projectOf }, change) as Task[] | Outdated<Task[]>
  },
  rowsOf,
})

onLive(api.tasks.get, {
  apply(task, change, { projectOf }) {
    if (isGone(change, task.project) || (isRemoval(change, task.id) && task.version <= change.version)) return missing
    // A change of another task must not refetch this one.
    if ('type' in change && change.type === 'changed' && 'task' in change && change.task.id !== task.id) return task
    const applied = applyToTasks([task], { isWhole: true, projectOf }, change)
    if (applied instanceof Outdated)
      return 'project_id' in change && change.project_id === task.project ? new Outdated(task) : task
    return applied[0] ?? task
  },
  rowsOf: (task) => rowsOf([task]),
  revives: (change, { params }) =>
    'type' in change && change.type === 'changed' && 'task' in change && change.task.id === taskIn(params),
})

const taskIn = (params: Args<typeof api.tasks.get>['params']) => Number(params.task_id)
const isGone = (change: Change, project_id: number) =>
  'type' in change && change.type === 'gone' && change.project_id === project_id
const isRemoval = (change: Change, task_id: number): change is Extract<Change, { type: 'removed' }> =>
  'type' in change && change.type === 'removed' && change.task_id === task_id

onLive(api.dashboard.developer, {
  apply: (dashboard) => dashboard,
  rowsOf({ active_projects, past_projects }) {
    const projects: DashboardProject[] = [...active_projects, ...past_projects]
    const subtasks = projects.flatMap(({ tasks }) => tasks.flatMap((task) => task.subtasks))
    return new Map<EntityKey, object>([
      ...projects.flatMap(({ own_tasks }) => own_tasks).map((task) => [`task ${task.id}`, task] as const),
      ...subtasks.map((subtask) => [`subtask ${subtask.id}`, subtask] as const),
    ])
  },
})
