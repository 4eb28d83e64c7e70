import { api } from 'contract'
import { usePreload } from '../api/data.ts'
import { ChatLink } from '../chat/ChatLink.tsx'
import { ManagerOverview } from '../projects/ManagerOverview.tsx'
import { ManagerSteps } from './ManagerSteps.tsx'
import { OwnChecklists } from './OwnChecklists.tsx'
import { OwnInterviewsLater } from './OwnInterviewsLater.tsx'
import { sidebarOf } from './sidebars.tsx'
import { ThisWeekLater } from './ThisWeekLater.tsx'
import { WorkShell } from './WorkShell.tsx'

export function ProjectManagerDashboard() {
  usePreload(api.members.myDevelopers, { query: {} })
  usePreload(api.health.attention, {})
  usePreload(api.health.projects, {})
  return (
    <WorkShell {...sidebarOf('project_manager')} title="Project Manager Dashboard" actions={<ChatLink />}>
      <ManagerOverview
        firstSteps={
          <>
            <OwnChecklists />
            <OwnInterviewsLater />
            <ThisWeekLater />
            <ManagerSteps />
          </>
        }
      />
    </WorkShell>
  )
}
