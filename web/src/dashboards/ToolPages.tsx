import { AssignmentHistory } from '../assignments/AssignmentHistory.tsx'
import { ReassignBoard } from '../assignments/ReassignBoard.tsx'
import { Labels } from '../labels/Labels.tsx'
import { AllEmployees } from '../people/AllEmployees.tsx'
import { AllProjects } from '../projects/AllProjects.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

// The administrator's tools, each in full on a page of its own.

export const EmployeesPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="All Employees">
    <AllEmployees />
  </WorkShell>
)

export const ProjectsPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="All Projects">
    <AllProjects />
  </WorkShell>
)

export const ReassignPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="Reassign Developers by Drag and Drop">
    <ReassignBoard />
  </WorkShell>
)

export const LabelsPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="Labels">
    <Labels />
  </WorkShell>
)

export const HistoryPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="Project Manager Assignment History">
    <AssignmentHistory />
  </WorkShell>
)
