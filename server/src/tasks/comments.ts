import { type Api, commentTextProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { asInvalidField, forbidden, invalid, notFound, problemsIn } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { newlyMentioned, notifyReaders } from '../notifications/mentions.ts'
import { commented, mentionedInComment } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { orNotFound, taskToChange } from './tasks.ts'
import { type CommentInTrash, contentOfComments, moveToTrash, restoreRows, takeFromTrash } from './trash.ts'

export const comments: Handlers<Api['comments']> = {
  async create(ctx, { body }) {
    const { db, me } = ctx
    const task = await chosenTask(ctx, body.object_id)
    const [problem] = commentTextProblems(body)
    if (problem) throw invalid({ text: [problem] })
    const comment = { task_id: task.id, author_id: me.id, text: body.text }
    const insert = () => db.insertInto('comments').values(comment).returning('id').executeTakeFirstOrThrow()
    const readAgain = () =>
      [
        developersOn(ctx, task),
        changed(ctx, { task: task.id, isDiscussion: true }),
        newlyMentioned(ctx, task.project_id, body),
      ] as const
    const [{ id }, developers, { comments }, mentioned] = body.files.length
      ? [await takeFiles(ctx, task, await insert(), body.files), ...(await pipelined(...readAgain()))]
      : await pipelined(insert(), ...readAgain())
    const isMentioned = new Set(mentioned.map((reader) => reader.id))
    const to = [task.project.assigned_pm, ...developers].filter((person_id) => !isMentioned.has(person_id))
    await pipelined(
      notifyReaders(ctx, mentioned, mentionedInComment(me.name, { ...task, comment_id: id })),
      notify(ctx, { to, ...commented(me.name, task) }),
    )
    return orNotFound(comments.find((shown) => shown.id === id))
  },

  async remove(ctx, { params }) {
    const comment = await findComment(ctx, params.comment_id)
    if (comment.author_id !== ctx.me.id) throw forbidden('Only its author can delete a comment.')
    // The content is read under the task's lock, in the same round trip.
    const [task, content] = await pipelined(taskToChange(ctx, comment.task_id), contentOfComments(ctx, [comment.id]))
    await pipelined(moveToTrash(ctx, 'comment', content), changed(ctx, { task: task.id, isDiscussion: true }))
    return undefined
  },

  async restore(ctx, { params }) {
    const kept = await takeFromTrash<CommentInTrash>(ctx, 'comment', params.comment_id)
    const task = await taskToChange(ctx, kept.task_id)
    const [_restored, { comments }] = await pipelined(
      restoreRows(ctx.db, 'comments', [kept]),
      changed(ctx, { task: task.id, isDiscussion: true }),
    )
    return orNotFound(comments.find(({ id }) => id === kept.id))
  },
}

export const commentProblems: Judges<Api['comments']> = {
  async create(ctx, { body: { object_id, text, files = [] } }) {
    const [problem] = text === undefined ? [] : commentTextProblems({ text, files })
    return { ...(problem && { text: [problem] }), ...(await problemsIn(object_id !== undefined && chosenTask(ctx, object_id))) }
  },
}

const chosenTask = (ctx: Ctx, id: number) =>
  taskToChange(ctx, id).catch(asInvalidField('object_id', 'Choose a task that you can see.'))

/** Gives the caller's drafts on this task to a new comment. */
async function takeFiles<Comment extends { id: number }>(
  ctx: Ctx,
  task: { id: number },
  comment: Comment,
  ids: readonly number[],
) {
  const taken = await ctx.db
    .updateTable('files')
    .set({ comment_id: comment.id, is_draft: false })
    .where('id', '=', sql<number>`any(${ids})`)
    .where('task_id', '=', task.id)
    .where('person_id', '=', ctx.me.id)
    .where('is_draft', '=', true)
    .where('trashed_at', 'is', null)
    .returning('id')
    .execute()
  if (taken.length < new Set(ids).size) throw invalid({ files: ['Choose files that you have attached here.'] })
  return comment
}

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
