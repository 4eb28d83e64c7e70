import { SessionShell } from '../session/SessionShell.tsx'
import { MyWork } from '../tasks/MyWork.tsx'
import { SkeletonCards, SkeletonRows } from '../ui/Delayed.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { sidebarOf } from './sidebars.tsx'

export const DeveloperDashboard = () => (
  <SessionShell {...sidebarOf('developer')} title="Your Projects & Tasks">
    <Loaded failed="Failed to load dashboard." skeleton={skeleton}>
      <MyWork />
    </Loaded>
  </SessionShell>
)

const skeleton = (
  <>
    <SkeletonCards cards={4} height={120} />
    <div style={{ height: 32 }} />
    <SkeletonRows rows={6} />
  </>
)
