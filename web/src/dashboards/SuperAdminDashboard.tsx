import { SessionShell } from '../session/SessionShell.tsx'
import { TenantOverview } from '../tenants/TenantOverview.tsx'
import { sidebarOf } from './sidebars.tsx'

export const SuperAdminDashboard = () => (
  <SessionShell {...sidebarOf('super_admin')} title="Tenant Overview">
    <TenantOverview />
  </SessionShell>
)
