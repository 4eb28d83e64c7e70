import { roleNames } from 'contract'
import { Shell, type ShellProps } from '../ui/Shell.tsx'
import { useLogout, useMe } from './session.ts'

type Props = Omit<ShellProps, 'workspace' | 'person' | 'onLogout'>

/** The frame with the logged-in person in it. */
export function SessionShell(props: Props) {
  const { id, name, role, tenant } = useMe()
  const logout = useLogout()
  return (
    <Shell
      {...props}
      workspace={tenant?.name ?? 'Atrium'}
      person={{ id, name, about: roleNames[role] }}
      onLogout={() => void logout()}
    />
  )
}
