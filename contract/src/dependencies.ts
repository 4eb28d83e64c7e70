// Work that waits for other work of its project.
import { z } from 'zod'
import { entry, idText, Nothing } from './common.ts'
import { workspace } from './endpoint.ts'
import { Task } from './tasks.ts'

export const mostBlockers = 20

export const dependencyProblems = {
  unknown: 'No work of this project has this key.',
  tooMany: `At most ${mostBlockers} at once.`,
  circle: (blocker: string, waiting: string) =>
    blocker === waiting ? 'Nothing can wait for itself.' : `${blocker} already waits for ${waiting}, or is a part of it.`,
}

/** The other work is named by its key, or by the address of its page. The answer is the task. What it waits for already stays. */
const NewBlocker = z.object({ blocked_by: entry({ max: 2000 }) })

export const dependencies = {
  ofTask: workspace({
    route: 'POST /api/tasks/:task_id/blockers/',
    is_repeatable: true,
    access: ['project_manager'],
    status: 201,
    params: z.object({ task_id: idText }),
    body: NewBlocker,
    returns: Task,
  }),
  ofSubtask: workspace({
    route: 'POST /api/subtasks/:subtask_id/blockers/',
    is_repeatable: true,
    access: ['project_manager'],
    status: 201,
    params: z.object({ subtask_id: idText }),
    body: NewBlocker,
    returns: Task,
  }),
  remove: workspace({
    route: 'DELETE /api/blockers/:blocker_id/',
    access: ['project_manager'],
    status: 204,
    params: z.object({ blocker_id: idText }),
    returns: Nothing,
  }),
}
