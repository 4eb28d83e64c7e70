import { useLocation, useParams } from 'react-router'
import { TeamCalendar } from '../leave/calendar/TeamCalendar.tsx'
import { LeaveNav } from '../leave/LeaveNav.tsx'
import { MyLeave } from '../leave/own/MyLeave.tsx'
import { RequestDetails } from '../leave/requests/RequestPage.tsx'
import { Requests } from '../leave/requests/Requests.tsx'
import { useMe } from '../session/session.ts'
import { listIn } from './listIn.ts'
import { Nothing } from './Nothing.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const LeavePage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="My Leave">
    <LeaveNav />
    <MyLeave />
  </WorkShell>
)

export const LeaveCalendarPage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Team Calendar">
    <LeaveNav />
    <TeamCalendar />
  </WorkShell>
)

export const LeaveRequestsPage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Leave Requests">
    <LeaveNav />
    <Requests />
  </WorkShell>
)

export function LeaveRequestPage() {
  const { leaveId = '' } = useParams()
  const back = listIn(useLocation().state) ?? '/leave'
  return (
    <WorkShell {...sidebarOf(useMe().role)} title="Leave Request" back={{ label: 'Back to Leave', to: back }}>
      <RequestDetails key={leaveId} leave_id={leaveId} notFound={noRequest} />
    </WorkShell>
  )
}

const noRequest = <Nothing>The request you are looking for doesn’t exist, or isn’t yours to see.</Nothing>
