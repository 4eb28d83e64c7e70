import type { Workload, WorkloadItem } from 'contract'
import { expect, test } from 'vitest'
import {
  columnOf,
  countedItems,
  dueDayIn,
  isAwayOn,
  linkTo,
  loadTone,
  moveInto,
  notableIn,
  undated,
  withWorkloadChanges,
  workIn,
} from './workload.ts'

// The week of a Friday, and those after it.
const today = '2026-11-27'
const weeks = [
  { from: '2026-11-23', until: '2026-11-29' },
  { from: '2026-11-30', until: '2026-12-06' },
  { from: '2026-12-07', until: '2026-12-13' },
]
const away = (from: string, to = from) => ({ from, to, starts_at_noon: false, ends_at_noon: false })

const item = (id: number, due_date: string | null, estimated_hours: number | null = 8): WorkloadItem => ({
  ...{ id, due_date, estimated_hours },
  ...{ type: 'subtask', key: `WEB-${id}`, title: `Step ${id}`, task: 1, project: { id: 1, name: 'Website' } },
})

function person(id: number, items: WorkloadItem[], absences: ReturnType<typeof away>[] = []): Workload['people'][number] {
  const planned = (column: string) =>
    items.reduce((sum, one) => sum + (columnOf(one.due_date, weeks) === column ? (one.estimated_hours ?? 0) : 0), 0)
  const capacities = weeks.map((week) => ({
    ...week,
    scheduled: 2400,
    holidays: 0,
    leave: 0,
    planned: planned(week.from),
    done: 0,
    overdue: 0,
  }))
  return { person: { id, full_name: `Person ${id}` }, weeks: capacities, absences, items }
}

const workloadOf = (...people: Workload['people']): Workload => ({ weeks, people })

test('a subtask is in the week of its date, in the first one if it is overdue, and apart without a date', () => {
  expect(columnOf('2026-12-08', weeks)).toBe('2026-12-07')
  expect(columnOf('2026-11-01', weeks)).toBe('2026-11-23')
  expect(columnOf(null, weeks)).toBe(undated)
  expect(columnOf('2026-12-14', weeks)).toBeUndefined()
})

test('a week is nearly full above four fifths, and too much above the whole of the capacity', () => {
  const week = { ...{ from: '2026-12-07', until: '2026-12-13' }, scheduled: 2400, holidays: 0, leave: 0, done: 0, overdue: 0 }
  expect([32, 32.1, 40, 40.1].map((planned) => loadTone({ ...week, planned }))).toEqual(['plain', 'nearly', 'nearly', 'over'])
  expect(loadTone({ ...week, leave: 2400, planned: 0 })).toBe('plain')
  expect(loadTone({ ...week, leave: 2400, planned: 1 })).toBe('over')
})

test('hours in projects of others are told apart', () => {
  const dev = person(1, [item(1, '2026-12-08'), item(2, '2026-12-09', 4), item(3, null)])
  const busy = { ...dev, weeks: dev.weeks.map((week) => ({ ...week, planned: week.planned + 9, done: 3 })) }
  expect(workIn(busy, '2026-12-07')).toMatchObject({ hours: 12, elsewhere: 6 })
  expect(workIn(busy, undated)).toMatchObject({ hours: 8, elsewhere: 0, week: undefined })
})

test('a moved subtask keeps its weekday, unless its person is away then or the day has passed', () => {
  const week = weeks[1] ?? { from: '', until: '' }
  expect(dueDayIn(week, { due_date: '2026-12-09', absences: [], today })).toBe('2026-12-02')
  expect(dueDayIn(week, { due_date: '2026-12-09', absences: [away('2026-12-02', '2026-12-03')], today })).toBe('2026-12-04')
  expect(dueDayIn(week, { due_date: '2026-12-11', absences: [away('2026-12-03', '2026-12-09')], today })).toBe('2026-12-02')
  expect(dueDayIn(week, { due_date: '2026-12-09', absences: [away('2026-11-01', '2026-12-31')], today })).toBe('2026-12-02')
  expect(dueDayIn(week, { due_date: null, absences: [], today })).toBe('2026-12-04')
  expect(dueDayIn(weeks[0] ?? week, { due_date: '2026-12-01', absences: [], today })).toBe('2026-11-27')
  expect(dueDayIn(weeks[0] ?? week, { due_date: '2026-12-01', absences: [], today: '2026-11-28' })).toBe('2026-11-29')
})

test('somebody who is there for half a day is not away on it', () => {
  expect(isAwayOn([away('2026-12-01')], '2026-12-01')).toBe(true)
  expect(isAwayOn([{ ...away('2026-12-01', '2026-12-03'), starts_at_noon: true }], '2026-12-01')).toBe(false)
  expect(isAwayOn([{ ...away('2026-12-01', '2026-12-03'), ends_at_noon: true }], '2026-12-03')).toBe(false)
  expect(isAwayOn([{ ...away('2026-12-01', '2026-12-03'), ends_at_noon: true }], '2026-12-02')).toBe(true)
})

