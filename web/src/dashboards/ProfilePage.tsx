import { Profile } from '../profile/Profile.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { useMe } from '../session/session.ts'
import { sidebarOf } from './sidebars.tsx'

/** Of whoever is logged in, on the main domain too. */
export const ProfilePage = () => (
  <SessionShell {...sidebarOf(useMe().role)} title="Profile">
    <Profile />
  </SessionShell>
)
