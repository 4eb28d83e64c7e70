import type { Task } from 'contract'
import { toast } from '../../ui/feedback/toast.tsx'
import type { WorkItem } from './work.ts'

/** A function that drops what somebody else has deleted, and says so: what the person is at still shows it. */
export const useExisting = (tasks: readonly Task[]) => (wanted: readonly WorkItem[]) => {
  const existingIds = new Set(tasks.flatMap((task) => [task.id, ...task.subtasks.map(({ id }) => id)]))
  const deleted = wanted.find(({ id }) => !existingIds.has(id))
  if (deleted) toast.error(`"${deleted.title}" has been deleted by somebody else.`)
  return wanted.filter(({ id }) => existingIds.has(id))
}
