import type { OpenDialog } from './hands.ts'
import { SubtaskDialog } from './SubtaskDialog.tsx'
import { TaskDialog } from './TaskDialog.tsx'

type Props = { project_id: number; dialog: OpenDialog | undefined; close: () => void }

export function TaskDialogs({ project_id, dialog, close }: Props) {
  if (dialog?.kind === 'task') return <TaskDialog project_id={project_id} task={dialog.task} close={close} />
  if (dialog?.kind === 'subtask')
    return <SubtaskDialog project_id={project_id} task={dialog.parent} subtask={dialog.subtask} close={close} />
  return null
}
