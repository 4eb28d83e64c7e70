import { SessionShell } from '../session/SessionShell.tsx'
import { SystemHealth } from '../tenants/SystemHealth.tsx'
import { sidebarOf } from './sidebars.tsx'

export const SystemHealthPage = () => (
  <SessionShell {...sidebarOf('super_admin')} title="System Health">
    <SystemHealth />
  </SessionShell>
)
