import { type Api, dueDateProblems, type Input, keyOf, type Subtask, SubtaskChange } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { asInvalidField, mustHaveNone, notFound, problemsIn } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { workAssigned, workTaken } from '../notifications/messages.ts'
import { nameOf } from '../people/read.ts'
import { mustBeUnchanged, mustHaveBox, storedDescription, withBoxSet } from '../projects/descriptions.ts'
import { takeNumbers } from '../projects/keys.ts'
import { inactive, mustManage } from '../projects/rules.ts'
import { readTask } from '../reads/task.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import {
  assigneeOf,
  mustBeOwnStatus,
  mustHaveMember,
  notifyAssignees,
  notifyOfChange,
  notifyOfNew,
  restoredWork,
} from './assignee.ts'
import { changesOfWork } from './changes.ts'
import { doneBy, doneFrom } from './done.ts'
import { orNotFound, taskToChange, titled } from './rules.ts'
import { countSpent, renameTime } from './spent.ts'
import { contentOfSubtasks, moveToTrash, restoreRows, type SubtaskInTrash, takeFromTrash } from './trash.ts'
import { changeWaiting, tellWaiting, workWaitingFor } from './waiting.ts'

export const subtasks: Handlers<Api['subtasks']> = {
  create: (ctx, { body }) => createSubtask(ctx, body),

  async update(ctx, { params, body }) {
    const { db, me } = ctx
    const [subtask, before] = await pipelined(
      findSubtask(ctx, params.subtask_id),
      storedDescription(ctx, { table: 'subtasks', id: params.subtask_id }, body),
    )
    if (me.role === 'developer') mustBeOwnStatus(ctx, 'subtasks', subtask, body)
    if (!subtask.project.is_active) throw inactive()
    const sent = SubtaskChange.parse(body)
    const { assigned_to, assigned_to_id, edited_from, ...fields } = withBoxSet(sent, before)
    mustBeUnchanged({ ...subtask, description: before }, sent, edited_from)
    const [assignee, former] = await pipelined(
      assigneeOf(ctx, subtask.project_id, { assigned_to, assigned_to_id }),
      assigned_to === undefined && assigned_to_id === undefined ? null : nameOf(ctx, subtask.assigned_to_id),
    )
    const change = { ...fields, ...(assignee !== undefined && { assigned_to_id: assignee?.id ?? null }) }
    await mustHaveMember(ctx, subtask, change)
    const isChanged = Object.keys(change).length > 0
    const subject = { project_id: subtask.project_id, task_id: subtask.task_id, subtask_id: subtask.id }
    const isShownElsewhere =
      (fields.title ?? subtask.title) !== subtask.title || (fields.status ?? subtask.status) !== subtask.status
    const [_updated, _recorded, { subtasks }, waiting] = await pipelined(
      isChanged
        ? db
            .updateTable('subtasks')
            .set({ ...change, ...doneBy(change.status) })
            .where('id', '=', subtask.id)
            .execute()
        : undefined,
      record(
        ctx,
        subject,
        changesOfWork({ ...subtask, description: before, assignee: former }, { ...fields, assignee, check_box: sent.check_box }),
      ),
      isChanged
        ? changed(ctx, { task: subtask.task_id, unassigned: [subtask.assigned_to_id] })
        : readTask(ctx, subtask.task_id).then(orNotFound),
      isShownElsewhere ? workWaitingFor(ctx, { task_id: subtask.task_id, subtask_id: subtask.id }) : [],
      notifyOfChange(ctx, { kind: 'subtasks', ...subtask, description: before }, change),
      fields.title === undefined || fields.title === subtask.title
        ? undefined
        : renameTime(ctx, { task_id: subtask.task_id, subtask_id: subtask.id, title: fields.title }),
    )
    const shown = subtaskIn(subtasks, subtask.id)
    if (waiting.length) await tellWaiting(ctx, waiting, { before: subtask, now: shown, project: subtask.project })
    return shown
  },

  async remove(ctx, { params }) {
    // The content is read under the subtask's lock, in the same round trip.
    const [subtask, content] = await pipelined(findSubtask(ctx, params.subtask_id), contentOfSubtasks(ctx, [params.subtask_id]))
    mustManage(ctx)
    if (!subtask.project.is_active) throw inactive()
    const [waiting] = await pipelined(
      workWaitingFor(ctx, { task_id: subtask.task_id, subtask_id: subtask.id }),
      moveToTrash(ctx, 'subtask', content),
      record(ctx, { project_id: subtask.project_id, task_id: subtask.task_id }, parts('subtask', { removed: [named(subtask)] })),
      changed(ctx, { task: subtask.task_id, unassigned: [subtask.assigned_to_id] }),
      notifyAssignees(ctx, { subtasks: [subtask] }, subtask.project, workTaken),
    )
    await changeWaiting(ctx, waiting, 'removed')
    return undefined
  },

  async restore(ctx, { params }) {
    const subtask = await takeFromTrash<SubtaskInTrash>(ctx, 'subtask', params.subtask_id)
    const task = await taskToChange(ctx, subtask.task_id)
    const rows = await restoredWork(ctx, task.project_id, [subtask])
    const [_restored, _counted, waiting, _recorded, { subtasks }] = await pipelined(
      restoreRows(ctx.db, 'subtasks', rows),
      countSpent(ctx, { subtasks: [subtask.id] }),
      workWaitingFor(ctx, { task_id: task.id, subtask_id: subtask.id }),
      record(
        ctx,
        { project_id: task.project_id, task_id: task.id },
        parts('subtask', { added: [named({ ...task, ...subtask })] }),
      ),
      changed(ctx, { task: task.id }),
      notifyAssignees(ctx, { subtasks: rows }, task.project, workAssigned),
    )
    await changeWaiting(ctx, waiting, 'added')
    return subtaskIn(subtasks, subtask.id)
  },
}

