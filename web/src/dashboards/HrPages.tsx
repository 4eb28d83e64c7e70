import { ChecklistTemplates } from '../directory/checklists/ChecklistTemplates.tsx'
import { PeopleNav } from '../directory/PeopleNav.tsx'
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
