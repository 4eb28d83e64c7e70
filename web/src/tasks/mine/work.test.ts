import type { DashboardProject } from 'contract'
import { expect, test } from 'vitest'
import {
  activeWithTasksFirst,
  type DeveloperWork,
  dueGroupOf,
  groupByDueDate,
  inOwnOrder,
  isSameOrder,
  keepPlaces,
  matching,
  standUpText,
  subtasksOf,
  withOwnTasks,
  withStatuses,
} from './work.ts'

const today = '2026-03-01'
const now = { today, dateOf: (moment: string) => moment.slice(0, 10) }

test.each([
  ['2026-02-28', 'overdue'],
  ['2026-03-01', 'today'],
  ['2026-03-02', 'week'],
  ['2026-03-08', 'week'],
  ['2026-03-09', 'later'],
  [null, 'later'],
])('%s is %s on the first of March', (date, group) => expect(dueGroupOf(date, today)).toBe(group))

const subtask = (id: number, due_date: string | null, status: 'todo' | 'done' = 'todo') => ({
  id,
  key: `WEB-${id}`,
  title: `S${id}`,
  status,
  due_date,
  done_at: status === 'done' ? `${today}T10:00:00Z` : null,
})
const project = (id: number, is_active: boolean, subtasks: ReturnType<typeof subtask>[]): DashboardProject => ({
  id,
  name: `P${id}`,
  is_active,
  is_member: true,
  tasks: subtasks.length ? [{ id, name: `T${id}`, subtasks }] : [],
  own_tasks: [],
})

test('what is due is open work of active projects, the most urgent first', () => {
  const groups = groupByDueDate(
    [
      project(1, true, [subtask(1, '2026-02-20'), subtask(2, '2026-02-10'), subtask(3, today, 'done'), subtask(4, null)]),
      project(2, false, [subtask(5, today)]),
    ],
    now,
  )
  expect(groups.overdue.map(({ subtask: { id } }) => id)).toEqual([2, 1])
  expect(groups.today).toEqual([])
  expect(groups.later.map(({ project: { name }, task }) => [name, task.name])).toEqual([['P1', 'T1']])
})

test('each subtask of an active project is in one group, and what is done comes last, the latest first', () => {
  const done = (id: number, done_at: string) => ({ ...subtask(id, today, 'done'), done_at })
  const subtasks = [
    done(1, '2026-02-27T23:00:00Z'),
    done(2, `${today}T08:00:00Z`),
    done(3, `${today}T09:00:00Z`),
    subtask(4, '2026-03-02'),
  ]
  const groups = groupByDueDate([project(1, true, subtasks)], now)
  const ids = Object.values(groups).map((items) => items.map((item) => item.subtask.id))
  expect(ids).toEqual([[], [], [4], [], [3, 2], [1]])
})

test('what is due today comes in the person’s own order, and what they have not moved comes last', () => {
  const subtasks = [1, 2, 3, 4].map((id) => subtask(id, today))
  const groups = inOwnOrder(groupByDueDate([project(1, true, subtasks)], now), [3, 1])
  expect(groups.today.map((item) => item.subtask.id)).toEqual([3, 1, 2, 4])
})

test('a status on its way is shown', () => {
  const [first] = withStatuses([project(1, true, [subtask(1, null), subtask(2, null)])], {
    tasks: new Map(),
    subtasks: new Map([[2, 'done']]),
  })
  expect(first?.tasks[0]?.subtasks.map(({ status }) => status)).toEqual(['todo', 'done'])
})

test('projects with work come first, inactive ones last', () =>
  expect(
    activeWithTasksFirst([project(1, false, [subtask(1, null)]), project(2, true, []), project(3, true, [subtask(2, null)])]).map(
      ({ id }) => id,
    ),
  ).toEqual([3, 2, 1]))

const work = (projects: DashboardProject[]): DeveloperWork => ({
  active: projects,
  past: [],
  groups: groupByDueDate(projects, now),
})
const before = work([project(1, true, [subtask(1, '2026-02-20'), subtask(2, null)])])

