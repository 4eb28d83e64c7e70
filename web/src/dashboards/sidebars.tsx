import { IconBuildings, IconLayoutDashboard } from '@tabler/icons-react'
import { homeOf, type Role } from 'contract'

const panels: Record<Role, string> = {
  super_admin: 'Super Admin',
  tenant_admin: 'Admin Panel',
  project_manager: 'Project Manager',
  developer: 'Developer',
  hr: 'HR Panel',
}

const start = (role: Role) =>
  role === 'super_admin'
    ? { label: 'Tenant Overview', icon: <IconBuildings aria-hidden /> }
    : { label: 'Dashboard', icon: <IconLayoutDashboard aria-hidden /> }

/** The sidebar of a page that several roles see. */
export const sidebarOf = (role: Role) => ({
  panel: panels[role],
  entries: [{ ...start(role), to: homeOf(role), isExact: true }],
})
