// Work that waits for work that changes: it shows what it waits for.
import { keyOf, type Status, type Subtask, type Task } from 'contract'
import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined, sql } from '../kit/db/db.ts'
import { unblocked } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { changed } from '../realtime/changed.ts'
import type { Node } from './circles.ts'
import { titled } from './rules.ts'

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

/** Work that waits, and the key and title of what it waits for. */
export type Waiting = Node & { project_id: number; project_key: string | null; number: number | null; title: string | null }

async function waitingWhere({ db, tenant }: Ctx, where: ReturnType<typeof sql>) {
  const { rows } = await sql<Waiting>`
    select d.task_id, d.subtask_id, t.project_id, p.key as project_key, coalesce(bs.number, bt.number) as number,
      case when d.blocker_subtask_id is null then bt.title else bs.title end as title
    from dependencies d
    join tasks t on t.tenant_id = d.tenant_id and t.tenant_id = ${tenant.id} and t.id = d.task_id
    join projects p on p.tenant_id = t.tenant_id and p.tenant_id = ${tenant.id} and p.id = t.project_id
    left join tasks bt on bt.tenant_id = d.tenant_id and bt.tenant_id = ${tenant.id} and bt.id = d.blocker_task_id
    left join subtasks bs on bs.tenant_id = d.tenant_id and bs.tenant_id = ${tenant.id} and bs.id = d.blocker_subtask_id
    where d.tenant_id = ${tenant.id} and ${where} order by t.id, d.id for no key update of t`.execute(db)
  return rows
}

/** Records and shows that work no longer waits for something, because that was deleted, or waits again, because it came back. */
export async function changeWaiting(ctx: Ctx, waiting: readonly Waiting[], change: 'removed' | 'added') {
  const recorded = waiting.flatMap(({ task_id, subtask_id, project_id, project_key, number, title }) => {
    const rows = title === null ? [] : parts('blocker', { [change]: [titled({ key: keyOf(project_key, number), title })] })
    return [record(ctx, { project_id, task_id, subtask_id }, rows)]
  })
  await pipelined(...recorded)
  await showWaiting(ctx, waiting)
}

/** Publishes the tasks of these, and returns their new states. */
const showWaiting = (ctx: Ctx, waiting: readonly Node[]) =>
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
