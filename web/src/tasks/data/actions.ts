import type { Status, Subtask, Task } from 'contract'
import type { CheckBoxChange } from 'contract/markdown'
import { useMemo } from 'react'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { succeeds, useTaskChanges } from './changes.ts'
import type { SubtaskChange, TaskChange } from './read.ts'

/** The dialog that is open over the tasks. */
export type OpenDialog =
  | { kind: 'task'; task?: Task }
  | { kind: 'copy'; task: Task }
  | { kind: 'subtask'; parent?: { id: number; title: string }; subtask?: Subtask }
  | { kind: 'proposal'; parent: { id: number } }

/** The manager's actions on a task or subtask. */
export type TaskActions = ReturnType<typeof useTaskActions>

export function useTaskActions(open: (dialog: OpenDialog) => void) {
  const changes = useTaskChanges()
  return useMemo(
    () => ({
      setTaskStatus: (task: Task, status: Status) => void succeeds(changes.updateTask(task.id, { status })),
      changeTask: (task: Task, change: TaskChange) => void succeeds(changes.updateTask(task.id, change)),
      changeSubtask: (subtask: Subtask, change: SubtaskChange) => void succeeds(changes.updateSubtask(subtask.id, change)),
      /** True once the box of its description is set. */
      checkSubtask: (subtask: Subtask, check_box: CheckBoxChange) => succeeds(changes.updateSubtask(subtask.id, { check_box })),
      setSubtaskStatus: (subtask: Subtask, status: Status) => void succeeds(changes.updateSubtask(subtask.id, { status })),
      editTask: (task: Task) => open({ kind: 'task', task }),
      copyTask: (task: Task) => open({ kind: 'copy', task }),
      editSubtask: (subtask: Subtask) => open({ kind: 'subtask', subtask }),
      addSubtask: (parent: Task) => open({ kind: 'subtask', parent }),
      /** Asks first. True once the task is deleted. */
      removeTask: async (task: Task) => {
        const isConfirmed = await confirm({ ...questionAbout(task), isDangerous: true })
        if (!isConfirmed || !(await succeeds(changes.removeTask(task.id), 'Failed to delete task.'))) return false
        offerUndo({
          message: 'Task deleted successfully.',
          undo: () => changes.restoreTask(task.id),
          undone: 'Task restored.',
          failed: 'Failed to restore task.',
        })
        return true
      },
      removeSubtask: async ({ id, title }: Subtask) => {
        const message = `"${title}" will be deleted.`
        if (!(await confirm({ title: 'Delete this subtask?', message, isDangerous: true }))) return
        if (!(await succeeds(changes.removeSubtask(id), 'Failed to delete subtask.'))) return
        offerUndo({
          message: 'Subtask deleted successfully.',
          undo: () => changes.restoreSubtask(id),
          undone: 'Subtask restored.',
          failed: 'Failed to restore subtask.',
        })
      },
    }),
    [changes, open],
  )
}

const listed = new Intl.ListFormat('en')

const questionAbout = ({ title, subtasks, comments, files }: Task) => {
  const rest = listed.format(
    [count(subtasks.length, 'subtask'), count(comments.length, 'comment'), count(files.length, 'file')].filter(
      (part) => part !== '',
    ),
  )
  return { title: 'Delete this task?', message: `"${title}" will be deleted${rest && `, with its ${rest}`}.` }
}

/** `1 task`, `2 tasks`; empty for none. */
const count = (n: number, noun: string) => (n ? `${n} ${noun}${n === 1 ? '' : 's'}` : '')
