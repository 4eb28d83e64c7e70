// For tests: the world with work to spend time on.
import { addDays, type TimeEntry } from 'contract'
import { type Name, okBody, people, tasks, testApp, today } from '../testing/world.ts'
import { weekOf } from './days.ts'

/** The Monday so many weeks before this one. */
export const mondayBefore = (weeks: number) => addDays(weekOf(today()), -7 * weeks)

export const dayAndMinutes = (entries: TimeEntry[]) => entries.map(({ day, minutes }) => [day, minutes])

export async function timeWorld() {
  const world = await testApp({ RATE_LIMIT: '0' })
  const { as, query } = world
  const clear = () =>
    query(
      'delete from time_entries; delete from timers; delete from time_sheets; delete from notifications; update subtasks set spent_minutes = 0',
    )

  /** A new subtask, of the website's unless another task is named. */
  const newSubtask = async (title = 'Paint', { task = tasks.home_page as number, by = 'pam' as Name } = {}) =>
    (await okBody(as(by)('POST /api/subtasks/', { task, title }))).id as number
  const record = (who: Name, subtask: number, body: object) => as(who)(`POST /api/subtasks/${subtask}/time/`, body)
  const spend = async (who: Name, subtask: number, body: object): Promise<TimeEntry> => okBody(record(who, subtask, body))
  const spentOn = async (subtask: number) =>
    Number((await query('select spent_minutes from subtasks where id = $1', subtask))[0]?.spent_minutes)
  const start = (who: Name, subtask: number) => as(who)(`POST /api/subtasks/${subtask}/timer/`)
  const stop = async (who: Name, minutes?: number): Promise<TimeEntry[]> =>
    (await okBody(as(who)(`DELETE /api/timer/${minutes === undefined ? '' : `?minutes=${minutes}`}`))).recorded
  /** Moves the start of a running timer to this moment, an SQL expression. */
  const startedAt = (who: Name, moment: string) =>
    query(`update timers set started_at = ${moment} where person_id = $1`, people[who].id)
  const submit = (who: Name, week: string) => as(who)(`POST /api/time/weeks/${week}/submit/`)
  const weekFor = async (who: Name, week: string, of?: Name) =>
    okBody(as(who)(`GET /api/time/weeks/${week}/${of ? `?person=${people[of].id}` : ''}`))
  const inboxOf = async (name: Name) =>
    query('select message, link from notifications where person_id = $1 order by id', people[name].id)
  return { ...world, clear, newSubtask, record, spend, spentOn, start, stop, startedAt, submit, weekFor, inboxOf }
}
