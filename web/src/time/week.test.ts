import type { TimeEntry, TimeSheet } from 'contract'
import { expect, test } from 'vitest'
import {
  cellKey,
  cellsOf,
  daysOf,
  dayTotal,
  isOpenDay,
  minutesOf,
  mondayOf,
  rowsOf,
  rowTotal,
  statusOf,
  weekInWords,
} from './week.ts'

const week = '2026-11-23'
const entry = (id: number, key: string, more: Partial<TimeEntry> = {}): TimeEntry => ({
  id,
  person: { id: 1, full_name: 'Dev' },
  project: 7,
  project_name: 'Website',
  task: 20,
  subtask: Number(key.split('-')[1]),
  key,
  title: `Subtask ${key}`,
  day: week,
  minutes: 60,
  note: '',
  is_locked: false,
  ...more,
})
const nothing = { added: [], changed: [], removed: [] }

test('a week begins on Monday, wherever the workspace’s weeks begin', () => {
  expect(mondayOf('2026-11-23')).toBe(week)
  expect(mondayOf('2026-11-29')).toBe(week)
  expect(daysOf(week).at(-1)).toBe('2026-11-29')
  expect(weekInWords(week, '2026-12-01')).toBe('23 November')
  expect(weekInWords(week, '2027-01-04')).toBe('23 November 2026')
})

const nine = { task: 1, subtask: 9 }

test('each subtask has one row, by project and by the number in its key', () => {
  const entries = [
    entry(1, 'WEB-10'),
    entry(2, 'WEB-9'),
    entry(3, 'WEB-9'),
    entry(4, 'API-50', { project: 8, project_name: 'Api' }),
  ]
  expect(rowsOf(entries).map(({ key }) => key)).toEqual(['API-50', 'WEB-9', 'WEB-10'])
  const kept = rowsOf(entries)
  expect(rowsOf([], kept)).toEqual(kept)
})

test('a task has a row of its own, apart from its subtasks', () => {
  const rows = rowsOf([entry(1, 'WEB-9', { task: 8, subtask: 9 }), entry(2, 'WEB-8', { task: 8, subtask: null })])
  expect(rows.map(({ key }) => key)).toEqual(['WEB-8', 'WEB-9'])
})

test('a row that was renamed has its new title', () => {
  const kept = rowsOf([entry(1, 'WEB-9')])
  expect(rowsOf([entry(1, 'WEB-9', { title: 'New' })], kept).map(({ title }) => title)).toEqual(['New'])
})

test('a cell has the sum of its entries, with what is not confirmed yet', () => {
  const entries = [entry(1, 'WEB-9'), entry(2, 'WEB-9', { minutes: 15 }), entry(3, 'WEB-9', { day: '2026-11-24' })]
  const added = [{ ...nine, day: week, minutes: 5 }]
  const changed = [
    { id: 1, minutes: 30 },
    { id: 1, minutes: 40 },
  ]
  const cells = cellsOf(entries, { added, changed, removed: [3] })
  const cell = cells.get(cellKey(nine, week))
  expect(cell && minutesOf(cell)).toBe(60)
  expect(cells.has(cellKey(nine, '2026-11-24'))).toBe(false)
  const rows = rowsOf(entries)
  expect(dayTotal(rows, week, cells)).toBe(60)
  const all = cellsOf(entries, nothing)
  expect(rows.map((row) => rowTotal(row, daysOf(week), all))).toEqual([135])
})

test('an entry that moves to another day counts there', () => {
  const cells = cellsOf([entry(1, 'WEB-9')], { ...nothing, changed: [{ id: 1, day: '2026-11-25' }] })
  expect([...cells.keys()]).toEqual([cellKey(nine, '2026-11-25')])
})

test('time can be recorded for today and the 366 days before it', () => {
  expect(isOpenDay('2026-11-27', '2026-11-26')).toBe(false)
  expect(isOpenDay('2026-11-26', '2026-11-26')).toBe(true)
  expect(isOpenDay('2025-11-25', '2026-11-26')).toBe(true)
  expect(isOpenDay('2025-11-24', '2026-11-26')).toBe(false)
})

test('a project without a sheet has no status', () => {
  const sheets = [{ project: 7, status: 'approved' }] as TimeSheet[]
  expect(statusOf(sheets, 7)).toBe('approved')
  expect(statusOf(sheets, 8)).toBeUndefined()
})
