import type { Api, TaskImport } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { invalid } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { findProject, inactive, projectToChange } from '../projects/rules.ts'
import { type Choices, planImport } from './plan.ts'
import { type ImportedFile, mustHaveRoomToRead, readFile } from './reading.ts'
import type { ImportSource } from './source.ts'
import { isLasting, type Numbered, nameIn, numbered, shortened } from './tree.ts'
import { changesSince, restoreImport, undoImport } from './undo.ts'
import { versionsOf, writeImport } from './write.ts'

export const imports: Handlers<Api['imports']> = {
  async list(ctx, { params, query }) {
    const { db, tenant } = ctx
    const project = await findProject(ctx, params.project_id)
    const of = sql`i.tenant_id = ${tenant.id} and i.project_id = ${project.id}`
    const { rows } = await sql<{ count: number; json: string }>`
      with page as (
        select * from imports i where ${of} order by i.id desc limit ${query.limit} offset ${query.offset})
      select (select count(*) from imports i where ${of}) as count,
        (select coalesce(json_agg(${importJson(ctx)} order by i.id desc), '[]') from page i) as json`.execute(db)
    return assembledPage(`/api/projects/${project.id}/imports/`, query, rows[0] ?? { count: 0, json: '[]' })
  },

  preview: slow({
    queue,
    before: readFileOf,
    async handle(ctx, { params, body }, source) {
      const project = await projectToChange(ctx, params.project_id)
      return (await planOf(ctx, project.id, { source, choices: body })).plan
    },
  }),

  create: slow({
    queue,
    before: readFileOf,
    async handle(ctx, { params, body }, source) {
      const project = await projectToChange(ctx, params.project_id)
      const { plan, drafts } = await planOf(ctx, project.id, { source, choices: body })
      if (plan.dates.example !== null && plan.dates.order === null)
        throw invalid({ date_order: [`Choose how dates such as ${plan.dates.example} are meant.`] })
      if (!drafts.length) return { import: null, plan }
      const id = await writeImport(ctx, project, { plan, drafts, file_name: body.file_name })
      return { import: JSON.parse((await readImport(ctx, id)).json), plan }
    },
  }),

  changes: (ctx, { params }) => changesSince(ctx, params.import_id),

  async undo(ctx, { params }) {
    await undoImport(ctx, params.import_id)
    return undefined
  },

  async restore(ctx, { params }) {
    await restoreImport(ctx, params.import_id)
    return readImport(ctx, params.import_id)
  },
}

/** A project that this person can't import into is refused before the form. */
export const importProblems: Judges<Api['imports']> = {
  preview: (ctx, { params }) => findProject(ctx, params.project_id).then(() => ({})),
  create: (ctx, { params }) => findProject(ctx, params.project_id).then(() => ({})),
}

function queue({ tenant_id }: { tenant_id: number }) {
  return { mustHaveRoom: () => mustHaveRoomToRead(tenant_id) }
}

async function readFileOf(ctx: Ctx, { params, body }: { params: { project_id: number }; body: ImportedFile }) {
  const { is_active } = await findProject(ctx, params.project_id)
  if (!is_active) throw inactive()
  return () => readFile(body, ctx.tenant.id)
}

async function planOf(ctx: Ctx, project_id: number, { source, choices }: { source: ImportSource; choices: Choices }) {
  const items = numbered(source)
  return planImport(source, items, choices, await surroundings(ctx, project_id, { source, items }))
}

type Read = { source: ImportSource; items: readonly Numbered[] }

/** The parts of the project that the import needs to know. The members' rows are locked, so that none leaves before the commit. */
async function surroundings(ctx: Ctx, project_id: number, read: Read) {
  const { db, tenant } = ctx
  const [members, labels, rows] = await pipelined(
    lockMembers(ctx, project_id),
    db.selectFrom('labels').select(['id', 'name']).execute(),
    rowsWithIds(ctx, project_id, read),
  )
  const tables = await earlierTables(ctx, project_id, read)
  const known = [...rows, ...(await rowsOfTables(ctx, tables))]
  const [people, tasks] = await pipelined(
    db
      .selectFrom('people')
      .select(['id', 'full_name', 'email'])
      .where('id', '=', sql<number>`any(${members.map(({ person_id }) => person_id)})`)
      .orderBy('id')
      .execute(),
    versionsOf(
      ctx,
      known.map(({ task_id }) => task_id),
    ),
  )
  const rowOf = ({ task_id, kind }: { task_id: number; kind: string }) => ({
    task_id: tasks.has(task_id) ? task_id : null,
    isSubtask: kind === 'subtask',
  })
  return { timezone: tenant.timezone, members: people, labels, known: new Map(known.map((row) => [row.name, rowOf(row)])) }
}

