import { ChecklistTemplates } from '../directory/checklists/ChecklistTemplates.tsx'
import { PeopleNav } from '../directory/PeopleNav.tsx'
import { Balances } from '../leave/hr/Balances.tsx'
import { LeaveTypes } from '../leave/hr/LeaveTypes.tsx'
import { LeaveNav } from '../leave/LeaveNav.tsx'
import { Locations } from '../locations/Locations.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const LocationsPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Locations">
    <PeopleNav />
    <Locations />
  </WorkShell>
)

export const ChecklistsPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Checklists">
    <PeopleNav />
    <ChecklistTemplates />
  </WorkShell>
)

export const LeaveBalancesPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Leave Balances">
    <LeaveNav />
    <Balances />
  </WorkShell>
)

export const LeaveTypesPage = () => (
  <WorkShell {...sidebarOf('hr')} title="Leave Types">
    <LeaveNav />
    <LeaveTypes />
  </WorkShell>
)
