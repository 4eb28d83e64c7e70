import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Task } from 'contract'
import { applyAnswer } from '../../live/sync.ts'
import { taskCache } from '../data/cache.ts'

/** Puts the answers to changes of a task's comments into the cached reads. */
export function useCommentCache({ id: task_id }: Pick<Task, 'id'>) {
  const client = useQueryClient()
  const { putComment, removeComment } = taskCache(client)
  return {
    putComment: (comment: Comment) => putComment(task_id, comment),
    removeComment: (id: number) => removeComment(task_id, id),
    /** For a part of the comment that only this person changes: the event of another one's change may have come before the answer. */
    changeComment: (id: number, change: (comment: Comment) => Comment) =>
      applyAnswer(client, {
        type: 'patched',
        task_id,
        patch: (task) => ({
          ...task,
          comments: task.comments.map((comment) => (comment.id === id ? change(comment) : comment)),
        }),
      }),
  }
}
