import { type Api, dueDateProblems, type Input, keyOf, type Status, type Subtask, SubtaskChange } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { asInvalidField, forbidden, mustHaveNone, notFound, problemsIn } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { statusChanged, subtasksAssigned, subtasksTaken } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { nameOf } from '../people/read.ts'
import { mustHaveBox, storedDescription, withBoxSet } from '../projects/descriptions.ts'
import { takeNumbers } from '../projects/keys.ts'
import { mustBeMember } from '../projects/members.ts'
import { inactive, mustManage } from '../projects/rules.ts'
import { readTask } from '../reads/task.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { assigneeOf, notifyAssignees, withMembersOnly } from './assignee.ts'
import { changesOfWork } from './changes.ts'
import { doneBy, doneFrom } from './done.ts'
import { notifyMentioned } from './mentioned.ts'
import { orNotFound, taskToChange, titled } from './rules.ts'
import { countSpent, renameTime } from './spent.ts'
import { contentOfSubtasks, moveToTrash, restoreRows, type SubtaskInTrash, takeFromTrash } from './trash.ts'
import { showWaiting, tellWaiting, workWaitingFor } from './waiting.ts'

export const subtasks: Handlers<Api['subtasks']> = {
  create: (ctx, { body }) => createSubtask(ctx, body),

  async update(ctx, { params, body }) {
    const { db, me } = ctx
    const [subtask, before] = await pipelined(
      findSubtask(ctx, params.subtask_id),
      storedDescription(ctx, { table: 'subtasks', id: params.subtask_id }, body),
    )
    if (me.role === 'developer') mustBeOwnStatus(ctx, subtask, body)
    if (!subtask.project.is_active) throw inactive()
    const sent = SubtaskChange.parse(body)
    const { assigned_to, assigned_to_id, ...fields } = withBoxSet(sent, before)
    const [assignee, former] = await pipelined(
      assigneeOf(ctx, subtask.project_id, { assigned_to, assigned_to_id }),
      assigned_to === undefined && assigned_to_id === undefined ? null : nameOf(ctx, subtask.assigned_to_id),
    )
    const isReopened = subtask.status === 'done' && fields.status !== undefined && fields.status !== 'done'
    if (isReopened && assignee === undefined && subtask.assigned_to_id)
      await mustBeMember(ctx, { project_id: subtask.project_id, person_id: subtask.assigned_to_id, field: 'status' })
    const change = { ...fields, ...(assignee !== undefined && { assigned_to_id: assignee?.id ?? null }) }
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
      notifyOfChange(ctx, { ...subtask, description: before }, change),
      fields.title === undefined || fields.title === subtask.title
        ? undefined
        : renameTime(ctx, { id: subtask.id, title: fields.title }),
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
      notifyAssignees(ctx, [subtask], subtask.project, subtasksTaken),
    )
    await showWaiting(ctx, waiting)
    return undefined
  },

  async restore(ctx, { params }) {
    const subtask = await takeFromTrash<SubtaskInTrash>(ctx, 'subtask', params.subtask_id)
    const task = await taskToChange(ctx, subtask.task_id)
    const rows = await withMembersOnly(ctx, task.project_id, [subtask])
    const [_restored, _counted, waiting, _recorded, { subtasks }] = await pipelined(
      restoreRows(ctx.db, 'subtasks', rows),
      countSpent(ctx, [subtask.id]),
      workWaitingFor(ctx, { task_id: task.id, subtask_id: subtask.id }),
      record(
        ctx,
        { project_id: task.project_id, task_id: task.id },
        parts('subtask', { added: [named({ ...task, ...subtask })] }),
      ),
      changed(ctx, { task: task.id }),
      notifyAssignees(ctx, rows, task.project, subtasksAssigned),
    )
    await showWaiting(ctx, waiting)
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
    notifyOfNew(ctx, subtask, task),
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

/** A developer changes the status of their own subtasks, and nothing else. */
function mustBeOwnStatus({ me }: Ctx, subtask: { assigned_to_id: number | null }, change: object) {
  const fields = Object.keys(change)
  if (subtask.assigned_to_id !== me.id || fields.length !== 1 || fields[0] !== 'status')
    throw forbidden('You may only change the status of subtasks assigned to you.')
}

type Assignment = { title: string; status: Status; assigned_to_id: number | null }
type Described = Assignment & { number: number | null; description: string }
type Parent = { id: number; project_id: number; project: { key: string | null; name: string } }

async function notifyOfNew(ctx: Ctx, { description, ...subtask }: Described, { id: task_id, project_id, project }: Parent) {
  const told = await notifyAssignees(ctx, [subtask], project, subtasksAssigned)
  const key = keyOf(project.key, subtask.number)
  await notifyMentioned(ctx, { task_id, project_id, key, title: subtask.title }, { text: description, except: told })
}

type Before = Described & {
  task_id: number
  project_id: number
  project: { key: string | null; name: string; assigned_pm: number }
}
type Change = { [Field in keyof Assignment | 'description']?: Described[Field] | undefined }

async function notifyOfChange(
  ctx: Ctx,
  { task_id, project_id, number, project, ...before }: Before,
  { title = before.title, status = before.status, assigned_to_id = before.assigned_to_id, description }: Change,
) {
  const key = keyOf(project.key, number)
  if (ctx.me.role === 'developer') {
    if (status !== before.status)
      await notify(ctx, { to: [project.assigned_pm], ...statusChanged(ctx.me.name, { key, task_id, title, status }) })
    return
  }
  const told: number[] = []
  if (assigned_to_id !== before.assigned_to_id) {
    told.push(...(await notifyAssignees(ctx, [{ ...before, number }], project, subtasksTaken)))
    told.push(...(await notifyAssignees(ctx, [{ number, title, status, assigned_to_id }], project, subtasksAssigned)))
  }
  const texts = { text: description, before: before.description, except: told }
  await notifyMentioned(ctx, { task_id, project_id, key, title }, texts)
}