test('while the list is held, rows keep their places and show their latest content', () => {
  const later = work([
    project(2, true, [subtask(3, '2026-01-01')]),
    project(1, true, [subtask(2, null), subtask(1, '2026-02-20', 'done')]),
  ])
  const shown = keepPlaces(before, later)
  expect(shown.groups.overdue.map(({ subtask: { id, status } }) => [id, status])).toEqual([
    [1, 'done'],
    [3, 'todo'],
  ])
  expect(shown.groups.later.map(({ subtask: { id } }) => id)).toEqual([2])
  expect(shown.active.map(({ id }) => id)).toEqual([1, 2])
  expect(subtasksOf(shown.active).map(({ id, status }) => [id, status])).toEqual([
    [1, 'done'],
    [2, 'todo'],
    [3, 'todo'],
  ])
  expect(isSameOrder(shown, later)).toBe(false)
  expect(isSameOrder(keepPlaces(before, before), before)).toBe(true)
})

test('names, badges and new rows do not wait until the list is left', () => {
  const renamed = { ...project(1, false, [subtask(1, '2026-02-20'), subtask(2, null), subtask(4, today)]), name: 'Renamed' }
  const [task] = renamed.tasks
  const later = work([{ ...renamed, tasks: task ? [{ ...task, name: 'Renamed task' }] : [] }])
  const [shown] = keepPlaces(before, later).active
  expect([shown?.name, shown?.is_active, shown?.tasks[0]?.name]).toEqual(['Renamed', false, 'Renamed task'])
  expect(subtasksOf(keepPlaces(before, later).active).map(({ id }) => id)).toEqual([1, 2, 4])
  const active = work([{ ...renamed, is_active: true }])
  expect(keepPlaces(before, active).groups.later[0]?.project.name).toBe('Renamed')
  expect(keepPlaces(before, active).groups.today.map(({ subtask: { id } }) => id)).toEqual([4])
})

test('a removed subtask keeps its place and is marked as removed', () => {
  const shown = keepPlaces(before, work([project(1, true, [subtask(2, '2026-03-01')])]))
  expect(subtasksOf(shown.active).map(({ id, isRemoved }) => [id, isRemoved])).toEqual([
    [1, true],
    [2, undefined],
  ])
  expect(shown.groups.overdue.map(({ subtask: { id, isRemoved } }) => [id, isRemoved])).toEqual([[1, true]])
  expect(shown.groups.later.map(({ subtask: { id, due_date } }) => [id, due_date])).toEqual([[2, '2026-03-01']])
  expect(shown.groups.today).toEqual([])
  expect(subtasksOf(keepPlaces(before, work([])).active).every(({ isRemoved }) => isRemoved)).toBe(true)
})

test('a search finds subtasks by their title, task or project', () => {
  expect(subtasksOf(matching(before, 's2').active).map(({ id }) => id)).toEqual([2])
  expect(matching(before, 's2').groups).toMatchObject({ overdue: [], later: [{ subtask: { id: 2 } }] })
  expect(subtasksOf(matching(before, 'p1 t1').active)).toHaveLength(2)
  expect(matching(before, 'p1 nothing').active).toEqual([])
})

test('what was done is worded by project', () => {
  const { groups } = work([
    project(1, true, [subtask(1, null, 'done'), subtask(2, null, 'done')]),
    project(2, true, [subtask(3, null, 'done')]),
  ])
  expect(standUpText(groups.done_today)).toBe('P1\n- S1 (T1)\n- S2 (T1)\n\nP2\n- S3 (T2)')
})

test('a task that is assigned to the developer is a row of its own, before their subtasks of it', () => {
  const task = (id: number) => ({ ...subtask(id, null), title: `T${id}` })
  const [first] = withOwnTasks([{ ...project(1, true, [subtask(2, null)]), own_tasks: [task(1), task(3)] }])
  const rows = first?.tasks.map(({ id, subtasks }) => [id, subtasks.map((row) => [row.id, row.isTask ?? false])])
  expect(rows).toEqual([
    [3, [[3, true]]],
    [
      1,
      [
        [1, true],
        [2, false],
      ],
    ],
  ])
  expect(
    standUpText([{ subtask: { ...task(3), isTask: true }, task: { id: 3, name: 'T3' }, project: { id: 1, name: 'P1' } }]),
  ).toBe('P1\n- T3')
})
