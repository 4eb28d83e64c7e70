import type { Api } from 'contract'
import { sql } from '../kit/db.ts'
import { invalid, notFound } from '../kit/errors.ts'
import { pageOf } from '../kit/paging.ts'
import type { Handlers } from '../kit/serve.ts'
import { discardLabel, type LabelInTrash, putBack, takeBack } from './trash.ts'

export const labels: Handlers<Api['labels']> = {
  async list({ db, tenant }, { query }) {
    const all = db.selectFrom('labels').where('tenant_id', '=', tenant.id)
    const [results, { count }] = await Promise.all([
      all.select(fields).orderBy(sql`lower(name)`).limit(query.limit).offset(query.offset).execute(),
      all.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ])
    return pageOf('/api/labels/', query, count, results)
  },

  async create({ db, tenant }, { body }) {
    return db
      .insertInto('labels')
      .values({ tenant_id: tenant.id, ...body })
      .returning(fields)
      .executeTakeFirstOrThrow()
      .catch(refuseTakenName)
  },

  async update({ db, tenant }, { params, body }) {
    const all = Object.keys(body).length
      ? db.updateTable('labels').set(body).where('tenant_id', '=', tenant.id).where('id', '=', params.label_id).returning(fields)
      : db.selectFrom('labels').select(fields).where('tenant_id', '=', tenant.id).where('id', '=', params.label_id)
    const label = await all.executeTakeFirst().catch(refuseTakenName)
    if (!label) throw notFound()
    return label
  },

  async remove(ctx, { params }) {
    const { db, tenant } = ctx
    const label = await db
      .selectFrom('labels')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', params.label_id)
      .forUpdate()
      .executeTakeFirst()
    if (!label) throw notFound()
    await discardLabel(ctx, label.id)
    return undefined
  },

  async restore(ctx, { params }) {
    const { db, tenant } = ctx
    const { label, task_ids } = await takeBack<LabelInTrash>(ctx, 'label', params.label_id)
    await putBack(db, 'labels', [label]).catch(refuseTakenName)
    await sql`
      insert into task_labels (tenant_id, task_id, label_id)
      select ${tenant.id}, t.id, ${params.label_id} from tasks t
      where t.tenant_id = ${tenant.id} and t.id = any(${task_ids}) for key share`.execute(db)
    return db
      .selectFrom('labels')
      .select(fields)
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', params.label_id)
      .executeTakeFirstOrThrow()
  },
}

const fields = ['id', 'name', 'color'] as const

/** The index judges, so that of two who want a name at the same moment one gets it. */
function refuseTakenName(error: unknown): never {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'labels_name'
  throw isTaken ? invalid({ name: ['A label with this name already exists.'] }) : error
}
