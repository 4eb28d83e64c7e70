import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Task } from 'contract'
import { taskCache } from '../data/cache.ts'

/** Puts the answers to changes of a task's comments into the cached reads. */
export function useCommentCache({ id: task_id }: Pick<Task, 'id'>) {
  const { putComment, removeComment } = taskCache(useQueryClient())
  return {
    putComment: (comment: Comment) => putComment(task_id, comment),
    removeComment: (id: number) => removeComment(task_id, id),
  }
}
