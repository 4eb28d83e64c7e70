import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconBeach,
  IconBuildings,
  IconCalendarStats,
  IconChecklist,
  IconClockHour4,
  IconCreditCard,
  IconFileText,
  IconFolders,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconMessageCircle,
  IconShieldLock,
  IconTags,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { api, homeOf, may, type Role } from 'contract'
import { lazy, Suspense } from 'react'
import { UnreadMessages } from '../chat/UnreadMessages.tsx'
import { idle } from '../ui/idle.ts'
import { toolPages } from './toolPages.ts'

// Nobody waits for it.
const WaitingSheets = lazy(() =>
  idle()
    .then(() => import('../time/approvals/WaitingSheets.tsx'))
    .then(
      ({ WaitingSheets }) => ({ default: WaitingSheets }),
      () => ({ default: () => null }),
    ),
)
const WaitingLeave = lazy(() =>
  idle()
    .then(() => import('../leave/requests/WaitingLeave.tsx'))
    .then(
      ({ WaitingLeave }) => ({ default: WaitingLeave }),
      () => ({ default: () => null }),
    ),
)

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

const people = { label: 'People', icon: <IconUsersGroup aria-hidden />, to: '/people', keys: 'g u' }
const leave = {
  label: 'Leave',
  icon: <IconBeach aria-hidden />,
  to: '/leave',
  badge: (
    <Suspense>
      <WaitingLeave />
    </Suspense>
  ),
  keys: 'g v',
}
const ofHr = [
  { ...people, label: 'Employees' },
  { ...leave, label: 'Leave Requests', to: '/leave/requests' },
  { label: 'Recruitment', icon: <IconFileText aria-hidden />, to: '/recruiting', keys: 'g r' },
]

const tools = [
  { label: 'Employees', icon: <IconUsers aria-hidden />, to: toolPages.employees, keys: 'g e' },
  { label: 'Projects', icon: <IconFolders aria-hidden />, to: toolPages.projects, keys: 'g o' },
  { label: 'Reassign Developers', icon: <IconArrowsExchange aria-hidden />, to: toolPages.reassign, keys: 'g r' },
  { label: 'Labels', icon: <IconTags aria-hidden />, to: toolPages.labels, keys: 'g l' },
  { label: 'Assignment History', icon: <IconHistory aria-hidden />, to: toolPages.history, keys: 'g h' },
]

const workload = { label: 'Workload', icon: <IconCalendarStats aria-hidden />, to: '/project_manager/workload', keys: 'g w' }
const time = { label: 'Time', icon: <IconClockHour4 aria-hidden />, to: '/time', isExact: true, keys: 'g t' }
const approvals = {
  label: 'Time Approvals',
  icon: <IconChecklist aria-hidden />,
  to: '/time/approvals',
  badge: (
    <Suspense>
      <WaitingSheets />
    </Suspense>
  ),
  keys: 'g a',
}
const chat = { label: 'Chat', icon: <IconMessageCircle aria-hidden />, to: '/chat', badge: <UnreadMessages />, keys: 'g c' }
const profile = { label: 'Profile', icon: <IconUserCircle aria-hidden />, to: '/profile', keys: 'g p' }
const securityLog = (role: Role) => ({
  label: 'Security Log',
  icon: <IconShieldLock aria-hidden />,
  to: `${homeOf(role)}/security-log`,
})
const systemHealth = { label: 'System Health', icon: <IconHeartbeat aria-hidden />, to: '/super_admin/system-health' }
const settings = { label: 'Settings', icon: <IconAdjustmentsHorizontal aria-hidden />, to: '/tenant_admin/settings', keys: 'g s' }
const billing = { label: 'Billing', icon: <IconCreditCard aria-hidden />, to: '/billing', isExact: true }

/** The sidebar of a role. */
export const sidebarOf = (role: Role) => ({
  panel: panels[role],
  entries: [
    { ...start(role), to: homeOf(role), isExact: true, keys: 'g d' },
    ...(role === 'hr' ? ofHr : []),
    ...(role === 'tenant_admin' ? tools : []),
    ...(may(role, api.capacity.workload) ? [workload] : []),
    ...(may(role, api.time.submit) ? [time] : []),
    ...(may(role, api.time.sheets) ? [approvals] : []),
    ...(role === 'hr' || role === 'super_admin' ? [] : [people, leave]),
    ...(role === 'super_admin' ? [] : [chat]),
    profile,
    ...(role === 'tenant_admin' ? [settings, billing, securityLog(role)] : []),
    ...(role === 'super_admin' ? [securityLog(role), systemHealth] : []),
  ],
})
