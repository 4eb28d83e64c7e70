import { api } from 'contract'
import { Navigate, useParams } from 'react-router'
import { useData } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { TaskSkeleton } from '../tasks/parts/skeletons.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { Nothing } from './Nothing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** The address of a task or subtask by its key, such as `/WEB-42`. Leads on to the task's page. */
export function KeyPage() {
  const { key = '' } = useParams()
  const { role } = useMe()
  const nothing = (
    <Nothing>
      There is no task {key.toUpperCase()} that you can open. It may have been deleted, or its project is not yours.
    </Nothing>
  )
  return (
    <WorkShell {...sidebarOf(role)} title={key.toUpperCase()}>
      <Loaded key={key} failed="Failed to load task." skeleton={<TaskSkeleton />} notFound={nothing}>
        <Found name={key} />
      </Loaded>
    </WorkShell>
  )
}

function Found({ name }: { name: string }) {
  const { task_id, subtask_id } = useData(api.keys.find, { params: { key: name } })
  return <Navigate replace to={`/project_manager/tasks/${task_id}${subtask_id ? `#subtask-${subtask_id}` : ''}`} />
}
