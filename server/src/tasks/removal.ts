import { parts, record } from '../history/record.ts'
import type { Ctx } from '../kit/context.ts'
import { pipelined } from '../kit/db/db.ts'
import { workTaken } from '../notifications/messages.ts'
import { changed } from '../realtime/changed.ts'
import { notifyAssignees } from './assignee.ts'
import { type findTask, titled } from './rules.ts'
import { moveTaskToTrash, type TaskInTrash } from './trash.ts'
import { changeWaiting, type Waiting } from './waiting.ts'

type Removal = { content: TaskInTrash; waiting: readonly Waiting[] }

/** Moves a task that is locked to the trash, with all that is in it. `waiting` is work outside of it that waits for it, locked, too. */
export async function removeTask(ctx: Ctx, task: Awaited<ReturnType<typeof findTask>>, { content, waiting }: Removal) {
  const { subtasks } = content
  const work = { tasks: [content.task], subtasks }
  await pipelined(
    moveTaskToTrash(ctx, content),
    notifyAssignees(ctx, work, task.project, workTaken),
    record(ctx, { project_id: task.project_id }, parts('task', { removed: [titled(task)] })),
  )
  await changed(ctx, { removed: task, unassigned: [task, ...subtasks].map(({ assigned_to_id }) => assigned_to_id) })
  await changeWaiting(ctx, waiting, 'removed')
}
