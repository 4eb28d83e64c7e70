import { lazy, Suspense, useEffect } from 'react'
import { idle } from '../../ui/idle.ts'
import type { OpenDialog } from '../data/actions.ts'

const loadTask = () => import('./TaskDialog.tsx').then(({ TaskDialog }) => ({ default: TaskDialog }))
const loadSubtask = () => import('./SubtaskDialog.tsx').then(({ SubtaskDialog }) => ({ default: SubtaskDialog }))
const TaskDialog = lazy(loadTask)
const SubtaskDialog = lazy(loadSubtask)

type Props = { project_id: number; dialog: OpenDialog | undefined; close: () => void }

/** The task and subtask dialogs, loaded after the page. */
export function TaskDialogs({ project_id, dialog, close }: Props) {
  useEffect(() => {
    // A failed preload is retried when a dialog is opened.
    idle()
      .then(() => Promise.all([loadTask(), loadSubtask()]))
      .catch(() => {})
  }, [])
  return (
    <Suspense>
      {dialog?.kind === 'task' && <TaskDialog project_id={project_id} task={dialog.task} close={close} />}
      {dialog?.kind === 'subtask' && (
        <SubtaskDialog project_id={project_id} task={dialog.parent} subtask={dialog.subtask} close={close} />
      )}
    </Suspense>
  )
}
