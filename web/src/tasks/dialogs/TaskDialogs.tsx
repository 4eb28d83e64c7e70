import { lazy, Suspense, useEffect } from 'react'
import { idle } from '../../ui/idle.ts'
import type { OpenDialog } from '../data/actions.ts'

const load = () => import('./OpenedDialog.tsx').then(({ OpenedDialog }) => ({ default: OpenedDialog }))
const OpenedDialog = lazy(load)

type Props = { project_id: number; dialog: OpenDialog | undefined; close: () => void }

/** The dialogs of tasks, subtasks and proposals, loaded after the page. */
export function TaskDialogs({ project_id, dialog, close }: Props) {
  useEffect(() => {
    // A failed preload is retried when a dialog is opened.
    idle()
      .then(load)
      .catch(() => {})
  }, [])
  return <Suspense>{dialog && <OpenedDialog project_id={project_id} dialog={dialog} close={close} />}</Suspense>
}
