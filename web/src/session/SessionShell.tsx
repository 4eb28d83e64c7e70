import { api, roleNames } from 'contract'
import { usePending } from '../api/data.ts'
import { Shell, type ShellProps } from '../ui/shell/Shell.tsx'
import { EndingBanner } from './EndingBanner.tsx'
import { useLogout, useMe } from './session.ts'

type Props = Omit<ShellProps, 'workspace' | 'person' | 'onLogout' | 'banner'>

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
      onLogout={() => void logout()}
      banner={<EndingBanner />}
    />
  )
}
