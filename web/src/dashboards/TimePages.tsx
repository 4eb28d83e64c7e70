import { useMe } from '../session/session.ts'
import { Approvals } from '../time/approvals/Approvals.tsx'
import { MyWeek } from '../time/sheet/MyWeek.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const TimePage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Time">
    <MyWeek />
  </WorkShell>
)

export const TimeApprovalsPage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Time Approvals">
    <Approvals />
  </WorkShell>
)
