import type { ComponentProps } from 'react'
import { Bell } from '../notifications/Bell.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { useMe } from '../session/session.ts'
import { Lost } from './Lost.tsx'

/** The frame of a workspace's pages, with what is told live. On the main domain, and while the workspace is paused, without. */
export function WorkShell(props: Omit<ComponentProps<typeof SessionShell>, 'tools'>) {
  const isLive = useMe().tenant?.is_open === true
  return (
    <>
      <SessionShell {...props} {...(isLive && { tools: <Bell /> })} />
      {isLive && <Lost />}
    </>
  )
}
