import { lazy, Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { preloadFor, type Screen, screens } from './routes.tsx'
import { NotFound, Unauthorized, WorkspaceBlocked, WorkspaceNotFound } from './session/notices.tsx'
import { Guests, Only } from './session/Only.tsx'
import { useSession, useSessionKeeper } from './session/session.ts'
import { Loaded } from './ui/feedback/Loaded.tsx'

// Without this chunk, pages are up to date only when they are opened.
const Live = lazy(() =>
  import('./dashboards/Live.tsx').then(
    ({ Live }) => ({ default: Live }),
    () => ({ default: () => null }),
  ),
)

export const App = () => (
  <Loaded failed="Something went wrong. Nothing was lost.">
    <Guarded />
  </Loaded>
)

function Guarded() {
  const { me, closed } = useSession()
  useSessionKeeper()
  const role = me?.role
  useEffect(() => {
    if (!role) return
    const timer = setTimeout(() => preloadFor(role), 2000)
    return () => clearTimeout(timer)
  }, [role])
  if (closed === 'workspace_not_found') return <WorkspaceNotFound />
  if (closed === 'tenant_blocked') return <WorkspaceBlocked />
  return (
    <>
      {/* The key remounts everything for another person, so that nothing of the previous one stays on the screen. */}
      <Routes key={me?.id}>
        {screens.map((screen) => (
          <Route key={screen.path} path={screen.path} element={<Guard {...screen} />} />
        ))}
        <Route path="/unauthorized" element={<Unauthorized />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
      {me?.tenant?.is_open && (
        <Suspense>
          <Live key={`live ${me.id}`} />
        </Suspense>
      )}
    </>
  )
}

function Guard({ who, page: { Component }, path }: Screen) {
  const page = (
    <Loaded key={path} failed="This page could not be loaded.">
      <Component />
    </Loaded>
  )
  if (who === 'everyone') return page
  if ('elseTo' in who) return <Guests elseTo={who.elseTo}>{page}</Guests>
  return <Only {...who}>{page}</Only>
}
