import { type Comment, type Label, type Project, priorities, type Subtask, statuses, type Task } from 'contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyToProjects, applyToTasks, type EntityEvent, newKnownVersions, recordEvent, type Scope } from './events.ts'

const at = '2026-03-01T10:00:00Z'
const project_id = 1
const red: Label = { id: 1, name: 'Red', color: '#FF0000' }
const projectOf = (version: number, name = 'Website', is_active = true): Project => ({
  id: project_id,
  name,
  description: '',
  start_date: null,
  end_date: null,
  priority: 'medium',
  status: 'planning',
  is_active,
  assigned_pm: 1,
  has_manager: true,
  members: [],
  created_at: at,
  version,
})
const taskOf = (id: number, more: Partial<Task> = {}): Task => ({
  id,
  title: `Task ${id}`,
  description: '',
  status: 'todo',
  priority: 'medium',
  due_date: null,
  created_at: at,
  version: 1,
  project: project_id,
  project_name: 'Website',
  project_is_active: true,
  assigned_to: null,
  labels: [],
  subtasks: [],
  comments: [],
  ...more,
})
const subtaskOf = (id: number, { id: task, title, labels }: Task, more: Partial<Subtask> = {}): Subtask => ({
  id,
  title: `Subtask ${id}`,
  description: '',
  task,
  parent_task: { id: task, title },
  assigned_to: null,
  status: 'todo',
  due_date: null,
  priority: 'medium',
  estimated_hours: null,
  created_at: at,
  version: 1,
  labels,
  ...more,
})
const commentOf = (id: number): Comment => ({ id, text: `Comment ${id}`, author: 1, author_name: 'Pam', created_at: at })
const withoutChildren = ({ subtasks: _, comments: __, ...task }: Task) => task
const wholeProject: Scope = { project: project_id, isWhole: true }

function applyEvents(tasks: readonly Task[], news: readonly EntityEvent[], scope = wholeProject) {
  const memory = newKnownVersions()
  let [now, isOutdated] = [tasks, false]
  for (const one of news) {
    recordEvent(memory, one)
    const after = applyToTasks(now, scope, one, memory)
    now = after.value
    isOutdated ||= after.isOutdated
  }
  return { now, isOutdated }
}

test('what is older than what is known changes nothing', () => {
  const task = taskOf(1, { version: 3, title: 'New' })
  expect(applyEvents([task], [{ type: 'changed', project_id, task: withoutChildren(taskOf(1, { version: 2 })) }]).now[0]).toBe(
    task,
  )
})

test('what was removed does not come back by what was told of it before, but does when it is restored', () => {
  const task = taskOf(1, { subtasks: [subtaskOf(2, taskOf(1), { version: 4 })] })
  const gone: EntityEvent = { type: 'removed', project_id, kind: 'subtask', id: 2, version: 4 }
  const told = (version: number): EntityEvent => ({ type: 'changed', project_id, subtask: subtaskOf(2, task, { version }) })
  expect(applyEvents([task], [gone, told(3), told(4)]).now[0]?.subtasks).toEqual([])
  expect(applyEvents([task], [gone, told(5)]).now[0]?.subtasks).toHaveLength(1)
  expect(applyEvents([task], [told(5), gone]).now[0]?.subtasks).toHaveLength(1)
})

test('a task that no longer has the status asked for leaves the list; one that comes to have it is asked for', () => {
  const scope: Scope = { ...wholeProject, status: 'todo' }
  const done: EntityEvent = { type: 'changed', project_id, task: withoutChildren(taskOf(1, { version: 2, status: 'done' })) }
  expect(applyEvents([taskOf(1)], [done], scope)).toEqual({ now: [], isOutdated: false })
  const todo: EntityEvent = { type: 'changed', project_id, task: withoutChildren(taskOf(1, { version: 3 })) }
  expect(applyEvents([], [todo], scope).isOutdated).toBe(true)
})

test('a page of a longer list is asked for again where tasks come or go', () => {
  const scope: Scope = { ...wholeProject, isWhole: false }
  expect(applyEvents([], [{ type: 'changed', project_id, task: withoutChildren(taskOf(7)) }], scope).isOutdated).toBe(true)
  expect(applyEvents([taskOf(1)], [{ type: 'removed', project_id, kind: 'task', id: 1, version: 1 }], scope).isOutdated).toBe(
    true,
  )
})

