import { type Api, commentTextProblems, type Input, type Task } from 'contract'
import { changes, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { asInvalidField, forbidden, invalid, mustHaveNone, notFound, problemsIn } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { newlyMentioned, notifyReaders } from '../notifications/mentions.ts'
import { commented, mentionedInComment } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { mustBeUnchanged, withBoxSet } from '../projects/descriptions.ts'
import { readTask } from '../reads/task.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { orNotFound, taskToChange } from './rules.ts'
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

  async update(ctx, { params, body }) {
    const { db, me } = ctx
    const found = await findOwnComment(ctx, params.comment_id)
    // The text is read under the task's lock, in the same round trip.
    const [task, before] = await pipelined(taskToChange(ctx, found.task_id), storedComment(ctx, found.id))
    const text = newTextOf(body, before)
    mustBeUnchanged(before, body, body.edited_from)
    const subject = { project_id: task.project_id, task_id: task.id, comment_id: found.id }
    if (text === before.text) return commentIn(await readTask(ctx, task.id), found.id)
    const change = { text, ...(body.check_box === undefined && { edited_at: sql<string>`now()` }) }
    const [_updated, _recorded, shown, mentioned] = await pipelined(
      db.updateTable('comments').set(change).where('id', '=', found.id).execute(),
      body.check_box === undefined && record(ctx, subject, changes({ comment: before.text }, { comment: text })),
      changed(ctx, { task: task.id, isDiscussion: true }),
      newlyMentioned(ctx, task.project_id, { text, before: before.text }),
    )
    await notifyReaders(ctx, mentioned, mentionedInComment(me.name, { ...task, comment_id: found.id }))
    return commentIn(shown, found.id)
  },

  async react(ctx, { params, body }) {
    const { db, me } = ctx
    const { id, task_id } = await findComment(ctx, params.comment_id)
    await pipelined(taskToChange(ctx, task_id), storedComment(ctx, id))
    const chosen = [...new Set(body.reactions)].map((reaction) => ({ comment_id: id, task_id, person_id: me.id, reaction }))
    const own = db.deleteFrom('comment_reactions').where('comment_id', '=', id).where('person_id', '=', me.id)
    const [_removed, _added, shown] = await pipelined(
      own.where('reaction', '!=', sql<string>`all(${body.reactions})`).execute(),
      chosen.length
        ? db
            .insertInto('comment_reactions')
            .values(chosen)
            .onConflict((conflict) => conflict.columns(['tenant_id', 'comment_id', 'person_id', 'reaction']).doNothing())
            .execute()
        : undefined,
      changed(ctx, { task: task_id, isDiscussion: true }),
    )
    return commentIn(shown, id)
  },

  async remove(ctx, { params }) {
    const comment = await findOwnComment(ctx, params.comment_id, 'delete')
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
    return problemsIn(
      text !== undefined && asTextProblems(commentTextProblems({ text, files })),
      object_id !== undefined && chosenTask(ctx, object_id),
    )
  },

  async update(ctx, { params, body }) {
    const { id } = await findOwnComment(ctx, params.comment_id)
    const before = await storedComment(ctx, id)
    const { text = before.text, check_box } = body
    return problemsIn(
      changedTextProblems(text, before),
      check_box && Promise.resolve().then(() => withBoxSet({ check_box }, before.text)),
    )
  },

  async react(ctx, { params }) {
    await findComment(ctx, params.comment_id)
    return {}
  },
}

const asTextProblems = ([problem]: readonly string[]) => (problem ? { text: [problem] } : {})

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

async function findOwnComment(ctx: Ctx, id: number, change: 'change' | 'delete' = 'change') {
  const comment = await findComment(ctx, id)
  if (comment.author_id !== ctx.me.id) throw forbidden(`Only its author can ${change} a comment.`)
  return comment
}

/** The text of a comment, and its files, which may stand without a text. Throws `notFound` if somebody has deleted it meanwhile. */
async function storedComment({ db, tenant }: Ctx, id: number) {
  const { rows } = await sql<{ text: string; files: string[] }>`
    select c.text, array(
      select f.id from files f
      where f.tenant_id = ${tenant.id} and f.task_id = c.task_id and f.comment_id = c.id and f.trashed_at is null) as files
    from comments c where c.tenant_id = ${tenant.id} and c.id = ${id}`.execute(db)
  return orNotFound(rows[0])
}

type Stored = { text: string; files: readonly unknown[] }

function newTextOf(body: Input<Api['comments']['update']>['body'], stored: Stored) {
  const { description: text = stored.text } = withBoxSet({ description: body.text, check_box: body.check_box }, stored.text)
  mustHaveNone(changedTextProblems(text, stored))
  return text
}

const changedTextProblems = (text: string, { text: before, files }: Stored) =>
  asTextProblems(text === before ? [] : commentTextProblems({ text, files }))

const commentIn = (task: Task | undefined, id: number) => orNotFound(task?.comments.find((comment) => comment.id === id))

/** The members who have the task or subtasks in it. The array keeps PostgreSQL from starting with all members of the project. */
async function developersOn({ db, tenant }: Ctx, task: { id: number; project_id: number }) {
  const { rows } = await sql<{ id: number }>`
    select person_id as id from members
    where tenant_id = ${tenant.id} and project_id = ${task.project_id} and role = 'developer' and person_id = any(array(
      select assigned_to_id from subtasks s where s.tenant_id = ${tenant.id} and s.task_id = ${task.id}
      union all select assigned_to_id from tasks t where t.tenant_id = ${tenant.id} and t.id = ${task.id}))`.execute(db)
  return rows.map(({ id }) => id)
}
