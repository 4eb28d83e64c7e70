// Work that waits for other work of its project. See docs/decisions/068-dependencies.md.
import { type Api, dependencyProblems, mostBlockers } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { invalid, problemsIn } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { workNamedIn } from '../projects/keys.ts'
import { inactive } from '../projects/rules.ts'
import { readTask } from '../reads/task.ts'
import { changed } from '../realtime/changed.ts'
import { closesCircle, type Edge, type Node } from './circles.ts'
import { findTask, orNotFound, taskToChange, titled } from './rules.ts'
import { findSubtask } from './subtasks.ts'
import { partOf } from './waiting.ts'

export const dependencies: Handlers<Api['dependencies']> = {
  ofTask: async (ctx, { params, body }) => addBlocker(ctx, await taskThatWaits(ctx, params.task_id), body.blocked_by),
  ofSubtask: async (ctx, { params, body }) => addBlocker(ctx, await subtaskThatWaits(ctx, params.subtask_id), body.blocked_by),

  async remove(ctx, { params }) {
    const { db } = ctx
    const dependency = db.selectFrom('dependencies').where('id', '=', params.blocker_id)
    const { task_id } = orNotFound(await dependency.select('task_id').executeTakeFirst())
    const { project_id } = await taskToChange(ctx, task_id)
    const [task, waiting] = await pipelined(
      readTask(ctx, task_id).then(orNotFound),
      dependency.select(['task_id', 'subtask_id']).executeTakeFirst().then(orNotFound),
    )
    // It may be in the trash. Then there is nothing to remove yet.
    const removed = orNotFound(partOf(task, waiting)?.blocked_by.find(({ id }) => id === params.blocker_id))
    await pipelined(
      db.deleteFrom('dependencies').where('id', '=', removed.id).execute(),
      record(ctx, { project_id, ...waiting }, parts('blocker', { removed: [titled(removed)] })),
      changed(ctx, { task: task_id }),
    )
    return undefined
  },
}

export const dependencyJudges: Judges<Api['dependencies']> = {
  async ofTask(ctx, { params, body }) {
    const waiting = await taskThatWaits(ctx, params.task_id)
    return problemsIn(body.blocked_by !== undefined && blockerOf(ctx, waiting, body.blocked_by))
  },
  async ofSubtask(ctx, { params, body }) {
    const waiting = await subtaskThatWaits(ctx, params.subtask_id)
    return problemsIn(body.blocked_by !== undefined && blockerOf(ctx, waiting, body.blocked_by))
  },
}

type Waiting = Node & { project_id: number }

/** Locks a task of an active project. */
async function taskThatWaits(ctx: Ctx, id: number): Promise<Waiting> {
  const { project_id, project } = await findTask(ctx, id, 'update')
  if (!project.is_active) throw inactive()
  return { project_id, task_id: id, subtask_id: null }
}

async function subtaskThatWaits(ctx: Ctx, id: number): Promise<Waiting> {
  const { project_id, task_id, project } = await findSubtask(ctx, id)
  if (!project.is_active) throw inactive()
  return { project_id, task_id, subtask_id: id }
}

async function addBlocker(ctx: Ctx, waiting: Waiting, blocked_by: string) {
  const { db } = ctx
  const { project_id, task_id, subtask_id } = waiting
  const { key, ...blocker } = await blockerOf(ctx, waiting, blocked_by)
  const [edges, task] = await pipelined(lockedEdges(ctx, project_id), readTask(ctx, task_id).then(orNotFound))
  const work = orNotFound(partOf(task, waiting))
  if (work.blocked_by.some((other) => other.key === key)) return task
  if (work.blocked_by.length >= mostBlockers) throw invalid({ blocked_by: [dependencyProblems.tooMany] })
  if (closesCircle(edges, { waiting, blocker })) throw invalid({ blocked_by: [dependencyProblems.circle(key, work.key)] })
  const row = { project_id, task_id, subtask_id, blocker_task_id: blocker.task_id, blocker_subtask_id: blocker.subtask_id }
  const [_added, shown] = await pipelined(db.insertInto('dependencies').values(row).execute(), changed(ctx, { task: task_id }))
  const added = partOf(shown, waiting)?.blocked_by.filter((other) => other.key === key) ?? []
  await record(ctx, { project_id, task_id, subtask_id }, parts('blocker', { added: added.map(titled) }))
  return shown
}

/** The other work of the project that a key or a link names. */
async function blockerOf(ctx: Ctx, { project_id }: Waiting, text: string) {
  const work = await workNamedIn(ctx, text)
  if (work?.project_id !== project_id) throw invalid({ blocked_by: [dependencyProblems.unknown] })
  return { key: work.key, task_id: work.task_id, subtask_id: work.subtask_id }
}

/**
 * All edges of a project. Two edges that close a circle only together wait for each other here. The row is locked after tasks
 * everywhere.
 */
async function lockedEdges({ db, tenant }: Ctx, project_id: number): Promise<Edge[]> {
  const [, { rows }] = await pipelined(
    db.selectFrom('project_numbers').select('project_id').where('project_id', '=', project_id).forUpdate().execute(),
    sql<{ task_id: number; subtask_id: number | null; blocker_task_id: number; blocker_subtask_id: number | null }>`
      select d.task_id, d.subtask_id, d.blocker_task_id, d.blocker_subtask_id from dependencies d
      where d.tenant_id = ${tenant.id} and d.project_id = ${project_id}`.execute(db),
  )
  return rows.map(({ blocker_task_id, blocker_subtask_id, ...waiting }) => ({
    waiting,
    blocker: { task_id: blocker_task_id, subtask_id: blocker_subtask_id },
  }))
}
