import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { AllEmployees } from '../people/AllEmployees.tsx'
import { AllProjects } from '../projects/AllProjects.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { useMe } from '../session/session.ts'
import { PlainPage } from '../ui/PlainPage.tsx'
import { sidebarOf } from './sidebars.tsx'

export const TenantAdminDashboard = () => (useMe().role === 'super_admin' ? <NoWorkspaceHere /> : <Dashboard />)

const Dashboard = () => (
  <SessionShell title="Tenant Admin Dashboard" subtitle="Manage your employees here." {...sidebarOf('tenant_admin')}>
    <Stack gap={40}>
      <AllEmployees />
      <AllProjects />
    </Stack>
  </SessionShell>
)

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
