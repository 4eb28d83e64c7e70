// Work that waits for work that changes: it shows what it waits for.
import type { Status, Subtask, Task } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { unblocked } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { changed } from '../realtime/changed.ts'
import type { Node } from './circles.ts'

/** The task or subtask itself, in the state of its task. */
export const partOf = (task: Task, { subtask_id }: Node): Task | Subtask | undefined =>
  subtask_id === null ? task : task.subtasks.find(({ id }) => id === subtask_id)

/** Locks the tasks in which something waits for this work. Call it after the work's own lock. */
export function workWaitingFor(ctx: Ctx, { task_id, subtask_id }: Node) {
  const isIt = subtask_id === null ? sql`d.blocker_subtask_id is null` : sql`d.blocker_subtask_id = ${subtask_id}`
  return waitingWhere(ctx, sql`d.blocker_task_id = ${task_id} and ${isIt}`)
}

/** The same for all that is in a task, and for the task. */
export const workWaitingForAnyIn = (ctx: Ctx, task_id: number) =>
  waitingWhere(ctx, sql`d.blocker_task_id = ${task_id} and d.task_id <> ${task_id}`)

async function waitingWhere({ db, tenant }: Ctx, where: ReturnType<typeof sql>) {
  const { rows } = await sql<Node>`
    select d.task_id, d.subtask_id from dependencies d
    join tasks t on t.tenant_id = d.tenant_id and t.tenant_id = ${tenant.id} and t.id = d.task_id
    where d.tenant_id = ${tenant.id} and ${where} order by t.id, d.id for no key update of t`.execute(db)
  return rows
}

/** Publishes the tasks of these, and returns their new states. */
export const showWaiting = (ctx: Ctx, waiting: readonly Node[]) =>
  pipelined(...[...new Set(waiting.map(({ task_id }) => task_id))].map((task) => changed(ctx, { task })))

type Work = { key: string; title: string; status: Status }

/**
 * The same after a change of what they wait for. If it is done now, notifies those whose work waits for nothing else: the assignee, or
 * without one the manager.
 */
export async function tellWaiting(
  ctx: Ctx,
  waiting: readonly Node[],
  { before, now, project }: { before: { status: Status }; now: Work; project: { assigned_pm: number } },
) {
  const tasks = await showWaiting(ctx, waiting)
  if (now.status !== 'done' || before.status === 'done') return
  const free = waiting.flatMap((node) => {
    const task = tasks.find(({ id }) => id === node.task_id)
    const work = task && partOf(task, node)
    const isFree = work && work.status !== 'done' && work.blocked_by.every((other) => other.status === 'done')
    return isFree ? [{ ...work, task_id: node.task_id }] : []
  })
  await pipelined(
    ...free.map(({ key, title, task_id, assigned_to }) =>
      notify(ctx, { to: [assigned_to?.id ?? project.assigned_pm], ...unblocked(now, { key, title, task_id }) }),
    ),
  )
}
