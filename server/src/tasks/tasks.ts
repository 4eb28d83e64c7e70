import { type Api, dueDateProblems, keyOf, type Task } from 'contract'
import { creation, parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { Assembled } from '../kit/db/assembled.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { invalid, mustHaveNone, notFound, problemsIn } from '../kit/errors.ts'
import { assembledPage } from '../kit/http/paging.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { subtasksAssigned, subtasksTaken } from '../notifications/messages.ts'
import { nameOf } from '../people/read.ts'
import { mustHaveBox, storedDescription, withBoxSet } from '../projects/descriptions.ts'
import { takeNumbers } from '../projects/keys.ts'
import { chosenProject, findProject, idFrom, inactive, mustManage, projectToChange, visibleProjects } from '../projects/rules.ts'
import { readTask, readTaskJson } from '../reads/task.ts'
import { visible } from '../reads/visible.ts'
import { changed } from '../realtime/changed.ts'
import { assigneeOf, notifyAssignees, withMembersOnly } from './assignee.ts'
import { changesOfLabels, changesOfWork, formerLabels } from './changes.ts'
import { doneBy, doneFrom } from './done.ts'
import { fingerprintOfTasks } from './fingerprint.ts'
import { notifyMentioned } from './mentioned.ts'
import { readTasks } from './read.ts'
import { contentOfTask, moveTaskToTrash, restoreRows, type TaskInTrash, takeFromTrash } from './trash.ts'
import { showWaiting, tellWaiting, workWaitingFor, workWaitingForAnyIn } from './waiting.ts'

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
    const { id } = await ctx.db
      .insertInto('tasks')
      .values({ project_id: project.id, number, ...fields, ...doneFrom(fields.status), assigned_to_id: assignee?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [_labelled, _recorded, made] = await pipelined(
      addLabels(ctx, id, labels),
      record(ctx, { project_id, task_id: id }, creation),
      changed(ctx, { task: id }),
      notifyMentioned(
        ctx,
        { task_id: id, project_id, key: keyOf(project.key, number), title: body.title },
        { text: body.description },
      ),
    )
    return made
  },

  get: async (ctx, { params }) => orNotFound(await readTaskJson(ctx, params.task_id)),

  async update(ctx, { params, body }) {
    const { db } = ctx
    const [task, before] = await pipelined(
      taskToManage(ctx, params.task_id, 'update'),
      storedDescription(ctx, { table: 'tasks', id: params.task_id }, body),
    )
    const { label_ids, assigned_to, assigned_to_id, ...fields } = withBoxSet(body, before)
    const [assignee, labels, former, replaced] = await pipelined(
      assigneeOf(ctx, task.project_id, { assigned_to, assigned_to_id }),
      // Labels are locked before any is removed from the task, in the order in which deleting a label locks.
      label_ids && chosenLabels(ctx, label_ids),
      assigned_to === undefined && assigned_to_id === undefined ? null : nameOf(ctx, task.assigned_to_id),
      label_ids && formerLabels(ctx, task.id),
    )
    const change = { ...fields, ...(assignee !== undefined && { assigned_to_id: assignee?.id ?? null }) }
    const isChanged = Object.keys(change).length > 0 || labels !== undefined
    const isShownElsewhere = (fields.title ?? task.title) !== task.title || (fields.status ?? task.status) !== task.status
    const [_updated, _labelled, _recorded, shown, waiting] = await pipelined(
      Object.keys(change).length
        ? db
            .updateTable('tasks')
            .set({ ...change, ...doneBy(change.status) })
            .where('id', '=', task.id)
            .execute()
        : undefined,
      labels && replaceLabels(ctx, task.id, labels),
      record(ctx, { project_id: task.project_id, task_id: task.id }, [
        ...changesOfWork({ ...task, description: before, assignee: former }, { ...fields, assignee, check_box: body.check_box }),
        ...changesOfLabels(replaced ?? [], labels ?? []),
      ]),
      isChanged ? changed(ctx, { task: task.id }) : readTask(ctx, task.id).then(orNotFound),
      isShownElsewhere ? workWaitingFor(ctx, { task_id: task.id, subtask_id: null }) : [],
      notifyMentioned(ctx, { ...task, task_id: task.id, title: body.title ?? task.title }, { text: body.description, before }),
    )
    if (waiting.length) await tellWaiting(ctx, waiting, { before: task, now: shown, project: task.project })
    return shown
  },

  async remove(ctx, { params }) {
    // The content is read under the task's lock, in the same round trip.
    const [task, content, waiting] = await pipelined(
      taskToManage(ctx, params.task_id, 'delete'),
      contentOfTask(ctx, params.task_id).then(orNotFound),
      workWaitingForAnyIn(ctx, params.task_id),
    )
    const { subtasks } = content
    await pipelined(
      moveTaskToTrash(ctx, content),
      notifyAssignees(ctx, subtasks, task.project, subtasksTaken),
      record(ctx, { project_id: task.project_id }, parts('task', { removed: [titled(task)] })),
    )
    await changed(ctx, { removed: task, unassigned: subtasks.map(({ assigned_to_id }) => assigned_to_id) })
    await showWaiting(ctx, waiting)
    return undefined
  },

  async restore(ctx, { params }) {
    const { db } = ctx
    const { task, subtasks, comments, label_ids } = await takeFromTrash<TaskInTrash>(ctx, 'task', params.task_id)
    const project = await projectToChange(ctx, task.project_id)
    const [first, ...rest] = await withMembersOnly(ctx, project.id, [task, ...subtasks])
    await pipelined(
      restoreRows(db, 'tasks', first ? [first] : []),
      restoreRows(db, 'subtasks', rest),
      restoreRows(db, 'comments', comments),
      notifyAssignees(ctx, rest, project, subtasksAssigned),
    )
    const labels = await lockLabels(ctx, label_ids)
    const [_labelled, restored] = await pipelined(addLabels(ctx, task.id, labels), changed(ctx, { task: task.id }))
    const [waiting] = await pipelined(
      workWaitingForAnyIn(ctx, task.id),
      record(ctx, { project_id: project.id }, parts('task', { added: [titled(restored)] })),
    )
    await showWaiting(ctx, waiting)
    return restored
  },
}

export const taskProblems: Judges<Api['tasks']> = {
  create: async (ctx, { body }) =>
    problemsIn(
      dueDateProblems(body.due_date ?? null, ctx.tenant.today),
      body.project !== undefined && chosenProject(ctx, body.project).then(({ id }) => assigneeOf(ctx, id, body)),
      body.label_ids && chosenLabels(ctx, body.label_ids),
    ),

  async update(ctx, { params, body }) {
    const { project_id } = await findTask(ctx, params.task_id, 'update')
    mustManage(ctx)
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

/** Locks a visible task of an active project for a change of its content. */
export async function taskToChange(ctx: Ctx, id: number) {
  const task = await findTask(ctx, id, 'update')
  if (!task.project.is_active) throw inactive()
  return task
}

/** Locks a visible task of an active project for a change of the task itself. Refuses developers. */
async function taskToManage(ctx: Ctx, id: number, change: 'update' | 'delete') {
  const task = await findTask(ctx, id, change)
  mustManage(ctx)
  if (!task.project.is_active) throw inactive()
  return task
}

/** Locks a visible task and its project. Takes the change's final lock at once: upgrading a weaker lock could deadlock. */
export async function findTask(ctx: Ctx, id: number, change: 'update' | 'delete') {
  const task = await ctx.db
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.project_id'))
    .select([
      't.id',
      't.number',
      't.title',
      't.status',
      't.priority',
      't.due_date',
      't.assigned_to_id',
      't.version',
      't.project_id',
    ])
    .select(['p.key', 'p.name', 'p.assigned_pm', 'p.is_active'])
    .where('t.id', '=', id)
    .where(visible(ctx))
    .forShare('p')
    .$if(change === 'update', (query) => query.forNoKeyUpdate('t'))
    .$if(change === 'delete', (query) => query.forUpdate('t'))
    .executeTakeFirst()
  if (!task) throw notFound()
  const { number, key, name, assigned_pm, is_active, ...rest } = task
  return { ...rest, key: keyOf(key, number), project: { key, name, assigned_pm, is_active } }
}

/** The name that the history has for work that has gone, or come back. */
export const titled = ({ key, title }: { key: string; title: string }) => `${key} ${title}`.trim()

/** For rows that somebody may have deleted concurrently. */
export function orNotFound<T>(row: T | undefined) {
  if (row === undefined) throw notFound()
  return row
}

/** Locks those of these labels that exist, and returns them in display order. */
export async function lockLabels({ db }: Ctx, ids: number[]) {
  if (!ids.length) return []
  return db
    .selectFrom('labels')
    .select(['id', 'name', 'color'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy(sql`lower(name)`)
    .forKeyShare()
    .execute()
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
