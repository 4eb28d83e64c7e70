import type { Api } from 'contract'
import { sql } from '../kit/db.ts'
import { forbidden, notFound } from '../kit/errors.ts'
import type { Ctx, Handlers } from '../kit/serve.ts'
import { visible } from '../projects/visible.ts'
import { onField, taskToChange } from './tasks.ts'

export const comments: Handlers<Api['comments']> = {
  async create(ctx, { body }) {
    const { db, tenant, me } = ctx
    const task = await taskToChange(ctx, body.object_id).catch(onField('object_id', 'Choose a task that you can see.'))
    const comment = await db
      .insertInto('comments')
      .values({ tenant_id: tenant.id, task_id: task.id, author_id: me.id, text: body.text })
      .returning(['id', 'text', 'author_id as author', 'created_at'])
      .executeTakeFirstOrThrow()
    return { ...comment, author_name: me.name }
  },

  async remove(ctx, { params }) {
    const { db, tenant, me } = ctx
    const comment = await findComment(ctx, params.comment_id)
    if (comment.author_id !== me.id) throw forbidden('Only its author can delete a comment.')
    await taskToChange(ctx, comment.task_id)
    await db.deleteFrom('comments').where('tenant_id', '=', tenant.id).where('id', '=', comment.id).execute()
    return undefined
  },
}

/** The comment, where this person sees its task. */
async function findComment(ctx: Ctx, id: number) {
  const { tenant } = ctx
  const { rows } = await sql<{ id: number; task_id: number; author_id: number }>`
    select c.id, c.task_id, c.author_id from comments c
    join tasks t on t.tenant_id = c.tenant_id and t.tenant_id = ${tenant.id} and t.id = c.task_id
    join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant.id} and p.id = t.project_id
    where c.tenant_id = ${tenant.id} and c.id = ${id} and ${visible(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
