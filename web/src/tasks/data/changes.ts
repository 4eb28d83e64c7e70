import { useQueryClient } from '@tanstack/react-query'
import { type Args, api } from 'contract'
import { useMemo } from 'react'
import { Refused } from '../../api/call.ts'
import { useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { answersInto, tasksShown as shows } from './answers.ts'
import type { SubtaskChange, TaskChange } from './pending.ts'

/** What counts tasks, or lists them in a way of its own. */
const touches = [api.members.myDevelopers, api.dashboard.developer]

/** What can be done to tasks and what hangs on them. Each rejects when it is refused. Always the same object. */
export function useTaskChanges() {
  const client = useQueryClient()
  const { task, subtask, goneTask, goneSubtask } = useMemo(() => answersInto(client), [client])
  const { mutateAsync: createTask } = useChange(api.tasks.create, { touches, shows, onAnswer: task })
  const { mutateAsync: updateTask } = useChange(api.tasks.update, { touches, shows, onAnswer: task })
  const { mutateAsync: removeTask } = useChange(api.tasks.remove, {
    touches,
    shows,
    onAnswer: (_, { params }) => goneTask(Number(params.task_id)),
  })
  const { mutateAsync: restoreTask } = useChange(api.tasks.restore, { touches, shows, onAnswer: task })
  const { mutateAsync: createSubtask } = useChange(api.subtasks.create, {
    touches,
    shows,
    onAnswer: subtask,
    rowIn: ({ body }) => body.task,
  })
  const { mutateAsync: updateSubtask } = useChange(api.subtasks.update, { touches, shows, onAnswer: subtask })
  const { mutateAsync: removeSubtask } = useChange(api.subtasks.remove, {
    touches,
    shows,
    onAnswer: (_, { params }) => goneSubtask(Number(params.subtask_id)),
  })
  const { mutateAsync: restoreSubtask } = useChange(api.subtasks.restore, { touches, shows, onAnswer: subtask })
  return useMemo(
    () => ({
      createTask: (body: Args<typeof api.tasks.create>['body']) => createTask({ body }),
      updateTask: (id: number, body: TaskChange) =>
        updateTask({ params: { task_id: String(id) }, body }).catch(saidIfGone('task')),
      removeTask: (id: number) => removeTask({ params: { task_id: String(id) } }),
      restoreTask: (id: number) => restoreTask({ params: { task_id: String(id) } }),
      createSubtask: (body: Args<typeof api.subtasks.create>['body']) => createSubtask({ body }),
      updateSubtask: (id: number, body: SubtaskChange) =>
        updateSubtask({ params: { subtask_id: String(id) }, body }).catch(saidIfGone('subtask')),
      removeSubtask: (id: number) => removeSubtask({ params: { subtask_id: String(id) } }),
      restoreSubtask: (id: number) => restoreSubtask({ params: { subtask_id: String(id) } }),
    }),
    [createTask, updateTask, removeTask, restoreTask, createSubtask, updateSubtask, removeSubtask, restoreSubtask],
  )
}

/** What was there a moment ago, on this very page. */
const saidIfGone = (what: string) => (error: unknown) => {
  const isGone = error instanceof Refused && error.status === 404
  throw isGone ? new Refused(404, { detail: `Somebody has deleted this ${what}, so that it can't be changed any more.` }) : error
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
