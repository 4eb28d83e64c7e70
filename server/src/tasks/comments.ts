import type { Api } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { asInvalidField, forbidden, notFound, problemsIn } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { commented } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { visible } from '../projects/rules.ts'
import { publishToProject } from '../realtime/publish.ts'
import { publishComment } from '../realtime/tasks.ts'
import { taskToChange } from './tasks.ts'
import { type CommentInTrash, contentOfComment, moveToTrash, restoreRows, takeFromTrash } from './trash.ts'

export const comments: Handlers<Api['comments']> = {
  async create(ctx, { body }) {
    const { db, me } = ctx
    const task = await chosenTask(ctx, body.object_id)
    const [comment, developers] = await pipelined(
      db
        .insertInto('comments')
        .values({ task_id: task.id, author_id: me.id, text: body.text })
        .returning(fields)
        .executeTakeFirstOrThrow(),
      developersOn(ctx, task),
    )
    await notify(ctx, { to: [task.project.assigned_pm, ...developers], ...commented(me.name, task) })
    const shown = { ...comment, author_name: me.name }
    publishComment(ctx, task, shown)
    return shown
  },

  async remove(ctx, { params }) {
    const comment = await findComment(ctx, params.comment_id)
    if (comment.author_id !== ctx.me.id) throw forbidden('Only its author can delete a comment.')
    // The content is read under the task's lock, in the same round trip.
    const [{ project_id }, content] = await pipelined(taskToChange(ctx, comment.task_id), contentOfComment(ctx, comment.id))
    await moveToTrash(ctx, 'comment', content)
    publishToProject(ctx, project_id, { type: 'removed', project_id, kind: 'comment', id: comment.id })
    return undefined
  },

  async restore(ctx, { params }) {
    const { db, me } = ctx
    const kept = await takeFromTrash<CommentInTrash>(ctx, 'comment', params.comment_id)
    const task = await taskToChange(ctx, kept.task_id)
    await restoreRows(db, 'comments', [kept])
    const comment = await db.selectFrom('comments').select(fields).where('id', '=', params.comment_id).executeTakeFirstOrThrow()
    const shown = { ...comment, author_name: me.name }
    publishComment(ctx, task, shown)
    return shown
  },
}

export const commentProblems: Judges<Api['comments']> = {
  create: async (ctx, { body }) => problemsIn(body.object_id !== undefined && chosenTask(ctx, body.object_id)),
}

const chosenTask = (ctx: Ctx, id: number) =>
  taskToChange(ctx, id).catch(asInvalidField('object_id', 'Choose a task that you can see.'))

const fields = ['id', 'text', 'author_id as author', 'created_at'] as const

/** Finds a comment on a task that this person sees, or throws `notFound`. */
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

/** The members with subtasks in the task. The array keeps PostgreSQL from starting with all members of the project. */
async function developersOn({ db, tenant }: Ctx, task: { id: number; project_id: number }) {
  const { rows } = await sql<{ id: number }>`
    select person_id as id from members
    where tenant_id = ${tenant.id} and project_id = ${task.project_id} and role = 'developer' and person_id = any(array(
      select assigned_to_id from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = ${task.id}))`.execute(db)
  return rows.map(({ id }) => id)
}
