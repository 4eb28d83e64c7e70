// Reads entries and sheets as the API shows them.
import { keyOf, type SheetStatus, type TimeEntry, type TimeSheet } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { byName, type RawBuilder, sql } from '../kit/db/db.ts'
import { withPerson, withProject } from '../reads/parents.ts'

/** The Monday of the day of an entry `x`. */
const weekOfEntry = sql`(x.day - (extract(isodow from x.day)::integer - 1))`

/** The status of the sheet that an entry `x` is on. A scalar subquery, because a join could start with all sheets. */
export const statusOfEntry = ({ tenant }: Pick<Viewer, 'tenant'>) => sql<SheetStatus>`coalesce((
  select h.status from time_sheets h
  where h.tenant_id = ${tenant.id} and h.person_id = x.person_id and h.week = ${weekOfEntry} and h.project_id = x.project_id), 'open')`

/**
 * The condition under which a person sees the time of others in a project. The manager's projects are read once, and no index is used
 * with them: PostgreSQL could look through all sheets for each.
 */
export function managesProject({ tenant, me }: Pick<Viewer, 'tenant' | 'me'>, project_id: RawBuilder<unknown>) {
  if (me.role === 'tenant_admin') return sql<boolean>`true`
  if (me.role !== 'project_manager') return sql<boolean>`false`
  return sql<boolean>`(select ${project_id}) = any(array(
    select p.id from projects p where p.tenant_id = ${tenant.id} and p.assigned_pm = ${me.id}))`
}

const isLocked = (status: SheetStatus) => status === 'submitted' || status === 'approved'

type EntryRow = {
  id: number
  person_id: number
  full_name: string
  project_id: number
  project_key: string | null
  project_name: string
  task_id: number
  subtask_id: number | null
  number: number | null
  title: string
  day: string
  minutes: number
  note: string
  status: SheetStatus
}

type Page = { limit: number; offset: number }

/** The entries `x` under a condition: by day, then by id. A page has the newest day first. */
export async function entriesWhere(viewer: Viewer, condition: RawBuilder<unknown>, page?: Page): Promise<TimeEntry[]> {
  const { db, tenant } = viewer
  const { rows } = await sql<EntryRow>`
    select x.id, x.person_id, w.full_name, x.project_id, p.key as project_key, p.name as project_name, x.task_id, x.subtask_id, x.number,
      x.title, x.day, x.minutes, x.note, ${statusOfEntry(viewer)} as status
    from time_entries x ${withProject(viewer, sql`x.project_id`)} ${withPerson(viewer, sql`x.person_id`, sql`w`)}
    where x.tenant_id = ${tenant.id} and ${condition}
    ${page ? sql`order by x.day desc, x.id desc limit ${page.limit} offset ${page.offset}` : sql`order by x.day, x.id`}`.execute(
    db,
  )
  return rows.map(entryOf)
}

const entryOf = ({ person_id, full_name, project_key, number, status, ...row }: EntryRow): TimeEntry => ({
  id: row.id,
  person: { id: person_id, full_name },
  project: row.project_id,
  project_name: row.project_name,
  task: row.task_id,
  subtask: row.subtask_id,
  key: keyOf(project_key, number),
  title: row.title,
  day: row.day,
  minutes: row.minutes,
  note: row.note,
  is_locked: isLocked(status),
})

type SheetRow = Omit<TimeSheet, 'person' | 'project' | 'decided_by'> & {
  person_id: number
  full_name: string
  project_id: number
  decider_id: number | null
  decider_name: string | null
}

/** The minutes on a sheet `h`. */
const minutesOfSheet = ({ tenant }: Viewer) => sql`(
  select coalesce(sum(x.minutes), 0) from time_entries x
  where x.tenant_id = ${tenant.id} and x.person_id = h.person_id and x.day between h.week and h.week + 6 and x.project_id = h.project_id)`

/** The sheets `h` under a condition: the oldest week first, then by the person's name. */
export async function sheetsWhere(viewer: Viewer, condition: RawBuilder<unknown>, page?: Page): Promise<TimeSheet[]> {
  const { db, tenant } = viewer
  const { rows } = await sql<SheetRow>`
    select h.id, h.person_id, w.full_name, h.week, h.project_id, p.name as project_name, h.status, ${minutesOfSheet(viewer)} as minutes,
      h.submitted_at, h.decided_at, d.id as decider_id, d.full_name as decider_name, h.reason
    from time_sheets h ${withProject(viewer, sql`h.project_id`)} ${withPerson(viewer, sql`h.person_id`, sql`w`)}
      ${withPerson(viewer, sql`h.decided_by`, sql`d`)}
    where h.tenant_id = ${tenant.id} and ${condition}
    order by h.week, ${byName('w.full_name')}, h.person_id, ${byName('p.name')}, h.id
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`.execute(db)
  return rows.map(sheetOf)
}

export async function countSheets(viewer: Viewer, condition: RawBuilder<unknown>) {
  const { db, tenant } = viewer
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from time_sheets h where h.tenant_id = ${tenant.id} and ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

const sheetOf = ({ person_id, full_name, project_id, decider_id, decider_name, ...row }: SheetRow): TimeSheet => ({
  id: row.id,
  person: { id: person_id, full_name },
  week: row.week,
  project: project_id,
  project_name: row.project_name,
  status: row.status,
  minutes: row.minutes,
  submitted_at: row.submitted_at,
  decided_at: row.decided_at,
  decided_by: decider_id === null || decider_name === null ? null : { id: decider_id, full_name: decider_name },
  reason: row.reason,
})
