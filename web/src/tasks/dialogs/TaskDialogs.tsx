import { Later, later } from '../../ui/Later.tsx'
import type { OpenDialog } from '../data/actions.ts'

const opened = later(() => import('./OpenedDialog.tsx').then(({ OpenedDialog }) => OpenedDialog))

type Props = { project_id: number; dialog: OpenDialog | undefined; close: () => void }

/** The dialogs of tasks, subtasks and proposals, loaded after the page. */
export const TaskDialogs = ({ project_id, dialog, close }: Props) => (
  <Later of={opened} shown={dialog && { project_id, dialog, close }} />
)
