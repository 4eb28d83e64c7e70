import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft, IconMessageCircle } from '@tabler/icons-react'
import { api, homeOf } from 'contract'
import { Link, useLocation, useParams } from 'react-router'
import { usePreload } from '../api/data.ts'
import { useProjectSubscription } from '../live/subscriptions.ts'
import { ProjectBody, ProjectSkeleton } from '../projects/ProjectBody.tsx'
import { useKnownProject } from '../projects/read.ts'
import { useMe } from '../session/session.ts'
import { TaskSection } from '../tasks/TaskSection.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** A project's page, for its manager and for the tenant admin. */
export function ProjectPage() {
  const { projectId = '' } = useParams()
  return <Page key={projectId} project_id={projectId} />
}

function Page({ project_id }: { project_id: string }) {
  const { role } = useMe()
  const { row: project, isMissing } = useKnownProject(project_id)
  useProjectSubscription(Number(project_id))
  // Loads in parallel with the project.
  usePreload(api.tasks.list, { query: { project: project_id, limit: '1000' } })
  return (
    <WorkShell
      {...sidebarOf(role)}
      title={isMissing ? 'Project Not Found' : (project?.name ?? 'Project')}
      subtitle={<Back home={homeOf(role)} />}
      actions={role === 'project_manager' && !isMissing && <ChatButton project_id={project_id} />}
    >
      {isMissing ? (
        <NotFound home={homeOf(role)} />
      ) : (
        <Loaded failed="Failed to load project." skeleton={<ProjectSkeleton />} notFound={<NotFound home={homeOf(role)} />}>
          <ProjectBody project_id={project_id}>{(shown) => <TaskSection project={shown} />}</ProjectBody>
        </Loaded>
      )}
    </WorkShell>
  )
}

const ChatButton = ({ project_id }: { project_id: string }) => (
  <Button
    component={Link}
    to={`/chat?project=${project_id}`}
    variant="default"
    leftSection={<IconMessageCircle size={16} aria-hidden />}
  >
    Chat
  </Button>
)

function Back({ home }: { home: string }) {
  const state: unknown = useLocation().state
  return (
    <Anchor component={Link} to={{ pathname: home, search: searchIn(state) }}>
      <IconArrowLeft size={16} aria-hidden style={{ marginInlineEnd: 4, verticalAlign: '-3px' }} />
      Back to Projects
    </Anchor>
  )
}

/** The query of the list from which the person came. */
const searchIn = (state: unknown) =>
  typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string' ? state.search : ''

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
