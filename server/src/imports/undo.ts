// Undoing an import, and taking that back. What it has created goes into the trash in one piece.
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { notFound, refused } from '../kit/errors.ts'
import { workAssigned, workTaken } from '../notifications/messages.ts'
import { findProject, projectToChange } from '../projects/rules.ts'
import { changed } from '../realtime/changed.ts'
import { notifyAssignees, restoredWork } from '../tasks/assignee.ts'
import { insertRows } from '../tasks/insert.ts'
import { lockLabels } from '../tasks/rules.ts'
import { countSpent } from '../tasks/spent.ts'
import {
  type CommentInTrash,
  contentOfComments,
  contentOfSubtasks,
  contentOfTasks,
  putInTrash,
  restoreRows,
  type SubtaskInTrash,
  type TaskInTrash,
  takeFromTrash,
} from '../tasks/trash.ts'
import { type ImportedRow, versionsOf } from './write.ts'

/** `subtasks` and `comments` are those in tasks that the import has not created. */
type ImportInTrash = {
  rows: ImportedRow[]
  tasks: TaskInTrash[]
  subtasks: SubtaskInTrash[]
  comments: CommentInTrash[]
}

const mostListed = 50

export async function changesSince(ctx: Ctx, import_id: number) {
  const { db } = ctx
  const found = await findImport(ctx, import_id)
  await findProject(ctx, found.project_id)
  const rows = await rowsOfImport(ctx, import_id)
  const { task_ids } = idsIn(rows)
  const subtask_ids = rows.flatMap(({ kind, row_id }) => (kind === 'subtask' ? row_id : []))
  const all = [...new Set(rows.map(({ task_id }) => task_id))]
  const [tasks, subtasks] = await pipelined(
    db.selectFrom('tasks').select(['id', 'title', 'version']).where('id', '=', sql<number>`any(${all})`).orderBy('id').execute(),
    db.selectFrom('subtasks').select('id').where('id', '=', sql<number>`any(${subtask_ids})`).execute(),
  )
  const versionOf = new Map(rows.map(({ task_id, version }) => [task_id, version]))
  const changedTasks = tasks.filter(({ id, version }) => version !== versionOf.get(id))
  const left = new Set(tasks.map(({ id }) => id))
  return {
    changed: changedTasks.slice(0, mostListed).map(({ id, title }) => ({ id, title })),
    changed_count: changedTasks.length,
    deleted_count: task_ids.filter((id) => !left.has(id)).length + subtask_ids.length - subtasks.length,
  }
}

export async function undoImport(ctx: Ctx, import_id: number) {
  const { db } = ctx
  const project = await projectToChange(ctx, (await findImport(ctx, import_id)).project_id)
  const undone = await db
    .updateTable('imports')
    .set({ undone_at: sql<string>`now()` })
    .where('id', '=', import_id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!undone) throw notFound()
  const rows = await rowsOfImport(ctx, import_id)
  const content = await takeOut(ctx, rows)
  const subtasks = [...content.subtasks, ...content.tasks.flatMap((task) => task.subtasks)]
  await pipelined(
    db.deleteFrom('imported_rows').where('import_id', '=', import_id).execute(),
    putInTrash(ctx, 'import', { id: import_id, content }),
    notifyAssignees(ctx, { tasks: content.tasks.map(({ task }) => task), subtasks }, project, workTaken),
  )
  await workChanged(ctx, project.id, { ...content, touched: idsIn(rows).touched, removed: changedLately(content) })
}

/** Deletes what the import has created, and returns it. Tasks are locked before their subtasks, as everywhere. */
async function takeOut(ctx: Ctx, rows: ImportedRow[]): Promise<ImportInTrash> {
  const { db } = ctx
  const { task_ids, subtask_ids, comment_ids, touched } = idsIn(rows)
  const [, tasks] = await pipelined(
    db
      .selectFrom('tasks')
      .select('id')
      .where('id', '=', sql<number>`any(${[...task_ids, ...touched]})`)
      .orderBy('id')
      .forUpdate()
      .execute(),
    contentOfTasks(ctx, task_ids),
  )
  const [subtasks, comments] = await pipelined(contentOfSubtasks(ctx, subtask_ids), contentOfComments(ctx, comment_ids))
  await pipelined(
    db.deleteFrom('tasks').where('id', '=', sql<number>`any(${task_ids})`).execute(),
    db.deleteFrom('subtasks').where('id', '=', sql<number>`any(${subtask_ids})`).execute(),
    db.deleteFrom('comments').where('id', '=', sql<number>`any(${comment_ids})`).execute(),
  )
  return { rows, tasks, subtasks, comments }
}

export async function restoreImport(ctx: Ctx, import_id: number) {
  const { db } = ctx
  const { project_id } = await findImport(ctx, import_id)
  const content = await takeFromTrash<ImportInTrash>(ctx, 'import', import_id)
  const project = await projectToChange(ctx, project_id)
  await mustBeUnknown(ctx, project.id, content.rows)
  const { tasks, subtasks, comments } = await whatFits(ctx, project.id, content)
  await pipelined(
    restoreRows(db, 'tasks', tasks),
    restoreRows(db, 'subtasks', subtasks),
    countSpent(ctx, { tasks: tasks.map(({ id }) => id), subtasks: subtasks.map(({ id }) => id) }),
    restoreRows(db, 'comments', comments),
    notifyAssignees(ctx, { tasks, subtasks }, project, workAssigned),
    db.updateTable('imports').set({ undone_at: null }).where('id', '=', import_id).execute(),
  )
  await restoreLabels(ctx, content.tasks)
  const touched = [...new Set(content.rows.map(({ task_id }) => task_id))]
  await workChanged(ctx, project.id, { tasks: content.tasks, subtasks, touched })
  await rememberRows(ctx, { project_id, import_id, content })
}

