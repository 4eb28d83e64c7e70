// Writes what an import has planned, in bulk.
import type { ImportPlan } from 'contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import type { DB } from '../kit/db/schema.gen.ts'
import { workImported } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { takeNumbers } from '../projects/keys.ts'
import { changed } from '../realtime/changed.ts'
import { insertRows, newIds, type Rows } from '../tasks/insert.ts'
import type { Draft } from './plan.ts'

type Planned = { plan: ImportPlan; drafts: readonly Draft[]; file_name: string }
export type ImportedRow = Omit<Selectable<DB['imported_rows']>, 'tenant_id' | 'project_id' | 'import_id'>

/** Returns the id of the import. The caller has locked the project. */
export async function writeImport(ctx: Ctx, project: { id: number; name: string }, { plan, drafts, file_name }: Planned) {
  const { db, me } = ctx
  const { format, tasks, subtasks, comments } = plan
  const { id } = await db
    .insertInto('imports')
    .values({ project_id: project.id, author_id: me.id, format, file_name, tasks, subtasks, comments })
    .returning('id')
    .executeTakeFirstOrThrow()
  const touched = [...new Set(drafts.flatMap(({ parent }) => (parent && 'task_id' in parent ? parent.task_id : [])))]
  // First, because it locks the tasks that get subtasks.
  const [, versions] = await pipelined(
    changed(ctx, { work_of: project.id, assignees: drafts.map(({ assigned_to_id }) => assigned_to_id), touched }),
    versionsOf(ctx, touched),
  )
  const number = await takeNumbers(db, project.id, drafts.length)
  const rows = await rowsOf(ctx, drafts, { project_id: project.id, import_id: id, format, versions, number })
  await insertRows(ctx, rows)
  await notifyOfImport(ctx, project.name, drafts)
  changed(ctx, { projects: [project.id], models: ['imports'] })
  return id
}

export async function versionsOf({ db }: Ctx, task_ids: readonly number[]) {
  const ids = sql<number>`any(${task_ids})`
  const rows = await db.selectFrom('tasks').select(['id', 'version']).where('id', '=', ids).execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** `number` is that of the first draft. */
type Into = { project_id: number; import_id: number; format: string; versions: ReadonlyMap<number, number>; number: number }

async function rowsOf(ctx: Ctx, drafts: readonly Draft[], { project_id, import_id, format, versions, number: first }: Into) {
  const count = drafts.reduce((sum, { comments }) => sum + 1 + comments.length, 0)
  const ids = (await newIds(ctx, count)).values()
  const idOf = new Map(drafts.map((draft) => [draft, ids.next().value ?? 0]))
  const rows: Required<Omit<Rows, 'dependencies'>> = { tasks: [], subtasks: [], comments: [], task_labels: [], imported_rows: [] }
  for (const [nth, draft] of drafts.entries()) {
    const number = first + nth
    const { external_id, row_key, parent, label_ids, comments, estimated_hours, ...work } = draft
    const id = idOf.get(draft) ?? 0
    const task_id = !parent ? id : 'draft' in parent ? (idOf.get(parent.draft) ?? 0) : parent.task_id
    const imported = { project_id, format, import_id, task_id, version: versions.get(task_id) ?? 1 }
    if (parent) rows.subtasks.push({ id, number, task_id, estimated_hours, ...work })
    else rows.tasks.push({ id, number, project_id, ...work })
    rows.imported_rows.push({ ...imported, external_id, row_key, kind: parent ? 'subtask' : 'task', row_id: id })
    for (const label_id of label_ids) rows.task_labels.push({ task_id, label_id })
    for (const [index, text] of comments.entries()) {
      const comment_id = ids.next().value ?? 0
      rows.comments.push({ id: comment_id, task_id, author_id: ctx.me.id, text })
      // Comments of a new task come and go with it.
      if (parent && 'task_id' in parent)
        rows.imported_rows.push({
          ...imported,
          external_id: `${external_id} comment ${index + 1}`,
          kind: 'comment',
          row_id: comment_id,
        })
    }
  }
  return rows
}

/** One notification for each person, however many tasks they get. */
async function notifyOfImport(ctx: Ctx, project: string, drafts: readonly Draft[]) {
  const open = drafts.filter(({ status, assigned_to_id }) => status !== 'done' && assigned_to_id !== null)
  const byPerson = Map.groupBy(open, ({ assigned_to_id }) => assigned_to_id ?? 0)
  await pipelined(
    ...[...byPerson].map(([person_id, { length }]) =>
      notify(ctx, { to: [person_id], ...workImported(ctx.me.name, length, project) }),
    ),
  )
}
