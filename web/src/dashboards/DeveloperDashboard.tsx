import { api } from 'contract'
import { usePreload } from '../api/data.ts'
import { MyWork, MyWorkSkeleton } from '../tasks/mine/MyWork.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export function DeveloperDashboard() {
  usePreload(api.health.projects, {})
  usePreload(api.health.unassigned, {})
  return (
    <WorkShell {...sidebarOf('developer')} title="Your Projects & Tasks">
      <Loaded failed="Failed to load dashboard." skeleton={<MyWorkSkeleton />}>
        <MyWork />
      </Loaded>
    </WorkShell>
  )
}
