// Reads what is shown of found rows: one statement for each type.
import type { SearchMatch, SearchResult, SearchType } from 'contract'
import { plainText } from 'contract/plain-text'
import type { Viewer } from '../kit/context.ts'
import { pipelined, type RawBuilder, sql } from '../kit/db/db.ts'
import { withPerson, withProject, withRoom, withTask } from '../reads/parents.ts'
import { keyJson } from '../reads/task.ts'
import { excerptOf, type Matcher, marked } from './words.ts'

type Named = { id: number; name: string }

/** The columns that all statements below share. */
type Row = {
  id: number
  key: string
  title: string
  text: string
  status: SearchResult['status']
  at: string | null
  project_id: number | null
  project_name: string
  task_id: number | null
  task_title: string
  room_id: number | null
  room_name: string
  message_id: number | null
  person_id: number | null
  person_name: string
}

const among = (ids: readonly number[]) => sql`any(${`{${ids.join()}}`}::bigint[])`

const projectColumns = sql`p.id as project_id, p.name as project_name`
const taskColumns = sql`t.id as task_id, t.title as task_title`
const personColumns = sql`e.id as person_id, e.full_name as person_name`
const noTask = sql`null::bigint as task_id, '' as task_title`
const roomColumns = sql`r.id as room_id, coalesce(p.name, other.full_name) as room_name`
const noRoom = sql`null::bigint as room_id, '' as room_name, null::bigint as message_id`
const noPerson = sql`null::bigint as person_id, '' as person_name`
const noProject = sql`null::bigint as project_id, '' as project_name`

const leftJoin = sql`left join`
/** The other person of a private room `r`. */
const withOther = (viewer: Viewer) =>
  withPerson(
    viewer,
    sql`case r.first_person_id when ${viewer.me.id} then r.second_person_id else r.first_person_id end`,
    sql`other`,
  )

type Read = (viewer: Viewer, ids: readonly number[]) => RawBuilder<Row>

const statements: Record<SearchType, Read> = {
  projects: ({ tenant }, ids) => sql`
    select p.id, coalesce(p.key, '') as key, p.name as title, p.description as text, p.status, p.created_at as at, ${projectColumns}, ${noTask}, ${noRoom}, ${noPerson}
    from projects p where p.tenant_id = ${tenant.id} and p.id = ${among(ids)}`,

  people: ({ tenant }, ids) => sql`
    select e.id, '' as key, e.full_name as title, '' as text, null as status, null as at, ${noProject}, ${noTask}, ${noRoom}, ${personColumns}
    from people e where e.tenant_id = ${tenant.id} and e.id = ${among(ids)}`,

  tasks: (viewer, ids) => sql`
    select t.id, ${keyJson(sql`p.key`, sql`t.number`)} as key, t.title, t.description as text, t.status, t.created_at as at, ${projectColumns}, ${taskColumns}, ${noRoom}, ${personColumns}
    from tasks t ${withProject(viewer, sql`t.project_id`)} ${withPerson(viewer, sql`t.assigned_to_id`)}
    where t.tenant_id = ${viewer.tenant.id} and t.id = ${among(ids)}`,

  subtasks: (viewer, ids) => sql`
    select s.id, ${keyJson(sql`p.key`, sql`s.number`)} as key, s.title, s.description as text, s.status, s.created_at as at, ${projectColumns}, ${taskColumns}, ${noRoom}, ${personColumns}
    from subtasks s ${withTask(viewer, sql`s.task_id`)} ${withProject(viewer, sql`t.project_id`)} ${withPerson(viewer, sql`s.assigned_to_id`)}
    where s.tenant_id = ${viewer.tenant.id} and s.id = ${among(ids)}`,

  comments: (viewer, ids) => sql`
    select c.id, '' as key, t.title, c.text, null as status, c.created_at as at, ${projectColumns}, ${taskColumns}, ${noRoom}, ${personColumns}
    from comments c ${withTask(viewer, sql`c.task_id`)} ${withProject(viewer, sql`t.project_id`)} ${withPerson(viewer, sql`c.author_id`)}
    where c.tenant_id = ${viewer.tenant.id} and c.id = ${among(ids)}`,

  files: (viewer, ids) => sql`
    select f.id, '' as key, f.name as title, '' as text, null as status, f.created_at as at, ${projectColumns}, ${taskColumns}, ${roomColumns},
      f.message_id, ${personColumns}
    from files f ${withTask(viewer, sql`f.task_id`, leftJoin)} on true ${withRoom(viewer, sql`f.room_id`, leftJoin)} on true
    ${withOther(viewer)} ${withProject(viewer, sql`coalesce(t.project_id, r.project_id)`, leftJoin)} on true
    ${withPerson(viewer, sql`f.person_id`)}
    where f.tenant_id = ${viewer.tenant.id} and f.id = ${among(ids)}`,

  messages: (viewer, ids) => sql`
    select x.id, '' as key, coalesce(p.name, other.full_name) as title, x.content as text, null as status, x.created_at as at,
      ${projectColumns}, ${noTask}, ${roomColumns}, null::bigint as message_id, ${personColumns}
    from chat_messages x ${withRoom(viewer, sql`x.room_id`)} ${withPerson(viewer, sql`x.sender_id`)}
    ${withOther(viewer)} ${withProject(viewer, sql`r.project_id`, leftJoin)} on true
    where x.tenant_id = ${viewer.tenant.id} and x.id = ${among(ids)}`,
}

/** Types whose title is not their own text. */
const withForeignTitle: readonly SearchType[] = ['comments', 'messages']

export type Found = { type: SearchType; id: number; match: SearchMatch }

/** The results of rows that the caller has found readable, in their order. */
export async function resultsOf(viewer: Viewer, found: readonly Found[], isMatch: Matcher): Promise<SearchResult[]> {
  const idsOf = Map.groupBy(found, ({ type }) => type)
  const reads = [...idsOf].map(async ([type, rows]) => {
    const read = await statements[type](
      viewer,
      rows.map(({ id }) => id),
    ).execute(viewer.db)
    return read.rows.map((row) => [`${type} ${row.id}`, row] as const)
  })
  const rowOf = new Map((await pipelined(...reads)).flat())
  return found.flatMap(({ type, id, match }) => {
    const row = rowOf.get(`${type} ${id}`)
    return row ? [resultOf(row, { type, match }, isMatch)] : []
  })
}

function resultOf(row: Row, { type, match }: Pick<Found, 'type' | 'match'>, isMatch: Matcher): SearchResult {
  const [task, person] = [named(row.task_id, row.task_title), named(row.person_id, row.person_name)]
  return {
    type,
    id: row.id,
    key: row.key,
    title: row.title,
    title_parts: withForeignTitle.includes(type) ? [{ text: row.title, is_match: false }] : marked(row.title, isMatch),
    excerpt: row.text === '' ? [] : excerptOf(plainText(row.text), isMatch),
    match,
    project: named(row.project_id, row.project_name),
    task: task && { id: task.id, title: task.name },
    room: named(row.room_id, row.room_name),
    message: row.message_id,
    person: person && { id: person.id, full_name: person.name },
    status: row.status,
    at: row.at,
  }
}

const named = (id: number | null, name: string): Named | null => (id === null ? null : { id, name })
