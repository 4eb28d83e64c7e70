import { Stack } from '@mantine/core'
import { api } from 'contract'
import { usePreload } from '../api/data.ts'
import { ManagerOverview, YourDevelopers } from '../projects/ManagerOverview.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { sidebarOf } from './sidebars.tsx'

export function ProjectManagerDashboard() {
  usePreload(api.members.myDevelopers, { query: {} })
  return (
    <SessionShell {...sidebarOf('project_manager')} title="Project Manager Dashboard">
      <Stack gap={40}>
        <div>
          <ManagerOverview />
        </div>
        <YourDevelopers />
      </Stack>
    </SessionShell>
  )
}
