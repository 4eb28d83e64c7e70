import { SessionShell } from '../session/SessionShell.tsx'
import { MyWork, WaitingWork } from '../tasks/MyWork.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { sidebarOf } from './sidebars.tsx'

export const DeveloperDashboard = () => (
  <SessionShell {...sidebarOf('developer')} title="Your Projects & Tasks">
    <Loaded failed="Failed to load dashboard." skeleton={<WaitingWork />}>
      <MyWork />
    </Loaded>
  </SessionShell>
)
