import type { Me, Role } from 'contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate } from 'react-router'
import { useSession } from './session.ts'

// Dialogs and notifications are for those who are in; the log-in page does without their weight.
const Overlays = lazy(() => import('../ui/Overlays.tsx').then(({ Overlays }) => ({ default: Overlays })))

/** Shows its children to these roles only; others are sent away. */
export function Only({ roles, children }: { roles: 'signed_in' | readonly Role[]; children: ReactNode }) {
  const { me } = useSession()
  if (!me) return <Navigate to="/login" replace />
  if (roles !== 'signed_in' && !roles.includes(me.role)) return <Navigate to="/unauthorized" replace />
  return (
    <>
      {children}
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  )
}

/** Shows its children to those who are not logged in; the others are sent on. */
export function Guests({ elseTo, children }: { elseTo: (me: Me) => string; children: ReactNode }) {
  const { me } = useSession()
  return me ? <Navigate to={elseTo(me)} replace /> : children
}