/** The rows of earlier imports whose ids belong to nothing else. */
function rowsWithIds({ db }: Ctx, project_id: number, { source: { format, items: all }, items }: Read) {
  const parents = all.flatMap(({ parent }) => (parent && isLasting(format, parent) ? shortened(parent) : []))
  const wanted = [...new Set([...items.flatMap(({ name, row_key }) => (row_key === null ? name : [])), ...parents])]
  return db
    .selectFrom('imported_rows')
    .select(['external_id as name', 'task_id', 'kind'])
    .where('project_id', '=', project_id)
    .where('format', '=', format)
    .where('external_id', '=', sql<string>`any(${wanted})`)
    .execute()
}

/**
 * The imports of which a plain table has most rows, so that it is the same one, or a later one of the same rows. Single equal rows say
 * nothing: every table may begin with 1, or with “Kick-off”.
 */
async function earlierTables({ db }: Ctx, project_id: number, { source, items }: Read) {
  const keys = items.flatMap(({ row_key }) => row_key ?? [])
  if (!keys.length) return []
  const shared = await db
    .selectFrom('imported_rows')
    .select(['import_id', sql<number>`count(*)::int`.as('count')])
    .where('project_id', '=', project_id)
    .where('format', '=', source.format)
    .where('row_key', '=', sql<string>`any(${keys})`)
    .groupBy('import_id')
    .execute()
  const imports = await db
    .selectFrom('imports')
    .select(['id', sql<number>`tasks + subtasks`.as('rows')])
    .where('id', '=', sql<number>`any(${shared.map(({ import_id }) => import_id)})`)
    .execute()
  // An export with ids may have a part of the rows only, such as those that are still open.
  const most = source.items.some(({ ids }) => ids.length) ? keys.length : Number.POSITIVE_INFINITY
  const sizes = new Map(imports.map(({ id, rows }) => [id, Math.min(rows, most)]))
  return shared.flatMap(({ import_id, count }) => (count >= 0.75 * (sizes.get(import_id) ?? 0) ? import_id : []))
}

async function rowsOfTables({ db }: Ctx, import_ids: readonly number[]) {
  if (!import_ids.length) return []
  const rows = await db
    .selectFrom('imported_rows')
    .select(['row_key', 'task_id', 'kind'])
    .where('import_id', '=', sql<number>`any(${import_ids})`)
    .where('row_key', 'is not', null)
    .execute()
  return rows.map(({ row_key, ...row }) => ({ ...row, name: nameIn(row_key ?? '') }))
}

const lockMembers = ({ db }: Ctx, project_id: number) =>
  db.selectFrom('members').select('person_id').where('project_id', '=', project_id).orderBy('id').forShare().execute()

async function readImport(ctx: Ctx, id: number) {
  const { rows } = await sql<{ json: string }>`
    select ${importJson(ctx)} as json from imports i
    where i.tenant_id = ${ctx.tenant.id} and i.id = ${id}`.execute(ctx.db)
  return new Assembled<TaskImport>(rows[0]?.json ?? 'null')
}

const importJson = ({ tenant }: Ctx) => sql`json_build_object(
  'id', i.id, 'project', i.project_id, 'format', i.format, 'file_name', i.file_name, 'created_at', iso(i.created_at),
  'tasks', i.tasks, 'subtasks', i.subtasks, 'comments', i.comments, 'undone_at', iso(i.undone_at),
  'author', (select json_build_object('id', e.id, 'full_name', e.full_name) from people e
    where e.tenant_id = ${tenant.id} and e.id = i.author_id))`
