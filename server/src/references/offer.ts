// Offers people and work to somebody who types a mention.
import { folded, keyOf, mostOffered, type Status, unspaced, workKeyPattern } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { byName, pipelined, sql } from '../kit/db/db.ts'
import { beginning, containing } from '../kit/http/paging.ts'
import { visible } from '../reads/visible.ts'
import type { TextPlace } from './place.ts'
import { workOfKeys } from './read.ts'

/** Offers those whom a text in this place can notify and whose name or one of its words begins with `q`. */
export async function offerPeople({ db, tenant, me }: Viewer, place: TextPlace, q: string) {
  const { rows } = await sql<{ id: number; full_name: string }>`
    with candidate as materialized (
      select e.id, e.full_name, e.role from people e
      where e.tenant_id = ${tenant.id} and e.is_active and e.id <> ${me.id} and e.id = any(${idsIn(tenant.id, place)})),
    named as (select id, full_name, role, translate(folded(full_name), '-''._', '    ') as words from candidate)
    select id, full_name from named where ${q} = '' or ' ' || words like ${nameBeginning(q)}
    order by role = 'tenant_admin', ${byName('full_name')}, id limit ${mostOffered}`.execute(db)
  return rows
}

/** In a script without spaces, a name may begin anywhere. */
function nameBeginning(q: string) {
  const typed = folded(q)
    .replace(/[-'._\s]+/g, ' ')
    .trim()
  if (typed === '') return ''
  return isUnspaced.test(typed.normalize('NFC')) ? containing(typed) : `% ${beginning(typed)}`
}

const isUnspaced = new RegExp(`[${unspaced}]`, 'u')

/** An array, because PostgreSQL could otherwise start with all people of the tenant. An administrator is no member. */
function idsIn(tenant_id: number, place: TextPlace) {
  if (place.project_id === null) return sql`array[${place.other_id}::bigint]`
  const members = sql`array(select m.person_id from members m where m.tenant_id = ${tenant_id} and m.project_id = ${place.project_id})`
  const administrators = sql`array(
    select a.id from people a where a.tenant_id = ${tenant_id} and a.role = 'tenant_admin' and a.is_active)`
  return place.isRoom ? members : sql`${members} || ${administrators}`
}

/** The first look is at so many tasks. It finds enough, unless a rare word or a number was typed. */
const recentTasks = 300
const mostTasksOfProject = 20_000
/** In several projects, each gets an even share of twice as many. */
const mostTasksEverywhere = 2000
const mostSubtasks = 50
const mostProjects = 250

type Offered = { project_key: string; number: number; title: string; status: Status; task_id: number; subtask_id: number | null }

/** Offers the work that a text in this place can name. An exact key or number comes before those that begin with it. */
export async function offerWork(viewer: Viewer, place: TextPlace, q: string) {
  if (!/^([a-z][a-z0-9]{1,9}-)?\d+$/i.test(q)) {
    const recent = await workAmong(viewer, place, { q, most: recentTasks })
    if (recent.length === mostOffered) return recent
  }
  if (place.project_id !== null) return workAmong(viewer, place, { q, most: mostTasksOfProject })
  const [exact, others] = await pipelined(
    workOfKeys(viewer, workKeyPattern.test(q) ? [q.toUpperCase()] : []),
    workAmong(viewer, place, { q, most: mostTasksEverywhere }),
  )
  const keys = new Set(exact.map(({ key }) => key))
  return [...exact, ...others.filter(({ key }) => !keys.has(key))].slice(0, mostOffered)
}

/** Looks at so many tasks, and at what is in them: in one project those that have changed last, as a new subtask changes its task. */
async function workAmong(viewer: Viewer, { project_id }: TextPlace, { q, most }: { q: string; most: number }) {
  const { db, tenant } = viewer
  const [, project_key = '', digits = /^\d+$/.test(q) ? q : ''] = /^([a-z][a-z0-9]{1,9})-(\d*)$/i.exec(q) ?? []
  const isNamed = project_key
    ? sql`p.id = (select k.project_id from project_keys k where k.tenant_id = ${tenant.id} and k.key = ${project_key.toUpperCase()} limit 1)`
    : sql`${digits !== ''}::boolean`
  const { rows } = await sql<Offered>`
    with seen as materialized (
      select p.id, p.key, p.key like ${beginning(q.toUpperCase())} as is_begun, ${isNamed} as is_named from projects p
      where p.tenant_id = ${tenant.id} and ${visible(viewer)} and p.key is not null
        ${project_id === null ? sql`` : sql`and p.id = ${project_id}`} order by p.id desc limit ${mostProjects}),
    share as materialized (select least(${most}::int, greatest(1, 2 * ${most}::int / greatest(1, count(*)))) as n from seen),
    task as materialized (
      select seen.key, seen.is_begun, seen.is_named, w.* from seen cross join lateral (
        select t.id, t.number, t.title, t.status from tasks t where t.tenant_id = ${tenant.id} and t.project_id = seen.id
        order by ${project_id === null ? sql`` : sql`greatest(t.created_at, t.changed_at) desc,`} t.id desc limit (select n from share)) w
      order by w.id desc limit ${most}),
    work as (
      select task.key, is_begun, is_named, id, number, title, status, id as task_id, null::bigint as subtask_id from task
      union all
      select task.key, is_begun, is_named, s.id, s.number, s.title, s.status, task.id, s.id from task cross join lateral (
        select s.id, s.number, s.title, s.status from subtasks s
        where s.tenant_id = ${tenant.id} and s.task_id = task.id order by s.id desc limit ${mostSubtasks}) s),
    ranked as (
      select work.*, case when is_named and number::text = ${digits} then 1
        when is_begun or is_named and number::text like ${beginning(digits)} then 2
        when folded(title) like ${containing(folded(q))} then 3 end as rank from work where number is not null)
    select key as project_key, number, title, status, task_id, subtask_id from ranked
    where rank is not null order by rank, id desc, number desc limit ${mostOffered}`.execute(db)
  return rows.map(({ project_key, number, ...work }) => ({ key: keyOf(project_key, number), ...work }))
}
