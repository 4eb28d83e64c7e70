import { api, roleNames } from 'contract'
import { usePending } from '../api/data.ts'
import { queue } from '../api/queue.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { Shell, type ShellProps } from '../ui/shell/Shell.tsx'
import { DemoBanner } from './DemoBanner.tsx'
import { EndingBanner } from './EndingBanner.tsx'
import { useLogout, useMe } from './session.ts'

type Props = Omit<ShellProps, 'workspace' | 'person' | 'onLogout' | 'banner'>

/** Asks before unsent changes would be lost. */
async function mayLeave() {
  const count = queue.changes.length
  if (count === 0) return true
  const what = count === 1 ? '1 change has' : `${count} changes have`
  return confirm({ title: 'Log out', message: `${what} not been sent and will be lost. Log out?`, isDangerous: true })
}

/** The page frame of a logged-in person. */
export function SessionShell(props: Props) {
  const { id, name, role, tenant } = useMe()
  const logout = useLogout()
  const renamed = usePending(api.profile.update).at(-1)?.body.full_name
  return (
    <Shell
      {...props}
      workspace={tenant?.name ?? 'Atrium'}
      person={{ id, name: renamed ?? name, about: roleNames[role] }}
      onLogout={async () => (await mayLeave()) && (await logout())}
      // A page that starts with its work shows it only once it is urgent.
      banner={tenant?.is_public_demo ? <DemoBanner /> : <EndingBanner isNearOnly={props.facts !== undefined} />}
    />
  )
}
