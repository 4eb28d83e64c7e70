import { Button, Stack } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { AssignmentHistory } from '../assignments/AssignmentHistory.tsx'
import { ReassignBoard } from '../assignments/ReassignBoard.tsx'
import { Labels } from '../labels/Labels.tsx'
import { AllEmployees } from '../people/AllEmployees.tsx'
import { AllProjects } from '../projects/AllProjects.tsx'
import { useMe } from '../session/session.ts'
import { useAnchor } from '../ui/hooks/useAnchor.ts'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { sidebarOf } from './sidebars.tsx'
import styles from './TenantAdminDashboard.module.css'
import { WorkShell } from './WorkShell.tsx'

export const TenantAdminDashboard = () => (useMe().role === 'super_admin' ? <NoWorkspaceHere /> : <Dashboard />)

const sections = [
  { id: 'all-employees', label: 'Employees' },
  { id: 'all-projects', label: 'Projects' },
  { id: 'reassign-developers', label: 'Reassign Developers' },
  { id: 'labels', label: 'Labels' },
  { id: 'assignment-history', label: 'Assignment History' },
]

function Dashboard() {
  const content = useRef<HTMLDivElement>(null)
  useAnchor(content)
  return (
    <WorkShell title="Tenant Admin Dashboard" subtitle="Manage your employees here." {...sidebarOf('tenant_admin')}>
      <nav className={styles.sections} aria-label="Sections">
        {sections.map(({ id, label }) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <Stack ref={content} gap="var(--space-10)" className={styles.page}>
        <FirstSteps />
        <AllEmployees />
        <AllProjects />
        <ReassignBoard />
        <Labels />
        <AssignmentHistory />
      </Stack>
    </WorkShell>
  )
}

const NoWorkspaceHere = () => (
  <PlainPage
    title="Tenant Admin Dashboard"
    subtitle="Each workspace has this page for its own administrator, at its own address. The workspaces themselves are in the Tenant Overview."
  >
    <Button component={Link} to="/super_admin">
      Go to the Tenant Overview
    </Button>
  </PlainPage>
)
