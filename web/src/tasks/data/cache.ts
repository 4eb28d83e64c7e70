import type { QueryClient } from '@tanstack/react-query'
import { api, type Comment, type Result, type Subtask, type Task, type WorkFile } from 'contract'
import { applyAnswer } from '../../live/sync.ts'

/** Every read that live events and the server's answers update in place. */
export const taskReads = [api.tasks.list, api.tasks.get, api.projects.tasks]

/** Puts the server's answers to one's own changes into every cached read that shows them. */
export const taskCache = (client: QueryClient) => ({
  putTask: (task: Task) => applyAnswer(client, { type: 'changed', project_id: task.project, task }),

  putSubtask: (subtask: Subtask) =>
    applyAnswer(client, {
      type: 'patched',
      task_id: subtask.task,
      version: subtask.version,
      patch: (task) => ({ ...task, subtasks: withRow(task.subtasks, subtask) }),
    }),

  putComment: (task_id: number, comment: Comment) =>
    applyAnswer(client, {
      type: 'patched',
      task_id,
      patch: (task) => ({ ...task, comments: withRow(task.comments, comment) }),
    }),

  putFile: (task_id: number, file: WorkFile) =>
    applyAnswer(client, {
      type: 'patched',
      task_id,
      patch: (task) => ({ ...task, files: withRow(task.files, file) }),
    }),

  removeTask(id: number) {
    const task = cachedTasks(client).find((cached) => cached.id === id)
    if (task) applyAnswer(client, { type: 'removed', project_id: task.project, task_id: id, version: task.version })
  },

  removeSubtask(id: number) {
    const task = cachedTasks(client).find(({ subtasks }) => subtasks.some((subtask) => subtask.id === id))
    if (task)
      applyAnswer(client, {
        type: 'patched',
        task_id: task.id,
        patch: (cached) => ({ ...cached, subtasks: withoutRow(cached.subtasks, id) }),
      })
  },

  removeComment: (task_id: number, id: number) =>
    applyAnswer(client, {
      type: 'patched',
      task_id,
      patch: (task) => ({
        ...task,
        comments: withoutRow(task.comments, id),
        files: task.files.filter(({ comment }) => comment !== id),
      }),
    }),

  removeFile: (task_id: number, id: number) =>
    applyAnswer(client, {
      type: 'patched',
      task_id,
      patch: (task) => ({ ...task, files: withoutRow(task.files, id) }),
    }),

  removeBlocker(id: number) {
    const isBlocked = ({ blocked_by }: Pick<Task, 'blocked_by'>) => blocked_by.some((blocker) => blocker.id === id)
    const task = cachedTasks(client).find((cached) => isBlocked(cached) || cached.subtasks.some(isBlocked))
    const unblocked = <Work extends Pick<Task, 'blocked_by'>>(work: Work) =>
      isBlocked(work) ? { ...work, blocked_by: withoutRow(work.blocked_by, id) } : work
    if (task)
      applyAnswer(client, {
        type: 'patched',
        task_id: task.id,
        patch: (cached) => ({ ...unblocked(cached), subtasks: cached.subtasks.map(unblocked) }),
      })
  },
})

type Row = { id: number }
const withoutRow = <T extends Row>(rows: T[], id: number) => rows.filter((row) => row.id !== id)
/** Sorted by id, as the server sorts the parts of a task. */
const withRow = <T extends Row>(rows: T[], row: T) => [...withoutRow(rows, row.id), row].sort((a, b) => a.id - b.id)

/** The tasks in the cache, some of them several times. */
export function cachedTasks(client: QueryClient): Task[] {
  const lists = client.getQueriesData<Result<typeof api.tasks.list>>({ queryKey: [api.tasks.list.route] })
  const single = client.getQueriesData<Task>({ queryKey: [api.tasks.get.route] })
  return [...single.flatMap(([, task]) => task ?? []), ...lists.flatMap(([, list]) => list?.results ?? [])]
}
