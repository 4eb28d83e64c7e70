import type { Comment, Task } from 'contract'
import { type ReactNode, useCallback } from 'react'
import { type RestoreOf, WithHistory } from '../../history/WithHistory.tsx'
import { useMe } from '../../session/session.ts'
import { useTaskChanges } from '../data/changes.ts'

type Props = {
  task: Pick<Task, 'id' | 'key' | 'version'>
  comments: readonly Comment[]
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
  children: (comment: Comment) => ReactNode
}

/** A task's comments and history in order of time, as items of a list. Its manager puts former descriptions back. */
export function CommentsAndHistory({ task, comments, reason, children }: Props) {
  const mayRestore = useMe().role === 'project_manager' && reason === undefined
  const { updateTask, updateSubtask } = useTaskChanges()
  const restoreOf = useCallback<RestoreOf>(
    ({ subtask }) =>
      (description) =>
        subtask ? updateSubtask(subtask.id, { description }) : updateTask(task.id, { description }),
    [task.id, updateTask, updateSubtask],
  )
  return (
    <WithHistory task={task} comments={comments} restoreOf={mayRestore ? restoreOf : undefined}>
      {children}
    </WithHistory>
  )
}
