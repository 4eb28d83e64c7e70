import type { Api } from 'contract'
import { parts, recordEach } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { byName, countAll, duplicateIn, pipelined, sql } from '../kit/db/db.ts'
import { invalid, notFound } from '../kit/errors.ts'
import { pageOf } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { changed } from '../realtime/changed.ts'
import { insertRows } from './insert.ts'
import { type LabelInTrash, labelToDelete, moveLabelToTrash, restoreRows, takeFromTrash } from './trash.ts'

export const labels: Handlers<Api['labels']> = {
  async list({ db }, { query }) {
    const all = db.selectFrom('labels')
    const [results, { count }] = await Promise.all([
      all.select(fields).orderBy(byName('name')).limit(query.limit).offset(query.offset).execute(),
      all.select(countAll).executeTakeFirstOrThrow(),
    ])
    return pageOf('/api/labels/', query, count, results)
  },

  async create(ctx, { body }) {
    const { db } = ctx
    const made = await db.insertInto('labels').values(body).returning(fields).executeTakeFirstOrThrow().catch(refuseTakenName)
    labelChanged(ctx)
    return made
  },

  async update(ctx, { params, body }) {
    const { db } = ctx
    const all = Object.keys(body).length
      ? db.updateTable('labels').set(body).where('id', '=', params.label_id).returning(fields)
      : db.selectFrom('labels').select(fields).where('id', '=', params.label_id)
    const label = await all.executeTakeFirst().catch(refuseTakenName)
    if (!label) throw notFound()
    if (Object.keys(body).length) labelChanged(ctx)
    return label
  },

  async remove(ctx, { params }) {
    const [label] = await labelToDelete(ctx, params.label_id)
    if (!label) throw notFound()
    const labelled = await moveLabelToTrash(ctx, label)
    await recordEach(ctx, labelled, parts('label', { removed: [label.name] }))
    labelChanged(ctx)
    return undefined
  },

  async restore(ctx, { params }) {
    const { db } = ctx
    const { label, labelled } = await takeFromTrash<LabelInTrash>(ctx, 'label', params.label_id)
    await restoreRows(db, 'labels', [label]).catch(refuseTakenName)
    const tasks = await db
      .selectFrom('tasks')
      .select('id')
      .where('id', '=', sql<number>`any(${labelled.map(({ task_id }) => task_id)})`)
      .forKeyShare()
      .execute()
    const task_labels = tasks.map(({ id }) => ({ task_id: id, label_id: params.label_id }))
    await pipelined(insertRows(ctx, { task_labels }), recordEach(ctx, labelled, parts('label', { added: [label.name] })))
    labelChanged(ctx)
    return db.selectFrom('labels').select(fields).where('id', '=', params.label_id).executeTakeFirstOrThrow()
  },
}

export const labelProblems: Judges<Api['labels']> = {
  create: async (ctx, { body }) => nameProblems(ctx, body),

  async update(ctx, { params, body }) {
    const { db } = ctx
    const labels = db.selectFrom('labels').select('id')
    if (!(await labels.where('id', '=', params.label_id).executeTakeFirst())) throw notFound()
    return nameProblems(ctx, { ...body, id: params.label_id })
  },
}

const fields = ['id', 'name', 'color'] as const

const labelChanged = (ctx: Ctx) =>
  changed(ctx, { roles: ['tenant_admin', 'project_manager', 'developer'], models: ['labels', 'work'] })

const taken = { name: ['A label with this name already exists.'] }

/** The problem of a name that another label has. */
async function nameProblems({ db }: Ctx, { name, id = 0 }: { name?: string | undefined; id?: number }) {
  if (name === undefined) return {}
  const other = await db
    .selectFrom('labels')
    .select('id')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other ? taken : {}
}

/** Turns a violation of the unique index into a refusal. Only the index decides between concurrent writers. */
function refuseTakenName(error: unknown): never {
  throw duplicateIn(error) === 'labels_name' ? invalid(taken) : error
}
