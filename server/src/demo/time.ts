// The time that the developers of the demonstration have spent in the last weeks, and what has become of it.
import { addDays } from 'contract'
import { type Db, sql } from '../kit/db/db.ts'
import { type DemoIds, pastMoment } from './living.ts'

/** Minutes of a day, and of what is done in one go. */
const [dayLength, stretch] = [8 * 60, 4 * 60]
/** The time that a subtask took, by its estimate: now and then more, often less. */
const pace = [1, 0.9, 1.25, 0.75, 1.1]
const notes = ['', '', 'With the shop in Lyon', '', 'Twice, because the first one broke', '', '', 'Review included']

type Step = {
  subtask_id: number
  task_id: number
  project_id: number
  person_id: number
  number: number | null
  title: string
  status: string
  estimated_hours: number | null
}

export async function addTime(db: Db, people: DemoIds) {
  const { rows } = await sql<{ monday: string; today: string }>`
    select date_trunc('week', current_date)::date as monday, current_date as today`.execute(db)
  const { monday = '', today = '' } = rows[0] ?? {}
  // Today is not over yet.
  const thisWeek = workdays(monday, today)
  const before = workdays(addDays(monday, -14), monday)
  const ofPerson = Map.groupBy(await stepsOf(db), ({ person_id }) => person_id)
  const entries = [...ofPerson.values()].flatMap((steps) => {
    const [done, begun] = [steps.filter(({ status }) => status === 'done'), steps.filter(({ status }) => status !== 'done')]
    return [...entriesOf(begun, thisWeek), ...entriesOf(done, before)]
  })
  await db.insertInto('time_entries').values(entries).execute()
  const bySubtask = Map.groupBy(entries, ({ subtask_id }) => subtask_id)
  for (const [id, own] of bySubtask) {
    const spent_minutes = own.reduce((sum, { minutes }) => sum + minutes, 0)
    await db.updateTable('subtasks').set({ spent_minutes }).where('id', '=', id).execute()
  }
  await addSheets(db, { entries, people, monday })
}

/** From Monday to Friday, the latest first. `until` is not included. */
function workdays(from: string, until: string) {
  const days: string[] = []
  for (let day = addDays(until, -1); day >= from; day = addDays(day, -1))
    if (![0, 6].includes(new Date(day).getUTCDay())) days.push(day)
  return days
}

/** The subtasks that somebody has begun or done, the latest first. */
async function stepsOf(db: Db): Promise<Step[]> {
  const rows = await db
    .selectFrom('subtasks as s')
    .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.task_id'))
    .select(['s.id as subtask_id', 's.task_id', 't.project_id', 's.assigned_to_id as person_id', 's.number', 's.title'])
    .select(['s.status', 's.estimated_hours'])
    .where('s.status', '!=', 'todo')
    .where('s.assigned_to_id', 'is not', null)
    .orderBy(sql`s.done_at desc nulls first`)
    .orderBy('s.id', 'desc')
    .execute()
  return rows.flatMap(({ person_id, ...row }) => (person_id === null ? [] : { ...row, person_id }))
}

/** Fills the days of a person, back from the latest one. */
function entriesOf(steps: readonly Step[], days: readonly string[]) {
  let [day, left] = [0, dayLength]
  return steps.flatMap(({ status, estimated_hours, ...work }, i) => {
    const hours = (estimated_hours ?? 2) * (status === 'done' ? (pace[i % pace.length] ?? 1) : 0.5)
    const entries = []
    for (let rest = Math.round(hours * 12) * 5; rest > 0; ) {
      if (left < 30) [day, left] = [day + 1, dayLength - 15 * (i % 4)]
      const minutes = Math.min(rest, left, stretch)
      const date = days[day]
      if (date) entries.push({ ...work, day: date, minutes, note: notes[(i + entries.length) % notes.length] ?? '' })
      rest -= minutes
      left -= minutes
    }
    return entries
  })
}

type Entries = ReturnType<typeof entriesOf>

/** All that is older is approved. Of last week, one is waiting, one approved, one returned, and the others are open. */
async function addSheets(db: Db, { entries, people, monday }: { entries: Entries; people: DemoIds; monday: string }) {
  const managers = new Map(
    (await db.selectFrom('projects').select(['id', 'assigned_pm']).execute()).map((row) => [row.id, row.assigned_pm]),
  )
  const { dev, dana, bo } = people
  const last = addDays(monday, -7)
  const statusOf = (person_id: number, week: string) => {
    if (week < last || person_id === dana) return 'approved' as const
    return person_id === dev ? ('submitted' as const) : person_id === bo ? ('returned' as const) : null
  }
  const places = entries
    .filter(({ day }) => day < monday)
    .map(({ person_id, project_id, day }) => ({ person_id, project_id, week: day < last ? addDays(last, -7) : last }))
  const sheets = new Map(places.map((place) => [Object.values(place).join(), place]))
  const rows = [...sheets.values()].flatMap((place) => {
    const status = statusOf(place.person_id, place.week)
    if (!status) return []
    const isDecided = status !== 'submitted'
    return {
      ...place,
      status,
      submitted_at: pastMoment(-1, 9),
      decided_at: isDecided ? pastMoment(0, 8) : null,
      decided_by: isDecided ? (managers.get(place.project_id) ?? null) : null,
      reason: status === 'returned' ? 'The workshop on Thursday is missing.' : '',
    }
  })
  await db.insertInto('time_sheets').values(rows).execute()
}
