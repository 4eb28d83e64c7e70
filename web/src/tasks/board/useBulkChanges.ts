import type { Status, Subtask } from 'contract'
import { useMemo } from 'react'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { useTaskChanges } from '../data/changes.ts'
import { type AssigneeColumn, unassigned } from './board.ts'
import { changeAll, reasonsOf } from './bulk.ts'

type TaskChanges = ReturnType<typeof useTaskChanges>
type SelectAgain = (refused: readonly Subtask[]) => void
export type BulkChanges = ReturnType<typeof useBulkChanges>

/** Changes to several subtasks, one call each. `selectAgain` gets the refused ones, unless there was only one subtask. */
export function useBulkChanges(selectAgain: SelectAgain) {
  const changes = useTaskChanges()
  return useMemo(() => {
    const update = updaterOf(selectAgain)
    return {
      assign: (subtasks: readonly Subtask[], { id, name }: AssigneeColumn) =>
        update(
          subtasks.filter(({ assigned_to }) => (assigned_to?.id ?? unassigned) !== id),
          {
            change: (subtask) => changes.updateSubtask(subtask.id, { assigned_to_id: id === unassigned ? null : id }),
            failed: 'Assignment failed. Changes reverted.',
            succeeded: (count) => `${counted(count)} ${id === unassigned ? 'unassigned' : `assigned to ${name}`}.`,
          },
        ),
      setStatus: (subtasks: readonly Subtask[], status: Status) =>
        update(
          subtasks.filter((subtask) => subtask.status !== status),
          { change: ({ id }) => changes.updateSubtask(id, { status }) },
        ),
      setDueDate: (subtasks: readonly Subtask[], due_date: string | null) =>
        update(
          subtasks.filter((subtask) => subtask.due_date !== due_date),
          { change: ({ id }) => changes.updateSubtask(id, { due_date }) },
        ),
      remove: (subtasks: readonly Subtask[]) => removeAll(subtasks, { changes, selectAgain }),
    }
  }, [changes, selectAgain])
}

type Update = {
  change: (subtask: Subtask) => Promise<unknown>
  failed?: string
  succeeded?: (count: number) => string
}

/** Makes a change to each subtask and shows the outcome. */
const updaterOf =
  (selectAgain: SelectAgain) =>
  async (
    subtasks: readonly Subtask[],
    { change, failed = 'Something went wrong.', succeeded = (count) => `${counted(count)} changed.` }: Update,
  ) => {
    const { done, refused } = await changeAll(subtasks, change)
    if (subtasks.length > 1 && done.length > 0) toast.success(succeeded(done.length))
    if (refused.length === 0) return
    const isOne = subtasks.length === 1
    toast.error(failed, {
      autoClose: isOne ? 4000 : 10_000,
      reason: isOne ? messageOf(refused[0]?.error, '') || undefined : reasonsOf(refused, subtasks.length),
    })
    if (!isOne) selectAgain(refused.map(({ subtask }) => subtask))
  }

/** Deletes subtasks after a confirmation and offers to undo it. False when it was not confirmed. */
async function removeAll(
  subtasks: readonly Subtask[],
  { changes, selectAgain }: { changes: TaskChanges; selectAgain: SelectAgain },
) {
  const title = `Delete ${counted(subtasks.length)}?`
  const message =
    subtasks.length === 1 ? `"${subtasks[0]?.title}" will be deleted.` : `${counted(subtasks.length)} will be deleted.`
  if (!(await confirm({ title, message, isDangerous: true }))) return false
  const { done, refused } = await changeAll(subtasks, ({ id }) => changes.removeSubtask(id))
  if (refused.length > 0) {
    toast.error('Failed to delete subtask.', { autoClose: 10_000, reason: reasonsOf(refused, subtasks.length) })
    selectAgain(refused.map(({ subtask }) => subtask))
  }
  if (done.length > 0)
    offerUndo({
      message: `${counted(done.length)} deleted successfully.`,
      undo: async () => {
        const restored = await changeAll(done, ({ id }) => changes.restoreSubtask(id))
        if (restored.refused[0]) throw restored.refused[0].error
      },
      undone: `${counted(done.length)} restored.`,
      failed: 'Failed to restore subtask.',
    })
  return true
}

const counted = (count: number) => (count === 1 ? '1 subtask' : `${count} subtasks`)
