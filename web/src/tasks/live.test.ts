import { api, type Comment, type Label, type Project, priorities, type Subtask, statuses, type Task } from 'contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient, keyOf } from '../api/data.ts'
import { applyAnswer, type Change } from '../live/sync.ts'
import './live.ts'

const at = '2026-03-01T10:00:00Z'
const project_id = 1
const red: Label = { id: 1, name: 'Red', color: '#FF0000' }
const projectOf = (version: number, name = 'Website', is_active = true): Project => ({
  id: project_id,
  key: 'WEB',
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
  key: `WEB-${id}`,
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
  blocked_by: [],
  recurrence: null,
  spent_minutes: 0,
  next_task: null,
  labels: [],
  subtasks: [],
  comments: [],
  files: [],
  ...more,
})
const subtaskOf = (id: number, { id: task, title, labels }: Task, more: Partial<Subtask> = {}): Subtask => ({
  id,
  key: `WEB-${id}`,
  title: `Subtask ${id}`,
  description: '',
  task,
  parent_task: { id: task, title },
  assigned_to: null,
  status: 'todo',
  due_date: null,
  priority: 'medium',
  estimated_hours: null,
  spent_minutes: 0,
  created_at: at,
  version: 1,
  blocked_by: [],
  labels,
  ...more,
})
const commentOf = (id: number): Comment => ({
  id,
  text: `Comment ${id}`,
  author: 1,
  author_name: 'Pam',
  created_at: at,
  edited_at: null,
  reactions: [],
})

type Filters = { status?: Task['status'] | undefined; priority?: Task['priority'] | undefined }

/** Applies changes to a cached list. Returns the tasks, and whether the list has to be read again. */
function applyAll(
  tasks: readonly Task[],
  changes: readonly Change[],
  filters: Filters & { limit?: string } = {},
  next: string | null = null,
) {
  const client = createClient()
  const queryKey = keyOf(api.tasks.list, { query: { project: String(project_id), ...filters } })
  const results = [...tasks]
  client.setQueryData(queryKey, { count: results.length, next, previous: null, results })
  for (const change of changes) applyAnswer(client, change)
  const { data, isInvalidated } = client.getQueryState<{ results: Task[] }>(queryKey) ?? {}
  client.clear()
  return { now: data?.results ?? [], isOutdated: isInvalidated ?? false }
}
const changed = (task: Task): Change => ({ type: 'changed', project_id, task })
const removed = ({ id, version }: Task): Change => ({ type: 'removed', project_id, task_id: id, version })

test('what is older than what is known changes nothing', () => {
  const task = taskOf(1, { version: 3, title: 'New' })
  expect(applyAll([task], [changed(taskOf(1, { version: 2 }))]).now[0]).toBe(task)
})

test('a removed task does not come back by an earlier event, but does when it is restored', () => {
  const task = taskOf(1, { version: 4 })
  const [earlier, restored] = [changed(taskOf(1, { version: 4 })), changed(taskOf(1, { version: 5 }))]
  expect(applyAll([task], [removed(task), earlier]).now).toEqual([])
  expect(applyAll([task], [removed(task), restored]).now).toHaveLength(1)
  expect(applyAll([task], [restored, removed(task)]).now).toHaveLength(1)
})

test('a task that no longer has the status of a list leaves it, and one that gets it joins', () => {
  expect(applyAll([taskOf(1)], [changed(taskOf(1, { version: 2, status: 'done' }))], { status: 'todo' }).now).toEqual([])
  expect(applyAll([], [changed(taskOf(1, { version: 3 }))], { status: 'todo' }).now).toHaveLength(1)
})

test('a page of a longer list is read again when tasks come or go', () => {
  const limit = '1000'
  expect(applyAll([], [changed(taskOf(7))], { limit }, 'next').isOutdated).toBe(true)
  expect(applyAll([taskOf(1)], [removed(taskOf(1))], { limit }, 'next').isOutdated).toBe(true)
})

test('a list that is still being read shows new tasks, and is not read twice', () => {
  expect(applyAll([taskOf(1)], [changed(taskOf(2401))], {}, 'next')).toMatchObject({
    now: [{ id: 1 }, { id: 2401 }],
    isOutdated: false,
  })
  expect(applyAll([taskOf(1)], [removed(taskOf(1))], {}, 'next')).toEqual({ now: [], isOutdated: false })
})

test('the answer about a subtask makes its task as new as the answer only if nothing is missing in between', () => {
  const patch = (version: number): Change => ({
    type: 'patched',
    task_id: 1,
    version,
    patch: (task) => ({ ...task, subtasks: [subtaskOf(9, task)] }),
  })
  for (const [version, after] of [
    [1, 1],
    [2, 2],
    [3, 1],
  ] as const)
    expect(applyAll([taskOf(1)], [patch(version)]).now[0]).toMatchObject({
      version: after,
      subtasks: version > 1 ? [{ id: 9 }] : [],
    })
})

// Models the server's project: acts change it and publish events.
type Entry = { task?: Task; part?: { task_id: number; subtask?: Subtask; comment?: Comment } }
type World = { project: Project; tasks: Task[]; trash: Entry[]; next: number }
const acts = ['task', 'subtask', 'comment', 'status', 'title', 'labels', 'remove', 'removePart', 'restore', 'rename'] as const
type Act = { act: (typeof acts)[number]; which: number }