/** Somebody may have imported the same file again in the meantime. */
async function mustBeUnknown({ db }: Ctx, project_id: number, rows: readonly ImportedRow[]) {
  const taken = await db
    .selectFrom('imported_rows')
    .select('row_id')
    .where('project_id', '=', project_id)
    .where('format', '=', rows[0]?.format ?? '')
    .where('external_id', '=', sql<string>`any(${rows.map(({ external_id }) => external_id)})`)
    .limit(1)
    .executeTakeFirst()
  if (taken) throw refused('The same rows have been imported again.')
}

/** The rows whose tasks are still there, assigned to those who are still members. */
async function whatFits(ctx: Ctx, project_id: number, { tasks, subtasks, comments }: ImportInTrash) {
  const outside = [...new Set([...subtasks, ...comments].map(({ task_id }) => task_id))]
  const existing = await ctx.db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', sql<number>`any(${outside})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const left = new Set(existing.map(({ id }) => id))
  const own = <Row extends { task_id: number }>(inside: Row[], added: readonly Row[]) => [
    ...inside,
    ...added.filter(({ task_id }) => left.has(task_id)),
  ]
  return {
    tasks: await restoredWork(
      ctx,
      project_id,
      tasks.map(({ task }) => task),
    ),
    subtasks: await restoredWork(
      ctx,
      project_id,
      own(
        tasks.flatMap((task) => task.subtasks),
        subtasks,
      ),
    ),
    comments: own(
      tasks.flatMap((task) => task.comments),
      comments,
    ),
  }
}

async function restoreLabels(ctx: Ctx, tasks: readonly TaskInTrash[]) {
  const labels = await lockLabels(ctx, [...new Set(tasks.flatMap(({ label_ids }) => label_ids))])
  const left = new Set(labels.map(({ id }) => id))
  const links = tasks.flatMap(({ task, label_ids }) =>
    label_ids.flatMap((label_id) => (left.has(label_id) ? { task_id: task.id, label_id } : [])),
  )
  await insertRows(ctx, { task_labels: links })
}

type Restored = { project_id: number; import_id: number; content: ImportInTrash }

/** Remembers the rows again. Restoring raises the versions of the tasks: one that had changed before stays marked as changed. */
async function rememberRows(ctx: Ctx, { project_id, import_id, content: { rows, tasks } }: Restored) {
  const before = new Map(tasks.map(({ task }) => [task.id, task.version]))
  const versions = await versionsOf(
    ctx,
    rows.map(({ task_id }) => task_id),
  )
  const imported_rows = rows.map((row) => {
    const wasChanged = before.has(row.task_id) && before.get(row.task_id) !== row.version
    return { ...row, project_id, import_id, version: wasChanged ? row.version : (versions.get(row.task_id) ?? row.version) }
  })
  await insertRows(ctx, { imported_rows })
}

/** Milliseconds. Longer than events are kept, because the clocks of server and database may differ. */
const lately = 2 * 60_000

function changedLately({ tasks, rows }: ImportInTrash) {
  const versions = new Map(rows.map(({ task_id, version }) => [task_id, version]))
  const since = Date.now() - lately
  return tasks.flatMap(({ task }) => {
    const isRecent = task.changed_at !== null && Date.parse(task.changed_at) > since
    return isRecent && task.version !== versions.get(task.id) ? task : []
  })
}

type Told = Pick<ImportInTrash, 'tasks' | 'subtasks'> & {
  touched: readonly number[]
  removed?: readonly { id: number; version: number }[]
}

async function workChanged(ctx: Ctx, project_id: number, { tasks, subtasks, touched, removed = [] }: Told) {
  const work = [...subtasks, ...tasks.flatMap((each) => [each.task, ...each.subtasks])]
  await changed(ctx, { work_of: project_id, assignees: work.map(({ assigned_to_id }) => assigned_to_id), touched, removed })
  changed(ctx, { projects: [project_id], models: ['imports'] })
}

async function findImport({ db }: Ctx, id: number) {
  const found = await db.selectFrom('imports').select(['id', 'project_id']).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

const rowsOfImport = ({ db }: Ctx, import_id: number): Promise<ImportedRow[]> =>
  db
    .selectFrom('imported_rows')
    .select(['format', 'external_id', 'row_key', 'kind', 'row_id', 'task_id', 'version'])
    .where('import_id', '=', import_id)
    .execute()

/** `subtask_ids` and `comment_ids` are those in tasks that the import has not created, `touched` these tasks. */
function idsIn(rows: readonly ImportedRow[]) {
  const idsOf = (kind: string, among: readonly ImportedRow[]) => among.flatMap((row) => (row.kind === kind ? row.row_id : []))
  const task_ids = idsOf('task', rows)
  const own = new Set(task_ids)
  const added = rows.filter(({ task_id }) => !own.has(task_id))
  return {
    task_ids,
    subtask_ids: idsOf('subtask', added),
    comment_ids: idsOf('comment', added),
    touched: [...new Set(added.map(({ task_id }) => task_id))],
  }
}
