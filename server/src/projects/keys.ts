// Keys of projects and numbers of their work: docs/decisions/064-keys-of-work.md
import { type Api, keyFromName, keyOf, keyTaken, workKeyPattern, workNamedBy } from 'contract'
import type { Ctx, Pools, Viewer } from '../kit/context.ts'
import { type Db, inTenant, pipelined, sql } from '../kit/db/db.ts'
import { invalid, notFound } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { projectOfSubtask } from '../people/leaving.ts'
import { visible } from '../reads/visible.ts'

export const keys: Handlers<Api['keys']> = {
  async find(ctx, { params }) {
    const work = await workOfKey(ctx, params.key)
    if (!work) throw notFound()
    return work
  },
}

/** The task or subtask that this person sees under a key of its project's, be it a former one. */
async function workOfKey(ctx: Viewer, key: string) {
  const [, project_key = '', digits] = workKeyPattern.exec(key) ?? []
  const project = project_key && (await projectOfKey(ctx, project_key))
  if (!project) return
  const number = Number(digits)
  const [task, subtask] = await pipelined(
    ctx.db.selectFrom('tasks').select('id').where('project_id', '=', project.id).where('number', '=', number).executeTakeFirst(),
    ctx.db
      .selectFrom('subtasks as s')
      .select(['s.id', 's.task_id'])
      .where('s.number', '=', number)
      .where(projectOfSubtask(ctx.tenant.id), '=', project.id)
      .executeTakeFirst(),
  )
  const task_id = task?.id ?? subtask?.task_id
  if (task_id === undefined) return
  return { key: keyOf(project.key, number), project_id: project.id, task_id, subtask_id: subtask?.id ?? null }
}

/** The task or subtask that this person sees under a key, or at the address of its page. */
export async function workNamedIn(ctx: Viewer, text: string) {
  const named = workNamedBy(text)
  if (!named) return
  if ('key' in named) return workOfKey(ctx, named.key)
  const { task_id, subtask_id } = named
  const work = ctx.db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
  const [task, subtask] = await pipelined(
    work.select(['p.id', 'p.key', 't.number']).where('t.id', '=', task_id).where(visible(ctx)).executeTakeFirst(),
    ctx.db
      .selectFrom('subtasks')
      .select('number')
      .where('id', '=', subtask_id ?? 0)
      .where('task_id', '=', task_id)
      .executeTakeFirst(),
  )
  if (!task || (subtask_id !== null && !subtask)) return
  return { key: keyOf(task.key, (subtask ?? task).number), project_id: task.id, task_id, subtask_id }
}

/** The project that this person sees under a key, be it a former one. */
export const projectOfKey = (ctx: Viewer, key: string) =>
  ctx.db
    .selectFrom('project_keys as k')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 'k.tenant_id').onRef('p.id', '=', 'k.project_id'))
    .select(['p.id', 'p.key'])
    .where('k.key', '=', key.toUpperCase())
    .where(visible(ctx))
    .executeTakeFirst()

/** Gives a project without a key one that is made from its name. */
export async function giveKey(db: Db, project: { id: number; name: string }) {
  const base = keyFromName(project.name)
  const rows = await db.selectFrom('project_keys').select('key').where('key', 'like', `${base}%`).execute()
  const taken = new Set(rows.map(({ key }) => key))
  for (let n = 1; ; n++) {
    const key = n === 1 ? base : `${base}${n}`
    if (taken.has(key) || !(await claim(db, project.id, key))) continue
    await db.updateTable('projects').set({ key }).where('id', '=', project.id).execute()
    return
  }
}

/** Claims the key that somebody has chosen for a project. A former key of the project is still its own. */
export async function claimKey({ db }: Ctx, project_id: number, key: string) {
  if (await claim(db, project_id, key)) return
  const owner = await db.selectFrom('project_keys').select('project_id').where('key', '=', key).executeTakeFirst()
  if (owner?.project_id !== project_id) throw invalid({ key: [keyTaken] })
}

/** Returns false if a project has or had this key. */
const claim = async (db: Db, project_id: number, key: string) =>
  (await db
    .insertInto('project_keys')
    .values({ project_id, key })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Takes the next numbers of a project, and returns the first of them. Whoever takes the next ones waits until this transaction ends, so
 * take them late.
 */
export async function takeNumbers(db: Db, project_id: number, count = 1) {
  const { last_number } = await db
    .insertInto('project_numbers')
    .values({ project_id, last_number: count })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'project_id'])
        .doUpdateSet({ last_number: sql<number>`project_numbers.last_number + excluded.last_number` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number - count + 1
}

/** Gives a key to each project of this workspace that has none, and numbers to its work, in the order in which it was created. */
export async function completeKeys(db: Db) {
  const projects = await db.selectFrom('projects').select(['id', 'name']).where('key', 'is', null).orderBy('id').execute()
  for (const project of projects) await giveKey(db, project)
  await raiseVersions(
    db,
    'projects',
    projects.map(({ id }) => id),
  )
  const [tasks, subtasks] = await pipelined(
    db.selectFrom('tasks').select(['id', 'id as task_id', 'project_id']).where('number', 'is', null).execute(),
    db
      .selectFrom('subtasks as s')
      .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.task_id'))
      .select(['s.id', 's.task_id', 't.project_id'])
      .where('s.number', 'is', null)
      .execute(),
  )
  const work = [...rowsIn('tasks', tasks), ...rowsIn('subtasks', subtasks)].sort((a, b) => a.id - b.id)
  for (const [project_id, rows] of Map.groupBy(work, (row) => row.project_id)) {
    const first = await takeNumbers(db, project_id, rows.length)
    const numbered = rows.map((row, nth) => ({ ...row, number: first + nth }))
    await pipelined(
      giveNumbers(db, 'tasks', numbered),
      giveNumbers(db, 'subtasks', numbered),
      raiseVersions(db, 'tasks', [...new Set(rows.map((row) => row.task_id))]),
    )
  }
}

type Table = 'tasks' | 'subtasks'
const rowsIn = <Row>(table: Table, rows: readonly Row[]) => rows.map((row) => ({ ...row, table }))

/** Writes the numbers of one table's rows in one statement: a workspace may have hundreds of thousands. */
function giveNumbers(db: Db, table: Table, work: readonly { table: Table; id: number; number: number }[]) {
  const rows = work.filter((row) => row.table === table)
  const [ids, numbers] = [rows.map(({ id }) => id), rows.map(({ number }) => number)]
  const given = sql<{ row_id: number; given_number: number }>`unnest(${ids}::bigint[], ${numbers}::int[])`
  return db
    .updateTable(table)
    .from(given.as<'given'>(sql`given (row_id, given_number)`))
    .set({ number: sql<number>`given_number` })
    .where('id', '=', sql.ref<number>('row_id'))
    .execute()
}

/** Makes browsers that have read them read them again. */
const raiseVersions = (db: Db, table: 'projects' | 'tasks', ids: readonly number[]) =>
  db.updateTable(table).set({ version: sql`version + 1` }).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()

/**
 * Completes the keys of each workspace that needs it: after the migration, and for what a server of an older release has written since.
 * Returns how many workspaces there were.
 */
export async function completeAllKeys(pools: Pools) {
  const { rows } = await inTenant(pools.platform, 0, 'read only', (db) =>
    sql<{ tenant_id: number }>`
      select tenant_id from projects where key is null union select tenant_id from tasks where number is null
      union select tenant_id from subtasks where number is null /* across tenants */`.execute(db),
  )
  for (const { tenant_id } of rows) await inTenant(pools.workspace, tenant_id, 'read write', completeKeys)
  return rows.length
}