test('a subtask shows the title and labels of its task, whichever is told first', () => {
  const before = taskOf(1, { subtasks: [subtaskOf(2, taskOf(1))] })
  const task = taskOf(1, { version: 2, title: 'Renamed', labels: [red] })
  const renamed: EntityEvent = { type: 'changed', project_id, task: withoutChildren(task) }
  const late: EntityEvent = { type: 'changed', project_id, subtask: subtaskOf(2, before, { version: 2, status: 'done' }) }
  for (const news of [
    [renamed, late],
    [late, renamed],
  ]) {
    const [subtask] = applyEvents([before], news).now[0]?.subtasks ?? []
    expect(subtask).toEqual(subtaskOf(2, task, { version: 2, status: 'done' }))
  }
})

test('an active project stands before the inactive ones, the newest first', () => {
  const [one, two] = [projectOf(1), { ...projectOf(1), id: 2 }]
  const { value } = applyToProjects([two, one], { ...two, version: 2, is_active: false }, true)
  expect(value.map(({ id }) => id)).toEqual([1, 2])
  expect(applyToProjects([two], one, true).value).toHaveLength(2)
  expect(applyToProjects([two], one, false).isOutdated).toBe(true)
})

// Models the server's project: acts change it and publish events.
type Trash = { task?: Task; subtask?: Subtask; comment?: { task_id: number; comment: Comment } }
type World = { project: Project; tasks: Task[]; trash: Trash[]; next: number }
const acts = ['task', 'subtask', 'comment', 'status', 'title', 'labels', 'remove', 'removePart', 'restore', 'rename'] as const
type Act = { act: (typeof acts)[number]; which: number }

function applyAct(world: World, { act, which }: Act): EntityEvent[] {
  const { tasks, project } = world
  const task = tasks[which % (tasks.length || 1)]
  const put = (now: Task) => {
    world.tasks = tasks.map((other) => (other.id === now.id ? now : other))
    return now
  }
  const own = { project_name: project.name, project_is_active: project.is_active }
  const changedTask = (now: Task): EntityEvent[] => [{ type: 'changed', project_id, task: withoutChildren(now) }]
  const changedSubtask = (subtask: Subtask): EntityEvent[] => [{ type: 'changed', project_id, subtask }]
  const inOrder = <T extends { id: number }>(list: readonly T[]) => list.toSorted((a, b) => a.id - b.id)
  if (act === 'task') {
    const made = taskOf(world.next++, { ...own, priority: priorities[which % 3] ?? 'low' })
    world.tasks = [...tasks, made]
    return changedTask(made)
  }
  if (act === 'rename') {
    const now = projectOf(project.version + 1, `Name ${which}`, which % 2 === 0)
    world.project = now
    world.tasks = tasks.map((one) => ({ ...one, project_name: now.name, project_is_active: now.is_active }))
    return [{ type: 'changed', project: now }]
  }
  if (act === 'restore') {
    const { task: back, subtask, comment } = world.trash.pop() ?? {}
    if (back) {
      const again = { ...back, ...own, version: back.version + 1 }
      world.tasks = inOrder([...tasks, again])
      return changedTask(again)
    }
    const parent = tasks.find(({ id }) => id === (subtask?.task ?? comment?.task_id))
    if (!parent) return []
    if (comment) {
      put({ ...parent, comments: inOrder([...parent.comments, comment.comment]) })
      return [{ type: 'changed', project_id, ...comment }]
    }
    if (!subtask) return []
    const again = subtaskOf(subtask.id, parent, { status: subtask.status, version: subtask.version + 1 })
    put({ ...parent, subtasks: inOrder([...parent.subtasks, again]) })
    return changedSubtask(again)
  }
  if (!task) return []
  const [subtask, comment] = [task.subtasks[which % (task.subtasks.length || 1)], task.comments[0]]
  switch (act) {
    case 'subtask': {
      const made = subtaskOf(world.next++, task)
      put({ ...task, subtasks: [...task.subtasks, made] })
      return changedSubtask(made)
    }
    case 'comment': {
      const made = commentOf(world.next++)
      put({ ...task, comments: [...task.comments, made] })
      return [{ type: 'changed', project_id, task_id: task.id, comment: made }]
    }
    case 'status': {
      const status = statuses[which % 3] ?? 'todo'
      if (!subtask) return changedTask(put({ ...task, status, version: task.version + 1 }))
      const now = { ...subtask, status, version: subtask.version + 1 }
      put({ ...task, subtasks: task.subtasks.map((other) => (other.id === now.id ? now : other)) })
      return changedSubtask(now)
    }
    case 'title':
    case 'labels': {
      const [title, labels] = act === 'title' ? [`Title ${which}`, task.labels] : [task.title, which % 2 ? [red] : []]
      const status = statuses[which % 3] ?? 'todo'
      const subtasks = task.subtasks.map((one) => ({ ...one, labels, parent_task: { id: task.id, title } }))
      return changedTask(put({ ...task, title, labels, status, subtasks, version: task.version + 1 }))
    }
    case 'remove':
      world.tasks = tasks.filter((other) => other !== task)
      world.trash.push({ task })
      return [{ type: 'removed', project_id, kind: 'task', id: task.id, version: task.version }]
    case 'removePart':
      if (subtask) {
        put({ ...task, subtasks: task.subtasks.filter((other) => other !== subtask) })
        world.trash.push({ subtask })
        return [{ type: 'removed', project_id, kind: 'subtask', id: subtask.id, version: subtask.version }]
      }
      if (!comment) return []
      put({ ...task, comments: task.comments.slice(1) })
      world.trash.push({ comment: { task_id: task.id, comment } })
      return [{ type: 'removed', project_id, kind: 'comment', id: comment.id }]
  }
}

