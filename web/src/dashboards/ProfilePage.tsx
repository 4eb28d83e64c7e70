import { Profile } from '../profile/Profile.tsx'
import { useMe } from '../session/session.ts'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

/** The logged-in person's profile, on the main domain too. */
export const ProfilePage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Profile">
    <Profile />
  </WorkShell>
)
