import { type Args, api } from 'contract'
import { useMemo } from 'react'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { toast } from '../ui/toast.tsx'
import type { SubtaskChange, TaskChange } from './pending.ts'

/** Every read that shows tasks or counts them. */
const touches = [api.tasks.list, api.tasks.get, api.projects.tasks, api.members.myDevelopers, api.dashboard.developer]

/** What can be done to tasks and what hangs on them. Each rejects when it is refused. Always the same object. */
export function useTaskChanges() {
  const { mutateAsync: createTask } = useChange(api.tasks.create, { touches })
  const { mutateAsync: updateTask } = useChange(api.tasks.update, { touches })
  const { mutateAsync: removeTask } = useChange(api.tasks.remove, { touches })
  const { mutateAsync: restoreTask } = useChange(api.tasks.restore, { touches })
  const { mutateAsync: createSubtask } = useChange(api.subtasks.create, { touches, rowIn: ({ body }) => body.task })
  const { mutateAsync: updateSubtask } = useChange(api.subtasks.update, { touches })
  const { mutateAsync: removeSubtask } = useChange(api.subtasks.remove, { touches })
  const { mutateAsync: restoreSubtask } = useChange(api.subtasks.restore, { touches })
  return useMemo(
    () => ({
      createTask: (body: Args<typeof api.tasks.create>['body']) => createTask({ body }),
      updateTask: (id: number, body: TaskChange) => updateTask({ params: { task_id: String(id) }, body }),
      removeTask: (id: number) => removeTask({ params: { task_id: String(id) } }),
      restoreTask: (id: number) => restoreTask({ params: { task_id: String(id) } }),
      createSubtask: (body: Args<typeof api.subtasks.create>['body']) => createSubtask({ body }),
      updateSubtask: (id: number, body: SubtaskChange) => updateSubtask({ params: { subtask_id: String(id) }, body }),
      removeSubtask: (id: number) => removeSubtask({ params: { subtask_id: String(id) } }),
      restoreSubtask: (id: number) => restoreSubtask({ params: { subtask_id: String(id) } }),
    }),
    [createTask, updateTask, removeTask, restoreTask, createSubtask, updateSubtask, removeSubtask, restoreSubtask],
  )
}

/** False when it was refused, which the person is then told: the server's reason, else `fallback`. */
export const done = (change: Promise<unknown>, fallback = 'Something went wrong.') =>
  change.then(
    () => true,
    (error) => {
      toast.error(messageOf(error, fallback))
      return false
    },
  )