const history = fc.array(fc.record({ act: fc.constantFrom(...acts), which: fc.nat(11) }), { maxLength: 25 })
const matching = (tasks: readonly Task[], { status, priority }: Scope) =>
  tasks.filter((task) => (!status || task.status === status) && (!priority || task.priority === priority))
const scopes = fc.record({
  project: fc.constant(project_id),
  status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
  priority: fc.option(fc.constantFrom(...priorities), { nil: undefined }),
  isWhole: fc.constant(true),
})

/** Returns the events of all acts, the tasks after `until` acts, and the tasks at the end. */
function replay(past: readonly Act[], until: number) {
  const world: World = { project: projectOf(1), tasks: [], trash: [], next: 1 }
  const told = past.map((act, i) => {
    const news = applyAct(world, act)
    return { news, tasks: i + 1 === until ? world.tasks : undefined }
  })
  const then = until === 0 ? [] : (told.find(({ tasks }) => tasks)?.tasks ?? world.tasks)
  return { then, told: told.map(({ news }) => news), now: world.tasks }
}

test('news in any order and any number of times end in what a fresh load shows, or in one', () => {
  const rounds = history.chain((past) =>
    fc.record({
      past: fc.constant(past),
      from: fc.nat(past.length),
      late: fc.nat(4),
      scope: scopes,
      order: fc.infiniteStream(fc.nat()),
    }),
  )
  fc.assert(
    fc.property(rounds, ({ past, from, late, scope, order }) => {
      const { then, told, now } = replay(past, from)
      // Some events are older than the list and arrive late.
      const news = told.slice(Math.max(0, from - late)).flat()
      const repeated = news.filter(() => (order.next().value ?? 0) % 3 === 0)
      const mixed = [...news, ...repeated].map((one) => ({ one, at: order.next().value ?? 0 })).sort((a, b) => a.at - b.at)
      const heard = applyEvents(
        matching(then, scope),
        mixed.map(({ one }) => one),
        scope,
      )
      if (!heard.isOutdated) expect(heard.now).toEqual(matching(now, scope))
    }),
    { numRuns: 1500 },
  )
})

test('news in their order need no fresh load, unless something is brought back', () => {
  fc.assert(
    fc.property(history, (past) => {
      const { told, now } = replay(
        past.filter(({ act }) => act !== 'restore'),
        0,
      )
      expect(applyEvents([], told.flat())).toEqual({ now, isOutdated: false })
    }),
    { numRuns: 500 },
  )
})