export const subtaskProblems: Judges<Api['subtasks']> = {
  create: async (ctx, { body }) =>
    problemsIn(
      dueDateProblems(body.due_date ?? null, ctx.tenant.today),
      body.task !== undefined && chosenTask(ctx, body.task).then(({ project_id }) => assigneeOf(ctx, project_id, body)),
    ),

  async update(ctx, { params, body }) {
    const { project_id } = await findSubtask(ctx, params.subtask_id)
    if (ctx.me.role === 'developer') return {}
    return problemsIn(assigneeOf(ctx, project_id, body), mustHaveBox(ctx, { table: 'subtasks', id: params.subtask_id }, body))
  },
}

/** For a form, and for a proposal that is accepted. */
export async function createSubtask(ctx: Ctx, body: Input<Api['subtasks']['create']>['body']): Promise<Subtask> {
  const { task: task_id, assigned_to, assigned_to_id, ...fields } = body
  mustHaveNone(dueDateProblems(body.due_date, ctx.tenant.today))
  const task = await chosenTask(ctx, task_id)
  const [assignee, number] = await pipelined(
    assigneeOf(ctx, task.project_id, { assigned_to, assigned_to_id }),
    takeNumbers(ctx.db, task.project_id),
  )
  const subtask = { ...fields, number, assigned_to_id: assignee?.id ?? null }
  const [{ id }, _recorded, { subtasks }] = await pipelined(
    ctx.db
      .insertInto('subtasks')
      .values({ task_id: task.id, ...subtask, ...doneFrom(subtask.status) })
      .returning('id')
      .executeTakeFirstOrThrow(),
    record(ctx, { project_id: task.project_id, task_id: task.id }, parts('subtask', { added: [named({ ...task, ...subtask })] })),
    changed(ctx, { task: task.id }),
    notifyOfNew(ctx, subtask, { kind: 'subtasks', task_id: task.id, project_id: task.project_id, project: task.project }),
  )
  return subtaskIn(subtasks, id)
}

/** Finds a subtask whose project this person sees. Locks it after its project and task, so that none can change meanwhile. */
export async function findSubtask(ctx: Ctx, id: number) {
  const subtask = await ctx.db
    .selectFrom('subtasks as s')
    .innerJoin('tasks as t', (join) => join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.task_id'))
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
    .select(['s.id', 's.number', 's.title', 's.status', 's.priority', 's.due_date', 's.estimated_hours', 's.assigned_to_id'])
    .select(['s.task_id', 't.project_id'])
    .select(['p.key', 'p.name', 'p.assigned_pm', 'p.is_active'])
    .where('s.id', '=', id)
    // A subquery, because PostgreSQL could start with all work of the manager's projects.
    .where(sql<boolean>`(select ${visible(ctx)})`)
    .forShare('p')
    .forNoKeyUpdate('t')
    .forUpdate('s')
    .executeTakeFirst()
  if (!subtask) throw notFound()
  const { key, name, assigned_pm, is_active, ...rest } = subtask
  return { ...rest, project: { key, name, assigned_pm, is_active } }
}

type Named = { number: number | null; title: string; project: { key: string | null } }
const named = ({ number, title, project }: Named) => titled({ key: keyOf(project.key, number), title })

const subtaskIn = (subtasks: readonly Subtask[], id: number) => orNotFound(subtasks.find((subtask) => subtask.id === id))

const chosenTask = (ctx: Ctx, id: number) => taskToChange(ctx, id).catch(asInvalidField('task', 'Choose one of your tasks.'))
