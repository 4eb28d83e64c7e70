import { type DashboardProject, daysBetween, type Status } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import { byId, idsOf, inOrderOf } from '../../ui/list/useSteady.ts'

type Task = DashboardProject['tasks'][number]
/** `isTask`: the task itself. `isRemoved`: deleted or reassigned, but still in its place while the list is held. */
export type MySubtask = Task['subtasks'][number] & { isTask?: true; isRemoved?: true }
type MyTask = Omit<Task, 'subtasks'> & { subtasks: MySubtask[] }
export type MyProject = Omit<DashboardProject, 'tasks' | 'own_tasks'> & { tasks: MyTask[] }

/** The projects with each task that is assigned to the developer before their subtasks of it. */
export const withOwnTasks = (projects: readonly DashboardProject[]): MyProject[] =>
  projects.map(({ own_tasks, tasks, ...project }) => {
    const isListed = new Set(tasks.map(({ id }) => id))
    const others = own_tasks.filter(({ id }) => !isListed.has(id)).map(({ id, title }) => ({ id, name: title, subtasks: [] }))
    const withOwn = (task: Task): MyTask => {
      const own = own_tasks.filter(({ id }) => id === task.id).map((row) => ({ ...row, isTask: true as const }))
      return { ...task, subtasks: [...own, ...task.subtasks] }
    }
    return { ...project, tasks: [...others, ...tasks].map(withOwn) }
  })

export type DueSubtask = { subtask: MySubtask; task: { id: number; name: string }; project: { id: number; name: string } }

/** Open work by its due date, then what is done. */
export const dueGroups = ['overdue', 'today', 'week', 'later', 'done_today', 'done'] as const
export type DueGroup = (typeof dueGroups)[number]
export type DueGroups = Record<DueGroup, DueSubtask[]>

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

/** Today, `YYYY-MM-DD`, and the date of a moment. */
type Now = { today: string; dateOf: (moment: string) => string }

/** The subtasks of active projects, each in one group: open ones by due date, the most urgent first, and done ones, the latest first. */
export function groupByDueDate(projects: readonly MyProject[], { today, dateOf }: Now): DueGroups {
  const groups: DueGroups = { overdue: [], today: [], week: [], later: [], done_today: [], done: [] }
  const groupOf = ({ status, due_date, done_at }: MySubtask) => {
    if (status !== 'done') return dueGroupOf(due_date, today)
    return done_at && dateOf(done_at) === today ? 'done_today' : 'done'
  }
  for (const { is_active, id, name, tasks } of projects)
    if (is_active)
      for (const task of tasks)
        for (const subtask of task.subtasks) groups[groupOf(subtask)].push({ subtask, task, project: { id, name } })
  const byDue = (a: DueSubtask, b: DueSubtask) => (a.subtask.due_date ?? never).localeCompare(b.subtask.due_date ?? never)
  const byDone = (a: DueSubtask, b: DueSubtask) => (b.subtask.done_at ?? '').localeCompare(a.subtask.done_at ?? '')
  for (const group of ['overdue', 'today', 'week', 'later'] as const) groups[group].sort(byDue)
  for (const group of ['done_today', 'done'] as const) groups[group].sort(byDone)
  return groups
}

/** The due groups in the order in which the person wants to work. Rows that they have not moved come last. */
export function inOwnOrder(groups: DueGroups, ids: readonly number[]): DueGroups {
  const rank = ({ subtask }: DueSubtask) => (ids.includes(subtask.id) ? ids.indexOf(subtask.id) : ids.length)
  const ordered = (items: readonly DueSubtask[]) => items.toSorted((a, b) => rank(a) - rank(b))
  return ids.length ? { ...groups, overdue: ordered(groups.overdue), today: ordered(groups.today) } : groups
}

/** By id. */
export type Statuses = Record<'tasks' | 'subtasks', ReadonlyMap<number, Status>>

/** The projects with these statuses. Without statuses it is the same array. */
export function withStatuses(projects: readonly DashboardProject[], { tasks, subtasks }: Statuses) {
  if (tasks.size + subtasks.size === 0) return projects
  const become = (statuses: ReadonlyMap<number, Status>) => (work: DashboardProject['own_tasks'][number]) => {
    const status = statuses.get(work.id)
    if (!status) return work
    return { ...work, status, done_at: status === 'done' ? (work.done_at ?? new Date().toISOString()) : null }
  }
  return projects.map((project) => ({
    ...project,
    own_tasks: project.own_tasks.map(become(tasks)),
    tasks: project.tasks.map((task) => ({ ...task, subtasks: task.subtasks.map(become(subtasks)) })),
  }))
}

/** Projects with tasks first, inactive ones last; otherwise in their order. */
export const activeWithTasksFirst = (projects: readonly MyProject[]) => projects.toSorted((a, b) => rank(a) - rank(b))

const rank = ({ is_active, tasks }: MyProject) => (is_active ? (tasks.length ? 0 : 1) : 2)

/** Everything on a developer's page, in the order shown. */
export type DeveloperWork = {
  active: readonly MyProject[]
  past: readonly MyProject[]
  groups: DueGroups
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
    groups: inEach(group),
  }
}

const duesOf = ({ id, name, tasks }: MyProject): DueSubtask[] =>
  tasks.flatMap((task) => task.subtasks.map((subtask) => ({ subtask, task, project: { id, name } })))

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
  const isMatch = ({ subtask, task, project }: DueSubtask) => matches(`${subtask.title} ${task.name} ${project.name}`)
  return { active: matchesIn(active), past: matchesIn(past), groups: inEach((name) => groups[name].filter(isMatch)) }
}

export const subtasksOf = (projects: readonly MyProject[]): MySubtask[] =>
  projects.flatMap(({ tasks }) => tasks.flatMap(({ subtasks }) => subtasks))

/** The day's finished work as text to say or paste: by project, a line for each task, or subtask with its task. */
export function standUpText(items: readonly DueSubtask[]) {
  const byProject = Map.groupBy(items, ({ project }) => project.id)
  return [...byProject.values()]
    .map((done) =>
      [
        done[0]?.project.name ?? '',
        ...done.map(({ subtask, task }) => `- ${subtask.title}${subtask.isTask ? '' : ` (${task.name})`}`),
      ].join('\n'),
    )
    .join('\n\n')
}

const inEach = (itemsOf: (group: DueGroup) => DueSubtask[]) =>
  Object.fromEntries(dueGroups.map((group) => [group, itemsOf(group)])) as DueGroups
