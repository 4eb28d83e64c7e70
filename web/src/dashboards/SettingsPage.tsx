import { Settings } from '../settings/Settings.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const SettingsPage = () => (
  <WorkShell {...sidebarOf('tenant_admin')} title="Settings">
    <Settings />
  </WorkShell>
)
