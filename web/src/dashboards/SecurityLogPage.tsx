import { SecurityLog } from '../security-log/SecurityLog.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { useMe } from '../session/session.ts'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** The security log of a workspace for its administrator, or of the platform for its owner. */
export function SecurityLogPage() {
  const { role } = useMe()
  const Shell = role === 'super_admin' ? SessionShell : WorkShell
  return (
    <Shell {...sidebarOf(role)} title="Security Log">
      <SecurityLog />
    </Shell>
  )
}
