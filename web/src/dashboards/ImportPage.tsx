import { Button } from '@mantine/core'
import { api, homeOf } from 'contract'
import { Link, useParams } from 'react-router'
import { usePreload } from '../api/data.ts'
import { Import } from '../imports/Import.tsx'
import { useProjectSubscription } from '../live/subscriptions.ts'
import { useKnownProject } from '../projects/read.ts'
import { useMe } from '../session/session.ts'
import { Empty } from '../ui/feedback/Empty.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** Brings tasks of another tool into a project. */
export function ImportPage() {
  const { role } = useMe()
  const { projectId = '' } = useParams()
  const { row: project, isMissing } = useKnownProject(projectId)
  usePreload(api.projects.get, { params: { project_id: projectId } })
  useProjectSubscription(Number(projectId))
  return (
    <WorkShell
      {...sidebarOf(role)}
      title={isMissing ? 'Project Not Found' : 'Import Tasks'}
      back={{ label: 'Back to Project', to: `${homeOf(role)}/projects/${projectId}`, name: project?.name }}
    >
      {isMissing ? (
        <Empty
          action={
            <Button component={Link} to={homeOf(role)}>
              Back to Dashboard
            </Button>
          }
        >
          The project you are looking for doesn't exist or has been removed.
        </Empty>
      ) : (
        <Import key={projectId} project_id={projectId} />
      )}
    </WorkShell>
  )
}
