// The rows of each type of result, and which of them this person can read.
import type { SearchType } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import { isThere } from '../reads/files.ts'
import { withProject, withRoom, withTask } from '../reads/parents.ts'
import { participates, visible } from '../reads/visible.ts'

/** Ids of a project and a person, days in the workspace's time zone. */
export type SearchFilters = {
  project?: number | undefined
  person?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

type Sql = RawBuilder<unknown>

/** A type's rows: `from` and `where` admit those that the person can read and that match the filters. */
export type Source = {
  type: SearchType
  /** As `search_rows` names it. */
  table: string
  id: Sql
  at: Sql
  search: Sql
  from: Sql
  where: Sql
  /**
   * CTEs, of which `recent` has the newest rows that the person can read: `id`, and `hit` as in `hits`. `is_full` tells whether there
   * may be more rows.
   */
  recent: { ctes: Sql; is_full: Sql }
}

/** How a row matches: 2 the exact words, 1 the beginning of the last one, 0 neither. `wanted` is a CTE of the statement. */
const hits = (search: Sql) => sql`case when not ${search} @@ (select beginning from wanted) then 0
  when ${search} @@ (select exact from wanted) then 2 else 1 end as hit`

/** How many of the newest rows are looked at before the index. */
const recentNames = 1000
const recentTasks = 250
const recentPartsOfTask = 50
const recentMessages = 500
/** Each project and room gets an even share of twice as many, as small ones do not use theirs. */
const mostShares = 250

/** The sources of all types that a person of this role can find. Files have two: those of tasks, and those of chat rooms. */
export function sourcesOf(viewer: Viewer, filters: SearchFilters): Source[] {
  const isHr = viewer.me.role === 'hr'
  const narrowed = filters.project !== undefined || filters.from !== undefined || filters.to !== undefined
  return [
    ...(isHr ? [] : [projectSource(viewer, filters)]),
    ...(narrowed ? [] : [personSource(viewer, filters)]),
    ...(isHr
      ? []
      : [
          taskSource(viewer, filters),
          subtaskSource(viewer, filters),
          commentSource(viewer, filters),
          taskFileSource(viewer, filters),
        ]),
    messageSource(viewer, filters),
    roomFileSource(viewer, filters),
  ]
}

function projectSource(viewer: Viewer, filters: SearchFilters): Source {
  const tenant_id = viewer.tenant.id
  const seen = sql`p.tenant_id = ${tenant_id} and ${visible(viewer)}`
  const member = sql`(select count(*) > 0 from members pm
    where pm.tenant_id = ${tenant_id} and pm.project_id = p.id and pm.person_id = ${filters.person})`
  return {
    type: 'projects',
    table: 'projects',
    id: sql`p.id`,
    at: sql`p.created_at`,
    search: sql`p.search`,
    from: sql`projects p`,
    where: allOf(
      seen,
      inPeriod(viewer, sql`p.created_at`, filters),
      only(sql`p.id`, filters.project),
      filters.person === undefined ? undefined : member,
    ),
    recent: newest(
      sql`select p.id, ${hits(sql`p.search`)} from projects p where ${seen} order by p.id desc limit ${recentNames}`,
    ),
  }
}

/** As in the look-up of people for chats: active, and not oneself. */
function personSource({ tenant, me }: Viewer, { person }: SearchFilters): Source {
  const seen = sql`e.tenant_id = ${tenant.id} and e.is_active and e.id <> ${me.id}`
  return {
    type: 'people',
    table: 'people',
    id: sql`e.id`,
    at: sql`e.date_joined`,
    search: sql`e.search`,
    from: sql`people e`,
    where: allOf(seen, only(sql`e.id`, person)),
    recent: newest(sql`select e.id, ${hits(sql`e.search`)} from people e where ${seen} order by e.id desc limit ${recentNames}`),
  }
}

const newest = (rows: Sql): Source['recent'] => ({
  ctes: sql`recent as materialized (${rows})`,
  is_full: sql`(select count(*) >= ${recentNames} from recent)`,
})

function taskSource(viewer: Viewer, filters: SearchFilters): Source {
  return {
    type: 'tasks',
    table: 'tasks',
    id: sql`t.id`,
    at: sql`t.created_at`,
    search: sql`t.search`,
    from: sql`tasks t ${withProject(viewer, sql`t.project_id`)}`,
    where: allOf(
      sql`t.tenant_id = ${viewer.tenant.id} and ${visible(viewer)}`,
      inPeriod(viewer, sql`t.created_at`, filters),
      only(sql`p.id`, filters.project),
      only(sql`t.assigned_to_id`, filters.person),
    ),
    recent: recentOfTasks(viewer, filters, sql`select parent.id, ${hits(sql`parent.search`)} from parent`),
  }
}

const subtaskSource = (viewer: Viewer, filters: SearchFilters) =>
  partSource(viewer, filters, { type: 'subtasks', alias: 's', person: 'assigned_to_id' })

const commentSource = (viewer: Viewer, filters: SearchFilters) =>
  partSource(viewer, filters, { type: 'comments', alias: 'c', person: 'author_id' })

const taskFileSource = (viewer: Viewer, filters: SearchFilters) =>
  partSource(viewer, filters, {
    type: 'files',
    alias: 'f',
    person: 'person_id',
    condition: sql`not f.is_draft and ${isThere(viewer.tenant.id)}`,
  })

/** `person` is the column of whom the filter means. */
type Part = { type: 'subtasks' | 'comments' | 'files'; alias: string; person: string; condition?: Sql }

/** The rows of a table that belong to tasks. The table has the name of the type. */
function partSource(viewer: Viewer, filters: SearchFilters, { type, alias, person, condition }: Part): Source {
  const tenant_id = viewer.tenant.id
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const [id, at, search, task_id] = [column('id'), column('created_at'), column('search'), column('task_id')]
  const table = sql`${sql.table(type)} ${sql.ref(alias)}`
  const ofTenant = sql`${column('tenant_id')} = ${tenant_id}`
  return {
    type,
    table: type,
    id,
    at,
    search,
    from: sql`${table} ${withTask(viewer, task_id)} ${withProject(viewer, sql`t.project_id`)}`,
    where: allOf(
      sql`${ofTenant} and ${visible(viewer)}`,
      condition,
      inPeriod(viewer, at, filters),
      only(sql`p.id`, filters.project),
      only(column(person), filters.person),
    ),
    recent: recentOfTasks(
      viewer,
      filters,
      sql`select part.id, part.hit from parent cross join lateral (select ${id}, ${hits(search)} from ${table}
        where ${ofTenant} and ${task_id} = parent.id order by ${id} desc limit ${recentPartsOfTask}) part`,
    ),
  }
}

/** The newest tasks of the projects that the person sees, each read by an index. `rows` are they, or what is in them. */
function recentOfTasks(viewer: Viewer, { project }: SearchFilters, rows: Sql): Source['recent'] {
  const tenant_id = viewer.tenant.id
  const seen = sql`select p.id from projects p
    where ${allOf(sql`p.tenant_id = ${tenant_id} and ${visible(viewer)}`, only(sql`p.id`, project))}
    order by p.id desc limit ${mostShares}`
  return {
    ctes: sql`seen as materialized (${seen}), ${share(recentTasks)},
      parent as materialized (select w.id, w.search from seen cross join lateral (select t.id, t.search from tasks t
        where t.tenant_id = ${tenant_id} and t.project_id = seen.id order by t.id desc limit (select n from share)) w order by w.id desc limit ${recentTasks}),
      recent as materialized (${rows})`,
    is_full: sql`(select count(*) >= (select n from share) from parent)`,
  }
}

function messageSource(viewer: Viewer, filters: SearchFilters): Source {
  return {
    type: 'messages',
    table: 'chat_messages',
    id: sql`x.id`,
    at: sql`x.created_at`,
    search: sql`x.search`,
    from: sql`chat_messages x ${withRoom(viewer, sql`x.room_id`)}`,
    where: allOf(
      sql`x.tenant_id = ${viewer.tenant.id} and ${participates(viewer)}`,
      inPeriod(viewer, sql`x.created_at`, filters),
      only(sql`r.project_id`, filters.project),
      only(sql`x.sender_id`, filters.person),
    ),
    recent: recentOfRooms(viewer, filters, sql`select parent.id, ${hits(sql`parent.search`)} from parent`),
  }
}

function roomFileSource(viewer: Viewer, filters: SearchFilters): Source {
  const tenant_id = viewer.tenant.id
  return {
    type: 'files',
    table: 'files',
    id: sql`f.id`,
    at: sql`f.created_at`,
    search: sql`f.search`,
    from: sql`files f ${withRoom(viewer, sql`f.room_id`)}`,
    where: allOf(
      sql`f.tenant_id = ${tenant_id} and not f.is_draft and f.trashed_at is null and ${participates(viewer)}`,
      inPeriod(viewer, sql`f.created_at`, filters),
      only(sql`r.project_id`, filters.project),
      only(sql`f.person_id`, filters.person),
    ),
    recent: recentOfRooms(
      viewer,
      filters,
      sql`select part.id, part.hit from parent cross join lateral (select f.id, ${hits(sql`f.search`)} from files f
        where parent.has_files and f.tenant_id = ${tenant_id} and f.message_id = parent.id) part`,
    ),
  }
}

/** The newest messages of the person's rooms, each read by an index. `rows` are they, or what came with them. */
function recentOfRooms({ tenant, me }: Viewer, { project }: SearchFilters, rows: Sql): Source['recent'] {
  const own = sql`select r.id, r.last_message_id from members m
      join chat_rooms r on r.tenant_id = ${tenant.id} and r.project_id = m.project_id
      where ${allOf(sql`m.tenant_id = ${tenant.id} and m.person_id = ${me.id}`, only(sql`m.project_id`, project))}
    union all select r.id, r.last_message_id from chat_rooms r where r.tenant_id = ${tenant.id} and r.first_person_id = ${me.id}
    union all select r.id, r.last_message_id from chat_rooms r where r.tenant_id = ${tenant.id} and r.second_person_id = ${me.id}`
  return {
    ctes: sql`seen as materialized (select own.id from (${own}) own order by own.last_message_id desc nulls last limit ${mostShares}),
      ${share(recentMessages)},
      parent as materialized (select w.id, w.has_files, w.search from seen cross join lateral (
        select x.id, x.has_files, x.search from chat_messages x where x.tenant_id = ${tenant.id} and x.room_id = seen.id
        order by x.id desc limit (select n from share)) w order by w.id desc limit ${recentMessages}),
      recent as materialized (${rows})`,
    is_full: sql`(select count(*) >= (select n from share) from parent)`,
  }
}

const share = (rows: number) =>
  sql`share as materialized (select least(${rows}::int, greatest(1, 2 * ${rows}::int / greatest(1, count(*)))) as n from seen)`

const allOf = (...conditions: readonly (Sql | undefined)[]) => {
  const all = conditions.filter((condition) => condition !== undefined)
  return sql`${sql.join(all, sql` and `)}`
}

const only = (id: Sql, value: number | undefined) => (value === undefined ? undefined : sql`${id} = ${value}`)

function inPeriod({ tenant }: Viewer, at: Sql, { from, to }: SearchFilters) {
  if (!from && !to) return undefined
  return allOf(
    from ? sql`${at} >= ${from}::date::timestamp at time zone ${tenant.timezone}` : undefined,
    to ? sql`${at} < (${to}::date + 1)::timestamp at time zone ${tenant.timezone}` : undefined,
  )
}
