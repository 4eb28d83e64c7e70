import { Stack } from '@mantine/core'
import { api } from 'contract'
import { usePreload } from '../api/data.ts'
import { ChatLink } from '../chat/ChatLink.tsx'
import { ManagerOverview, YourDevelopers } from '../projects/ManagerOverview.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export function ProjectManagerDashboard() {
  usePreload(api.members.myDevelopers, { query: {} })
  return (
    <WorkShell {...sidebarOf('project_manager')} title="Project Manager Dashboard" actions={<ChatLink />}>
      <Stack gap="var(--space-10)">
        <div>
          <ManagerOverview />
        </div>
        <YourDevelopers />
      </Stack>
    </WorkShell>
  )
}
