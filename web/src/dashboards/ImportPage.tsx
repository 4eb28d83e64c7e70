import { homeOf } from 'contract'
import { useParams } from 'react-router'
import { Import } from '../imports/Import.tsx'
import { useProjectSubscription } from '../live/subscriptions.ts'
import { useKnownProject } from '../projects/read.ts'
import { useMe } from '../session/session.ts'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** Brings tasks of another tool into a project. */
export function ImportPage() {
  const { role } = useMe()
  const { projectId = '' } = useParams()
  const { row: project } = useKnownProject(projectId)
  useProjectSubscription(Number(projectId))
  return (
    <WorkShell
      {...sidebarOf(role)}
      title="Import Tasks"
      back={{ label: 'Back to Project', to: `${homeOf(role)}/projects/${projectId}`, name: project?.name }}
    >
      <Import key={projectId} project_id={projectId} />
    </WorkShell>
  )
}
