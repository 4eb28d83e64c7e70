import { type Api, daysBetween, dueDateProblems, type Task } from 'contract'
import { creation, parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { pipelined } from '../kit/db/db.ts'
import { invalid, mustHaveNone, problemsIn } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { workAssigned } from '../notifications/messages.ts'
import { nameOf } from '../people/read.ts'
import { mustBeUnchanged, mustHaveBox, storedDescription, withBoxSet } from '../projects/descriptions.ts'
import { takeNumbers } from '../projects/keys.ts'
import { chosenProject, findProject, idFrom, inactive, mustManage, projectToChange, visibleProjects } from '../projects/rules.ts'
import { readTask, readTaskJson } from '../reads/task.ts'
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
import { changesOfLabels, changesOfWork, formerLabels } from './changes.ts'
import { copyTask } from './copy.ts'
import { doneBy, doneFrom } from './done.ts'
import { fingerprintOfTasks } from './fingerprint.ts'
import { readTasks } from './read.ts'
import { changeNext, dayAfterChange, dayToKeep, effectOnNext } from './recurrence.ts'
import { removeTask } from './removal.ts'
import { findTask, lockLabels, orNotFound, taskToManage, titled } from './rules.ts'
import { countSpent, renameTime } from './spent.ts'
import { contentOfTask, restoreRows, type TaskInTrash, takeFromTrash } from './trash.ts'
import { changeWaiting, tellWaiting, workWaitingFor, workWaitingForAnyIn } from './waiting.ts'

export const tasks: Handlers<Api['tasks']> = {
  list: {
    fingerprint: (ctx, { query }) =>
      fingerprintOfTasks(ctx, query.project === undefined ? undefined : idFrom(query.project), query),
    async read(ctx, { query }) {
      const projects = query.project === undefined ? await visibleProjects(ctx) : [await findProject(ctx, idFrom(query.project))]
      const { count, tasks } = await readTasks(ctx, projects, query)
      return assembledPage<Task>('/api/tasks/', query, { count, json: JSON.stringify(tasks) })
    },
  },

  async create(ctx, { body }) {
    const { project: project_id, label_ids, assigned_to, assigned_to_id, ...fields } = body
    mustHaveNone(dueDateProblems(body.due_date, ctx.tenant.today))
    const [project, assignee, labels, number] = await pipelined(
      chosenProject(ctx, project_id),
      assigneeOf(ctx, project_id, { assigned_to, assigned_to_id }),
      chosenLabels(ctx, label_ids),
      takeNumbers(ctx.db, project_id),
    )
    const row = { ...fields, project_id: project.id, recurrence_day: dayToKeep(fields) }
    const { id } = await ctx.db
      .insertInto('tasks')
      .values({ ...row, number, ...doneFrom(fields.status), assigned_to_id: assignee?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [_labelled, _recorded, made] = await pipelined(
      addLabels(ctx, id, labels),
      record(ctx, { project_id, task_id: id }, creation),
      changed(ctx, { task: id }),
      notifyOfNew(
        ctx,
        { ...row, number, assigned_to_id: assignee?.id ?? null },
        { kind: 'tasks', task_id: id, project_id, project },
      ),
    )
    const created = { ...row, id, project, next_task_id: null }
    const effect = effectOnNext(created, {})
    if (!effect) return made
    await changeNext(ctx, effect, created, {})
    return changed(ctx, { task: id })
  },

  async copy(ctx, { params, body }) {
    mustHaveNone(dueDateProblems(body.due_date, ctx.tenant.today))
    const task = await taskToManage(ctx, params.task_id, 'update')
    const days = task.due_date && body.due_date ? daysBetween(task.due_date, body.due_date) : null
    return copyTask(ctx, task, { ...body, days })
  },

  get: async (ctx, { params }) => orNotFound(await readTaskJson(ctx, params.task_id)),

  async update(ctx, { params, body }) {
    const { db, me } = ctx
    const [task, before] = await pipelined(
      findTask(ctx, params.task_id, 'update'),
      storedDescription(ctx, { table: 'tasks', id: params.task_id }, body),
    )
    if (me.role === 'developer') mustBeOwnStatus(ctx, 'tasks', task, body)
    if (!task.project.is_active) throw inactive()
    const { label_ids, assigned_to, assigned_to_id, edited_from, ...fields } = withBoxSet(body, before)
    mustBeUnchanged({ ...task, description: before }, body, edited_from)
    const [assignee, labels, former, replaced] = await pipelined(
      assigneeOf(ctx, task.project_id, { assigned_to, assigned_to_id }),
      // Labels are locked before any is removed from the task, in the order in which deleting a label locks.
      label_ids && chosenLabels(ctx, label_ids),
      assigned_to === undefined && assigned_to_id === undefined ? null : nameOf(ctx, task.assigned_to_id),
      label_ids && formerLabels(ctx, task.id),
    )
    const change = { ...fields, ...(assignee !== undefined && { assigned_to_id: assignee?.id ?? null }) }
    await mustHaveMember(ctx, task, change)
    const isChanged = Object.keys(change).length > 0 || labels !== undefined
    const effect = effectOnNext(task, fields)
    const isShownElsewhere = (fields.title ?? task.title) !== task.title || (fields.status ?? task.status) !== task.status
    const written = [
      Object.keys(change).length
        ? db
            .updateTable('tasks')
            .set({ ...change, ...doneBy(change.status), ...dayAfterChange(task, fields) })
            .where('id', '=', task.id)
            .execute()
        : undefined,
      labels && replaceLabels(ctx, task.id, labels),
    ] as const
    const waiting = isShownElsewhere ? workWaitingFor(ctx, { task_id: task.id, subtask_id: null }) : []
    if (effect) {
      await pipelined(...written, waiting)
      await changeNext(ctx, effect, task, fields)
    }
    const [shown] = await pipelined(
      isChanged ? changed(ctx, { task: task.id, unassigned: [task.assigned_to_id] }) : readTask(ctx, task.id).then(orNotFound),
      record(ctx, { project_id: task.project_id, task_id: task.id }, [
        ...changesOfWork({ ...task, description: before, assignee: former }, { ...fields, assignee, check_box: body.check_box }),
        ...changesOfLabels(replaced ?? [], labels ?? []),
      ]),
      notifyOfChange(ctx, { kind: 'tasks', ...task, task_id: task.id, description: before }, change),
      change.title === undefined || change.title === task.title
        ? undefined
        : renameTime(ctx, { task_id: task.id, subtask_id: null, title: change.title }),
      ...written,
      waiting,
    )
    const locked = await waiting
    if (locked.length) await tellWaiting(ctx, locked, { before: task, now: shown, project: task.project })
    return shown
  },

  async remove(ctx, { params }) {
    // The content is read under the task's lock, in the same round trip.
    const [task, content, waiting] = await pipelined(
      taskToManage(ctx, params.task_id, 'delete'),
      contentOfTask(ctx, params.task_id).then(orNotFound),
      workWaitingForAnyIn(ctx, params.task_id),
    )
    await removeTask(ctx, task, { content, waiting })
    return undefined
  },

  async restore(ctx, { params }) {
    const { db } = ctx
    const { task, subtasks, comments, label_ids } = await takeFromTrash<TaskInTrash>(ctx, 'task', params.task_id)
    const project = await projectToChange(ctx, task.project_id)
    const [first, ...rest] = await restoredWork(ctx, project.id, [task, ...subtasks])
    await pipelined(
      restoreRows(db, 'tasks', first ? [first] : []),
      restoreRows(db, 'subtasks', rest),
      countSpent(ctx, { tasks: [task.id], subtasks: rest.map(({ id }) => id) }),
      restoreRows(db, 'comments', comments),
      notifyAssignees(ctx, { tasks: first ? [first] : [], subtasks: rest }, project, workAssigned),
    )
    const labels = await lockLabels(ctx, label_ids)
    const [_labelled, restored] = await pipelined(addLabels(ctx, task.id, labels), changed(ctx, { task: task.id }))
    const [waiting] = await pipelined(
      workWaitingForAnyIn(ctx, task.id),
      record(ctx, { project_id: project.id }, parts('task', { added: [titled(restored)] })),
    )
    await changeWaiting(ctx, waiting, 'added')
    return restored
  },
}

export const taskProblems: Judges<Api['tasks']> = {
  async copy(ctx, { params, body }) {
    await findTask(ctx, params.task_id, 'update')
    mustManage(ctx)
    return problemsIn(dueDateProblems(body.due_date ?? null, ctx.tenant.today))
  },

  create: async (ctx, { body }) =>
    problemsIn(
      dueDateProblems(body.due_date ?? null, ctx.tenant.today),
      body.project !== undefined && chosenProject(ctx, body.project).then(({ id }) => assigneeOf(ctx, id, body)),
      body.label_ids && chosenLabels(ctx, body.label_ids),
    ),

  async update(ctx, { params, body }) {
    const { project_id } = await findTask(ctx, params.task_id, 'update')
    if (ctx.me.role === 'developer') return {}
    return problemsIn(
      assigneeOf(ctx, project_id, body),
      body.label_ids && chosenLabels(ctx, body.label_ids),
      mustHaveBox(ctx, { table: 'tasks', id: params.task_id }, body),
    )
  },
}

/** The tasks of one project as a plain array, for choosing a parent. */
export const projectTasks: Handlers<Api['projects']>['tasks'] = {
  fingerprint: (ctx, { params, query }) => fingerprintOfTasks(ctx, params.project_id, query),
  async read(ctx, { params, query }) {
    const { tasks } = await readTasks(ctx, [await findProject(ctx, params.project_id)], query)
    return new Assembled<Task[]>(JSON.stringify(tasks))
  },
}

async function chosenLabels(ctx: Ctx, ids: number[]) {
  const labels = await lockLabels(ctx, ids)
  if (labels.length !== new Set(ids).size) throw invalid({ label_ids: ['Choose only labels of this workspace.'] })
  return labels
}

async function addLabels({ db }: Ctx, task_id: number, labels: { id: number }[]) {
  if (!labels.length) return
  const task_labels = labels.map(({ id }) => ({ task_id, label_id: id }))
  await db.insertInto('task_labels').values(task_labels).execute()
}

const replaceLabels = (ctx: Ctx, task_id: number, labels: { id: number }[]) =>
  pipelined(ctx.db.deleteFrom('task_labels').where('task_id', '=', task_id).execute(), addLabels(ctx, task_id, labels))
