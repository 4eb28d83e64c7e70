import { IconLayoutDashboard } from '@tabler/icons-react'
import { homeOf, type Role } from 'contract'

const panels: Partial<Record<Role, string>> = {
  tenant_admin: 'Admin Panel',
  project_manager: 'Project Manager',
  developer: 'Developer',
  hr: 'HR Panel',
}

/** The sidebar of a page that several roles see. */
export const sidebarOf = (role: Role) => ({
  panel: panels[role] ?? 'Atrium',
  entries: [{ label: 'Dashboard', to: homeOf(role), isExact: true, icon: <IconLayoutDashboard aria-hidden /> }],
})
