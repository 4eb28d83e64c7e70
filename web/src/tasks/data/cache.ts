import type { QueryClient } from '@tanstack/react-query'
import { api, type Result, type Subtask, type Task } from 'contract'
import { applyAnswer } from '../../live/apply.ts'

/** Every read that live events and the server's answers update in place. */
export const taskReads = [api.tasks.list, api.tasks.get, api.projects.tasks]

/** Puts the server's answers to one's own changes into every cached read that shows them. */
export const taskCache = (client: QueryClient) => ({
  putTask: (task: Task) => applyAnswer(client, { type: 'changed', project_id: task.project, task }),

  putSubtask(subtask: Subtask) {
    const project_id = cachedTasks(client).find(({ id }) => id === subtask.task)?.project
    if (project_id !== undefined) applyAnswer(client, { type: 'changed', project_id, subtask })
  },

  removeTask(id: number) {
    const task = cachedTasks(client).find((cached) => cached.id === id)
    if (task) applyAnswer(client, { type: 'removed', project_id: task.project, kind: 'task', id, version: task.version })
  },

  removeSubtask(id: number) {
    for (const { project, subtasks } of cachedTasks(client)) {
      const subtask = subtasks.find((cached) => cached.id === id)
      if (!subtask) continue
      return applyAnswer(client, { type: 'removed', project_id: project, kind: 'subtask', id, version: subtask.version })
    }
  },
})

function cachedTasks(client: QueryClient): Task[] {
  const lists = client.getQueriesData<Result<typeof api.tasks.list>>({ queryKey: [api.tasks.list.route] })
  const single = client.getQueriesData<Task>({ queryKey: [api.tasks.get.route] })
  return [...single.flatMap(([, task]) => task ?? []), ...lists.flatMap(([, list]) => list?.results ?? [])]
}
