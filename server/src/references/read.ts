// Reads the people and the work that texts refer to, as they are now: one statement for each kind, whatever the number of references.
import { keyOf, type ReferredPerson, type ReferredWork, workKeyPattern } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { withPerson, withProject, withTask } from '../reads/parents.ts'
import { visible } from '../reads/visible.ts'

/** Everybody is seen in the whole workspace, also after they have left. */
export async function peopleOf({ db }: Viewer, ids: readonly number[]): Promise<ReferredPerson[]> {
  if (!ids.length) return []
  return db
    .selectFrom('people')
    .select(['id', 'full_name', 'is_active'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .execute()
}

type Row = Omit<ReferredWork, 'key' | 'assignee'> & {
  project_key: string | null
  number: number | null
  person_id: number | null
  full_name: string | null
}

const taskColumns = sql`p.key as project_key, t.number, t.title, t.status, t.due_date, p.id as project_id, t.id as task_id, null::bigint as subtask_id,
  e.id as person_id, e.full_name`

/** The tasks with these ids that the person sees. */
export async function tasksOf(viewer: Viewer, ids: readonly number[]): Promise<ReferredWork[]> {
  if (!ids.length) return []
  const { rows } = await sql<Row>`
    select ${taskColumns} from tasks t ${withProject(viewer, sql`t.project_id`)} ${withPerson(viewer, sql`t.assigned_to_id`)}
    where t.tenant_id = ${viewer.tenant.id} and t.id = any(${ids}) and ${visible(viewer)} order by t.id`.execute(viewer.db)
  return rows.map(workOf)
}

/** The tasks and subtasks with these keys that the person sees, each as it was asked for. */
export async function workOfKeys(viewer: Viewer, keys: readonly string[]) {
  if (!keys.length) return []
  const { tenant, db } = viewer
  const asked = askedBy(viewer, [...new Set(keys)])
  const [tasks, subtasks] = await pipelined(
    sql<Row & { asked: string }>`${asked}
      select p.asked, ${taskColumns} from seen p cross join lateral (
        select t.id, t.number, t.title, t.status, t.due_date, t.assigned_to_id from tasks t
        where t.tenant_id = ${tenant.id} and t.project_id = p.id and t.number = p.number limit 1) t
      ${withPerson(viewer, sql`t.assigned_to_id`)}`.execute(db),
    sql<Row & { asked: string }>`${asked}
      select p.asked, p.key as project_key, s.number, s.title, s.status, s.due_date, p.id as project_id, s.task_id, s.id as subtask_id,
        e.id as person_id, e.full_name
      from seen p cross join lateral (
        select s.id, s.number, s.title, s.status, s.due_date, s.task_id, s.assigned_to_id from subtasks s
        ${withTask(viewer, sql`s.task_id`)}
        where s.tenant_id = ${tenant.id} and s.number = p.number and t.project_id = p.id limit 1) s
      ${withPerson(viewer, sql`s.assigned_to_id`)}`.execute(db),
  )
  return [...tasks.rows, ...subtasks.rows].map((row) => ({ ...workOf(row), asked: row.asked }))
}

/** The CTE `seen`: the project of each key and the number in it. The key may be a former one. */
function askedBy(viewer: Viewer, keys: readonly string[]) {
  const parts = keys.map((key) => workKeyPattern.exec(key))
  const project_keys = parts.map((found) => found?.[1] ?? '')
  const numbers = parts.map((found) => Number(found?.[2]))
  return sql`with seen as materialized (
    select a.asked, a.number, p.id, p.key from unnest(${keys}::text[], ${project_keys}::text[], ${numbers}::int[]) as a (asked, project_key, number)
    cross join lateral (
      select k.project_id from project_keys k where k.tenant_id = ${viewer.tenant.id} and k.key = a.project_key limit 1) k
    ${withProject(viewer, sql`k.project_id`)} where ${visible(viewer)})`
}

const workOf = ({
  project_key,
  number,
  title,
  status,
  due_date,
  project_id,
  task_id,
  subtask_id,
  person_id,
  full_name,
}: Row): ReferredWork => ({
  key: keyOf(project_key, number),
  title,
  status,
  assignee: person_id === null ? null : { id: person_id, full_name: full_name ?? '' },
  due_date,
  project_id,
  task_id,
  subtask_id,
})
