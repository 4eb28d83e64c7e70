import { homeOf } from 'contract'
import { useNavigate } from 'react-router'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { offerUndo } from '../ui/feedback/undo.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import styles from './Imports.module.css'
import { PastImports } from './PastImports.tsx'
import { Review } from './Review.tsx'
import { useImportChanges, useImportPlan } from './useImport.ts'
import { countsIn } from './words.ts'

/** Imports tasks into a project: a file is chosen, reviewed and brought in. */
export function Import({ project_id }: { project_id: string }) {
  const { role } = useMe()
  const navigate = useNavigate()
  const state = useImportPlan(project_id)
  const { bring, isImporting, undo } = useImportChanges()
  const { file, choices } = state
  const bringIn = async () => {
    if (!file || isImporting) return
    try {
      const { import: made } = await bring(project_id, file, choices)
      if (!made) return toast.success('Everything in this file has been imported before.')
      await navigate(`${homeOf(role)}/projects/${project_id}`)
      offerUndo({
        message: `${countsIn(made)} imported.`,
        undo: () => undo(made.id),
        undone: 'Import undone.',
        failed: 'Failed to undo the import.',
      })
    } catch (error) {
      toast.error(messageOf(error, 'The import failed. Nothing was created.'))
    }
  }
  return (
    <div className={styles.page}>
      {file ? (
        <Review state={state} isImporting={isImporting} bring={() => void bringIn()} />
      ) : (
        <>
          <ChooseFile choose={state.choose} />
          <PastImports project_id={project_id} />
        </>
      )}
    </div>
  )
}
