import type { ComponentProps } from 'react'
import { Bell } from '../notifications/Bell.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { useMe } from '../session/session.ts'
import { ConnectionLost } from './ConnectionLost.tsx'

/** The frame of a workspace's pages. Live features are absent on the main domain and while the workspace is paused. */
export function WorkShell(props: Omit<ComponentProps<typeof SessionShell>, 'tools' | 'search'>) {
  const isLive = useMe().tenant?.is_open === true
  return (
    <>
      <SessionShell
        {...props}
        {...(isLive && { tools: <Bell />, search: { box: <SearchBox />, small: <SearchBox isSmall /> } })}
      />
      {isLive && <ConnectionLost />}
    </>
  )
}
