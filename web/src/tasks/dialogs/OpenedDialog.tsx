import type { OpenDialog } from '../data/actions.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { ProposalDialog } from './ProposalDialog.tsx'
import { SubtaskDialog } from './SubtaskDialog.tsx'
import { TaskDialog } from './TaskDialog.tsx'

type Props = { project_id: number; dialog: OpenDialog; close: () => void }

export function OpenedDialog({ project_id, dialog, close }: Props) {
  if (dialog.kind === 'task') return <TaskDialog project_id={project_id} task={dialog.task} close={close} />
  if (dialog.kind === 'copy') return <CopyDialog task={dialog.task} close={close} />
  if (dialog.kind === 'proposal') return <ProposalDialog project_id={project_id} task={dialog.parent} close={close} />
  return <SubtaskDialog project_id={project_id} task={dialog.parent} subtask={dialog.subtask} close={close} />
}
