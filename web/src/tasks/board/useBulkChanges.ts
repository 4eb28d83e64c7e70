import type { Status } from 'contract'
import { useMemo } from 'react'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { cancelled } from '../data/away.ts'
import { useTaskChanges } from '../data/changes.ts'
import type { SubtaskChange, TaskChange } from '../data/read.ts'
import { unassigned } from './board.ts'
import { changeAll, reasonsOf } from './bulk.ts'
import { counted, isTask, nounsOf, type WorkItem } from './work.ts'

type Items = readonly WorkItem[]
type TaskChanges = ReturnType<typeof useTaskChanges>
type SelectAgain = (refused: Items) => void
export type Person = { id: number; name: string }
export type BulkChanges = ReturnType<typeof useBulkChanges>

/** Changes to several tasks or subtasks, one call each. `selectAgain` gets the refused ones, unless there was only one item. */
export function useBulkChanges(selectAgain: SelectAgain) {
  const changes = useTaskChanges()
  return useMemo(() => {
    const update = updaterOf(changes, selectAgain)
    return {
      assign: (items: Items, { id, name }: Person) =>
        update(
          items.filter(({ assigned_to }) => (assigned_to?.id ?? unassigned) !== id),
          { assigned_to_id: id === unassigned ? null : id },
          { failed: 'Assignment failed. Changes reverted.', done: id === unassigned ? 'unassigned' : `assigned to ${name}` },
        ),
      setStatus: (items: Items, status: Status) =>
        update(
          items.filter((item) => item.status !== status),
          { status },
          { failed: 'Status change failed. Changes reverted.', done: 'changed' },
        ),
      setDueDate: (items: Items, due_date: string | null) =>
        update(
          items.filter((item) => item.due_date !== due_date),
          { due_date },
          { failed: 'Rescheduling failed. Changes reverted.', done: 'changed' },
        ),
      remove: (items: Items) => removeAll(items, { changes, selectAgain }),
    }
  }, [changes, selectAgain])
}

/** Makes the same change to each item and shows the outcome. Asks first if something is due then while its assignee is away. */
const updaterOf =
  (changes: TaskChanges, selectAgain: SelectAgain) =>
  async (items: Items, change: TaskChange & SubtaskChange, { failed, done: verb }: { failed: string; done: string }) => {
    const isOne = items.length === 1
    const asked = changes.askOnce(items, change)
    const changeOf = asked && (await asked)
    if (changeOf === cancelled) return isOne ? undefined : selectAgain(items)
    const { done, refused } = await changeAll(items, (item) => {
      const own = changeOf?.(item) ?? change
      return isTask(item)
        ? changes.updateTask(item.id, own, { isAsked: true, isOneOfMany: !isOne })
        : changes.updateSubtask(item.id, own, { isAsked: true })
    })
    if (!isOne && done.length > 0) toast.success(`${counted(done)} ${changeOf ? 'changed' : verb}.`)
    if (refused.length === 0) return
    toast.error(failed, {
      autoClose: isOne ? 4000 : 10_000,
      reason: isOne ? messageOf(refused[0]?.error, '') || undefined : reasonsOf(refused, items.length),
    })
    if (!isOne) selectAgain(refused.map(({ item }) => item))
  }

/** Deletes items after a confirmation and offers to undo it. False when it was not confirmed. */
async function removeAll(wanted: Items, { changes, selectAgain }: { changes: TaskChanges; selectAgain: SelectAgain }) {
  // A subtask goes with its task.
  const tasks = new Set(wanted.filter(isTask).map(({ id }) => id))
  const items = wanted.filter((item) => isTask(item) || !tasks.has(item.task))
  const [first] = items
  const noun = nounsOf(items).slice(0, -1)
  const what = items.length === 1 ? `"${first?.title}"` : counted(items)
  const message = `${what} will be deleted${tasks.size > 0 ? ', with subtasks and comments' : ''}.`
  if (!(await confirm({ title: `Delete ${counted(items)}?`, message, isDangerous: true }))) return false
  const { done, refused } = await changeAll(items, (item) =>
    isTask(item) ? changes.removeTask(item.id) : changes.removeSubtask(item.id),
  )
  if (refused.length > 0) {
    toast.error(`Failed to delete ${noun}.`, { autoClose: 10_000, reason: reasonsOf(refused, items.length) })
    selectAgain(refused.map(({ item }) => item))
  }
  if (done.length > 0)
    offerUndo({
      message: `${counted(done)} deleted successfully.`,
      undo: async () => {
        const restored = await changeAll(done, (item) =>
          isTask(item) ? changes.restoreTask(item.id) : changes.restoreSubtask(item.id),
        )
        if (restored.refused[0]) throw restored.refused[0].error
      },
      undone: `${counted(done)} restored.`,
      failed: `Failed to restore ${noun}.`,
    })
  return true
}