function applyAct(world: World, { act, which }: Act): Change[] {
  const { tasks, project } = world
  const task = tasks[which % (tasks.length || 1)]
  const own = { project_name: project.name, project_is_active: project.is_active }
  const inOrder = <T extends { id: number }>(list: readonly T[]) => list.toSorted((a, b) => a.id - b.id)
  /** Every change within a task raises its version, which its subtasks show, too. */
  const put = (now: Task, version = now.version + 1) => {
    const subtasks = now.subtasks.map((subtask) => ({ ...subtask, ...shownOf(now), version }))
    const after = { ...now, ...own, version, subtasks }
    world.tasks = inOrder([...tasks.filter(({ id }) => id !== now.id), after])
    return [changed(after)]
  }
  const shownOf = ({ id, title, labels }: Task) => ({ parent_task: { id, title }, labels })
  if (act === 'task') return put(taskOf(world.next++, { priority: priorities[which % 3] ?? 'low' }), 1)
  if (act === 'rename') {
    const now = projectOf(project.version + 1, `Name ${which}`, which % 2 === 0)
    world.project = now
    world.tasks = tasks.map((one) => ({ ...one, project_name: now.name, project_is_active: now.is_active }))
    return [{ type: 'changed', project: now }]
  }
  if (act === 'restore') {
    const { task: back, part } = world.trash.pop() ?? {}
    const parent = back ?? tasks.find(({ id }) => id === part?.task_id)
    if (!parent) return []
    const subtasks = inOrder([...parent.subtasks, ...(part?.subtask ? [part.subtask] : [])])
    return put({ ...parent, subtasks, comments: inOrder([...parent.comments, ...(part?.comment ? [part.comment] : [])]) })
  }
  if (!task) return []
  const [subtask, comment] = [task.subtasks[which % (task.subtasks.length || 1)], task.comments[0]]
  const status = statuses[which % 3] ?? 'todo'
  switch (act) {
    case 'subtask':
      return put({ ...task, subtasks: [...task.subtasks, subtaskOf(world.next++, task)] })
    case 'comment':
      return put({ ...task, comments: [...task.comments, commentOf(world.next++)] })
    case 'status':
      if (!subtask) return put({ ...task, status })
      return put({ ...task, subtasks: task.subtasks.map((other) => (other === subtask ? { ...other, status } : other)) })
    case 'title':
      return put({ ...task, title: `Title ${which}`, status })
    case 'labels':
      return put({ ...task, labels: which % 2 ? [red] : [], status })
    case 'remove':
      world.tasks = tasks.filter((other) => other !== task)
      world.trash.push({ task })
      return [removed(task)]
    case 'removePart':
      world.trash.push({ part: { task_id: task.id, ...(subtask ? { subtask } : comment && { comment }) } })
      return put({
        ...task,
        subtasks: task.subtasks.filter((other) => other !== subtask),
        comments: subtask ? task.comments : task.comments.slice(1),
      })
  }
}

const history = fc.array(fc.record({ act: fc.constantFrom(...acts), which: fc.nat(11) }), { maxLength: 25 })
const matching = (tasks: readonly Task[], { status, priority }: Filters) =>
  tasks.filter((task) => (!status || task.status === status) && (!priority || task.priority === priority))
const lists = fc.record({
  status: fc.option(fc.constantFrom(...statuses), { nil: undefined }),
  priority: fc.option(fc.constantFrom(...priorities), { nil: undefined }),
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

test('news in any order and any number of times end in what a fresh load shows', () => {
  const rounds = history.chain((past) =>
    fc.record({
      past: fc.constant(past),
      from: fc.nat(past.length),
      late: fc.nat(4),
      filters: lists,
      order: fc.infiniteStream(fc.nat()),
    }),
  )
  fc.assert(
    fc.property(rounds, ({ past, from, late, filters, order }) => {
      const { then, told, now } = replay(past, from)
      // Some events are older than the list and arrive late.
      const news = told.slice(Math.max(0, from - late)).flat()
      const repeated = news.filter(() => (order.next().value ?? 0) % 3 === 0)
      const mixed = [...news, ...repeated].map((one) => ({ one, at: order.next().value ?? 0 })).sort((a, b) => a.at - b.at)
      const heard = applyAll(
        matching(then, filters),
        mixed.map(({ one }) => one),
        filters,
      )
      expect(heard).toEqual({ now: matching(now, filters), isOutdated: false })
    }),
    { numRuns: 500 },
  )
})

test('news in their order need no fresh load', () => {
  fc.assert(
    fc.property(history, (past) => {
      const { told, now } = replay(past, 0)
      expect(applyAll([], told.flat())).toEqual({ now, isOutdated: false })
    }),
    { numRuns: 500 },
  )
})

test('the new key of a project is in the keys of its work, and of what that waits for', () => {
  const blocked_by = [{ id: 3, key: 'WEB-5', title: 'First', status: 'todo' as const, task: 5, subtask: null }]
  const task = taskOf(1, { blocked_by })
  const whole = { ...task, subtasks: [subtaskOf(9, task, { blocked_by })] }
  const change: Change = { type: 'changed', project_id, project: { ...projectOf(2), key: 'SITE' } }
  const after = [{ key: 'SITE-5' }]
  expect(applyAll([whole], [change]).now[0]).toMatchObject({
    key: 'SITE-1',
    blocked_by: after,
    subtasks: [{ key: 'SITE-9', blocked_by: after }],
  })
})
