import type { Me, Role } from 'contract'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import { Navigate } from 'react-router'
import { PersonContext, startOf } from './session.ts'
import { forgetTyped, typedBy } from './typed.ts'
import { useWanted, useWantedState } from './wanted.ts'

// Dialogs and toasts are lazy so that the log-in page loads without them.
const Overlays = lazy(() => import('../ui/feedback/Overlays.tsx').then(({ Overlays }) => ({ default: Overlays })))
const TypedDialog = lazy(() => import('./TypedDialog.tsx').then(({ TypedDialog }) => ({ default: TypedDialog })))

type OnlyProps = {
  roles: 'signed_in' | readonly Role[]
  even_unpaid?: true
  even_without_second_factor?: true
  /** Whether the person had this page open when they got another role: no reason to reproach them with being here. */
  hasNewRole?: boolean
  children: ReactNode
}

/**
 * Shows its children to these roles and redirects others. Without `even_unpaid` also while the workspace is paused, and
 * without `even_without_second_factor` also people who have to set one up first.
 */
export function Only({ roles, even_unpaid, even_without_second_factor, hasNewRole = false, children }: OnlyProps) {
  const me = use(PersonContext)
  const wanted = useWantedState()
  if (!me) return <Navigate to="/login" replace state={wanted} />
  if (roles !== 'signed_in' && !roles.includes(me.role))
    return <Navigate to={hasNewRole ? startOf(me) : '/unauthorized'} replace />
  if (me.must_set_up_second_factor && !even_without_second_factor) return <Navigate to="/second-factor" replace />
  if (me.tenant && !me.tenant.is_open && !even_unpaid) return <Navigate to="/payment-required" replace />
  return (
    <>
      {children}
      <Suspense>
        <Overlays />
        <RestoredText person_id={me.id} />
      </Suspense>
    </>
  )
}

function RestoredText({ person_id }: { person_id: number }) {
  const [typed, setTyped] = useState(() => typedBy(person_id))
  const close = () => {
    forgetTyped()
    setTyped(undefined)
  }
  return typed && <TypedDialog typed={typed} close={close} />
}

type GuestsProps = {
  /** Returns the redirect for a logged-in person, given the address that they wanted before. */
  elseTo: (me: Me, wanted?: string) => string
  children: ReactNode
}

/** Shows its children to people who are not logged in, and redirects others. */
export function Guests({ elseTo, children }: GuestsProps) {
  const me = use(PersonContext)
  const wanted = useWanted(me?.id)
  return me ? <Navigate to={elseTo(me, wanted)} replace /> : children
}
