import type { QueryClient } from '@tanstack/react-query'
import { api, type Result, type Subtask, type Task } from 'contract'
import { applyAnswer } from '../../live/apply.ts'

/** Every read that shows tasks as news and answers put them there. */
export const tasksShown = [api.tasks.list, api.tasks.get, api.projects.tasks]

/** Puts what the server answered to one's own changes into all that shows it. */
export const answersInto = (client: QueryClient) => ({
  task: (task: Task) => applyAnswer(client, { type: 'changed', project_id: task.project, task }),

  subtask(subtask: Subtask) {
    const project_id = knownTasks(client).find(({ id }) => id === subtask.task)?.project
    if (project_id !== undefined) applyAnswer(client, { type: 'changed', project_id, subtask })
  },

  goneTask(id: number) {
    const task = knownTasks(client).find((known) => known.id === id)
    if (task) applyAnswer(client, { type: 'removed', project_id: task.project, kind: 'task', id, version: task.version })
  },

  goneSubtask(id: number) {
    for (const { project, subtasks } of knownTasks(client)) {
      const subtask = subtasks.find((known) => known.id === id)
      if (!subtask) continue
      return applyAnswer(client, { type: 'removed', project_id: project, kind: 'subtask', id, version: subtask.version })
    }
  },
})

function knownTasks(client: QueryClient): Task[] {
  const lists = client.getQueriesData<Result<typeof api.tasks.list>>({ queryKey: [api.tasks.list.route] })
  const single = client.getQueriesData<Task>({ queryKey: [api.tasks.get.route] })
  return [...single.flatMap(([, task]) => task ?? []), ...lists.flatMap(([, list]) => list?.results ?? [])]
}
