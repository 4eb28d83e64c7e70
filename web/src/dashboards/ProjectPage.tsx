import { Button } from '@mantine/core'
import { usePrefetchInfiniteQuery, usePrefetchQuery } from '@tanstack/react-query'
import { api, homeOf } from 'contract'
import { Link, useLocation, useParams } from 'react-router'
import { usePreload } from '../api/data.ts'
import { wholeOf } from '../api/pages.ts'
import { useProjectSubscription } from '../live/subscriptions.ts'
import { ProjectBody, ProjectSkeleton } from '../projects/ProjectBody.tsx'
import { ProjectActions, ProjectSummary } from '../projects/ProjectHeader.tsx'
import { usePanel } from '../projects/panel.ts'
import { useKnownProject } from '../projects/read.ts'
import { updatesOf } from '../projects/updates.ts'
import { useRemembered } from '../search/recent.ts'
import { useMe } from '../session/session.ts'
import { TaskSection, TaskSectionSkeleton } from '../tasks/TaskSection.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { listIn } from './listIn.ts'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** A project's page, for its manager, the tenant admin and its developers. */
export function ProjectPage() {
  const { projectId = '' } = useParams()
  return <Page key={projectId} project_id={projectId} />
}

function Page({ project_id }: { project_id: string }) {
  const { role } = useMe()
  const { row: project, isMissing } = useKnownProject(project_id)
  const panel = usePanel()
  const back = { label: 'Back to Projects', to: listIn(useLocation().state) ?? homeOf(role) }
  useProjectSubscription(Number(project_id))
  useRemembered('projects', { title: isMissing ? undefined : project?.name, to: `${homeOf(role)}/projects/${project_id}` })
  // These load in parallel with the project.
  usePrefetchQuery(wholeOf(api.tasks.list, { query: { project: project_id } }))
  usePreload(api.health.projects, {})
  usePrefetchInfiniteQuery(updatesOf(project_id))
  return (
    <WorkShell
      {...sidebarOf(role)}
      title={isMissing ? 'Project Not Found' : (project?.name ?? 'Project')}
      back={back}
      facts={isMissing ? undefined : project ? <ProjectSummary project={project} /> : null}
      actions={!isMissing && <ProjectActions project={project} panel={panel} />}
    >
      {isMissing ? (
        <NotFound home={homeOf(role)} />
      ) : (
        <Loaded
          failed="Failed to load project."
          skeleton={
            <ProjectSkeleton panel={panel}>
              <TaskSectionSkeleton />
            </ProjectSkeleton>
          }
          notFound={<NotFound home={homeOf(role)} />}
        >
          <ProjectBody project_id={project_id} panel={panel}>
            {(shown) => <TaskSection project={shown} />}
          </ProjectBody>
        </Loaded>
      )}
    </WorkShell>
  )
}

const NotFound = ({ home }: { home: string }) => (
  <Empty
    action={
      <Button component={Link} to={home}>
        Back to Dashboard
      </Button>
    }
  >
    The project you are looking for doesn't exist or has been removed.
  </Empty>
)