test('a move changes the person, the date, or both', () => {
  const step = item(1, '2026-12-08')
  const workload = workloadOf(person(1, [step]), person(2, [], [away('2026-12-01', '2026-12-04')]))
  expect(moveInto(workload, step, { target: '1 2026-12-07', today })).toBeUndefined()
  expect(moveInto(workload, step, { target: '2 2026-12-07', today })).toEqual({ assigned_to_id: 2 })
  expect(moveInto(workload, step, { target: '1 2026-11-30', today })).toEqual({ due_date: '2026-12-01' })
  expect(moveInto(workload, step, { target: '2 2026-11-30', today })).toEqual({ assigned_to_id: 2, due_date: '2026-11-30' })
  expect(moveInto(workload, step, { target: '1 none', today })).toEqual({ due_date: null })
  expect(moveInto(workload, step, { target: '3 none', today })).toBeUndefined()
})

test('what is overdue stays so when somebody else takes it this week', () => {
  const late = item(1, '2026-11-20')
  const workload = workloadOf(person(1, [late]), person(2, []))
  expect(moveInto(workload, late, { target: '2 2026-11-23', today })).toEqual({ assigned_to_id: 2 })
})

test('pending changes move subtasks and their hours', () => {
  const workload = workloadOf(person(1, [item(1, '2026-12-08'), item(2, '2026-12-09')]), person(2, []), person(3, []))
  const after = withWorkloadChanges(workload, [
    { id: 1, change: { assigned_to_id: 2, due_date: '2026-12-01' } },
    { id: 2, change: { status: 'done' } },
  ])
  expect(after.people.map(({ items }) => items.map(({ id, due_date }) => [id, due_date]))).toEqual([[], [[1, '2026-12-01']], []])
  expect(after.people.map((one) => one.weeks.map(({ planned }) => planned))).toEqual([
    [0, 0, 8],
    [0, 8, 0],
    [0, 0, 0],
  ])
  expect(after.people[0]?.weeks[2]?.done).toBe(8)
  expect(after.people[2]).toBe(workload.people[2])
})

test('a task is moved like a subtask, and adds no hours', () => {
  const task: WorkloadItem = { ...item(1, '2026-12-08', null), type: 'task' }
  const workload = workloadOf(person(1, [task]), person(2, []))
  expect(moveInto(workload, task, { target: '2 2026-12-07', today })).toEqual({ assigned_to_id: 2 })
  const after = withWorkloadChanges(workload, [{ id: 1, change: { assigned_to_id: 2 } }])
  expect(after.people.map(({ items, weeks: [, , week] }) => [items.length, week?.planned])).toEqual([
    [0, 0],
    [1, 0],
  ])
  expect(countedItems([task, item(2, null), item(3, null)])).toBe('1 task and 2 subtasks')
  expect([task, item(2, null)].map(linkTo)).toEqual(['/project_manager/tasks/1', '/project_manager/tasks/1#subtask-2'])
})

test('a pending change of something else changes nothing', () => {
  const workload = workloadOf(person(1, [item(1, '2026-12-08')]))
  expect(withWorkloadChanges(workload, [{ id: 99, change: { due_date: null } }])).toBe(workload)
})

test('a subtask that is moved beyond the last week or to somebody else’s people disappears', () => {
  const workload = workloadOf(person(1, [item(1, '2026-12-08'), item(2, '2026-12-08')]))
  const after = withWorkloadChanges(workload, [
    { id: 1, change: { due_date: '2027-01-08' } },
    { id: 2, change: { assigned_to_id: null } },
  ])
  expect(after.people[0]?.items).toEqual([])
  expect(after.people[0]?.weeks[2]?.planned).toBe(0)
})

test('what is overdue from earlier weeks takes nothing off the hours of others', () => {
  const dev = person(1, [item(1, '2026-11-20'), item(2, '2026-11-24', 4)])
  const late = { ...dev, weeks: dev.weeks.map((week) => ({ ...week, planned: week === dev.weeks[0] ? 10 : 0 })) }
  expect(workIn(late, '2026-11-23')).toMatchObject({ hours: 12, elsewhere: 6 })
})

test('people who have much to do this week or are away are notable', () => {
  const notable = notableIn(
    workloadOf(
      person(1, [item(1, '2026-11-27', 33)]),
      person(2, [item(2, '2026-12-08', 60)]),
      person(3, [], [away('2026-11-26', '2026-11-27')]),
      person(4, [], [away('2026-12-01')]),
    ),
  )
  expect(notable.map((one) => one.person.id)).toEqual([1, 3])
})
