import { Stack } from '@mantine/core'
import { api } from 'contract'
import { usePreload } from '../api/data.ts'
import { MyWork, MyWorkSkeleton } from '../tasks/mine/MyWork.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { DeveloperSteps } from './DeveloperSteps.tsx'
import { OwnChecklists } from './OwnChecklists.tsx'
import { OwnInterviewsLater } from './OwnInterviewsLater.tsx'
import { OwnLeaveLater } from './OwnLeaveLater.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export function DeveloperDashboard() {
  usePreload(api.health.projects, {})
  usePreload(api.health.unassigned, {})
  return (
    <WorkShell {...sidebarOf('developer')} title="Your Projects & Tasks">
      <Loaded failed="Failed to load dashboard." skeleton={<MyWorkSkeleton />}>
        <Stack gap="lg">
          <OwnChecklists />
          <OwnInterviewsLater />
          <DeveloperSteps />
          <div>
            <MyWork />
          </div>
          <OwnLeaveLater />
        </Stack>
      </Loaded>
    </WorkShell>
  )
}
