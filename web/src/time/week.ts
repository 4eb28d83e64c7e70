// The weeks of time sheets. They begin on Mondays in every workspace.
import {
  addDays,
  type api,
  daysBetween,
  oldestDay,
  type Result,
  type SheetStatus,
  type TimeEntry,
  type TimeSheet,
} from 'contract'
import { compareNames } from '../ui/list/sort.ts'
import { startOfWeek } from '../ui/text/dates.ts'
import { workIdOf } from './running.ts'

type Week = Result<typeof api.time.week>

/** A task or subtask with time in a week, or that somebody is about to enter time for. */
export type SheetRow = Pick<TimeEntry, 'subtask' | 'task' | 'project' | 'project_name' | 'key' | 'title'>

export const mondayOf = (date: string) => startOfWeek(date, 1)
export const daysOf = (week: string) => Array.from({ length: 7 }, (_, n) => addDays(week, n))

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return (date: string) => formatter.format(Date.parse(date))
}
const withYear = format({ day: 'numeric', month: 'long', year: 'numeric' })
const withoutYear = format({ day: 'numeric', month: 'long' })
/** `Monday 23 November`. */
export const dayInWords = format({ weekday: 'long', day: 'numeric', month: 'long' })
/** `Mon 23`, with the month where it is not plain. */
export const shortWeekday = format({ weekday: 'short' })

/** `23 November`, with the year if it is another one. */
export const weekInWords = (week: string, today: string) =>
  week.slice(0, 4) === today.slice(0, 4) ? withoutYear(week) : withYear(week)

/** Submitted and approved weeks can't be changed. */
export const isLocked = (status: SheetStatus | undefined) => status === 'submitted' || status === 'approved'

/** Whether time can be recorded for this day. */
export const isOpenDay = (day: string, today: string) => day <= today && daysBetween(day, today) <= oldestDay

const inOrder = (a: SheetRow, b: SheetRow) =>
  compareNames(a.project_name, b.project_name) || a.project - b.project || compareNames(a.key, b.key) || workIdOf(a) - workIdOf(b)

/** A row for each task or subtask, by project and key. What the entries say replaces what the rows said before. */
export function rowsOf(entries: readonly TimeEntry[], others: readonly SheetRow[] = []): SheetRow[] {
  const rows = new Map<number, SheetRow>()
  for (const { subtask, task, project, project_name, key, title } of [...others, ...entries])
    rows.set(workIdOf({ task, subtask }), { subtask, task, project, project_name, key, title })
  return [...rows.values()].sort(inOrder)
}

/** The entries of some work on a day, and time that is being added. */
export type SheetCell = { entries: readonly TimeEntry[]; added: number }
export type SheetCells = ReadonlyMap<string, SheetCell>

export const cellKey = (work: Pick<SheetRow, 'task' | 'subtask'>, day: string) => `${workIdOf(work)} ${day}`
export const emptyCell: SheetCell = { entries: [], added: 0 }
export const minutesOf = ({ entries, added }: SheetCell) => entries.reduce((sum, { minutes }) => sum + minutes, added)

/** Changes that the server has not confirmed. */
export type PendingTime = {
  added: readonly (Pick<SheetRow, 'task' | 'subtask'> & { day: string; minutes: number })[]
  changed: readonly { id: number; minutes?: number | undefined; day?: string | undefined }[]
  removed: readonly number[]
}

export function cellsOf(entries: readonly TimeEntry[], { added, changed, removed }: PendingTime): SheetCells {
  const cells = new Map<string, { entries: TimeEntry[]; added: number }>()
  const cellAt = (work: Pick<SheetRow, 'task' | 'subtask'>, day: string) => {
    const key = cellKey(work, day)
    const cell = cells.get(key) ?? { entries: [], added: 0 }
    cells.set(key, cell)
    return cell
  }
  for (const entry of entries) {
    if (removed.includes(entry.id)) continue
    const { minutes = entry.minutes, day = entry.day } = changed.findLast(({ id }) => id === entry.id) ?? {}
    cellAt(entry, day).entries.push({ ...entry, minutes, day })
  }
  for (const { day, minutes, ...work } of added) cellAt(work, day).added += minutes
  return cells
}

/** The minutes of these rows on a day. */
export const dayTotal = (rows: readonly SheetRow[], day: string, cells: SheetCells) =>
  rows.reduce((sum, row) => sum + minutesOf(cells.get(cellKey(row, day)) ?? emptyCell), 0)

export const rowTotal = (row: SheetRow, days: readonly string[], cells: SheetCells) =>
  days.reduce((sum, day) => sum + dayTotal([row], day, cells), 0)

export const statusOf = (sheets: readonly TimeSheet[], project: number) =>
  sheets.find((sheet) => sheet.project === project)?.status

/** The sheets of a week that can be submitted, and those that can be taken back. */
export const sheetsToSubmit = ({ sheets }: Week) => sheets.filter(({ status, minutes }) => !isLocked(status) && minutes > 0)
export const sheetsToWithdraw = ({ sheets }: Week) => sheets.filter(({ status }) => status === 'submitted')
