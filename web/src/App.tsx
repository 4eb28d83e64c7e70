import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { Uploads } from './files/Uploads.tsx'
import { hasNewRelease, keepAppFiles } from './local/appFiles.ts'
import { prefetchLinks } from './prefetch.ts'
import { isAt, type Page, preloadFor, type Screen, screens } from './routes.tsx'
import { SearchPalette } from './search/SearchPalette.tsx'
import { useHasNewRole } from './session/newRole.ts'
import { NotFound, Unauthorized, WorkspaceBlocked, WorkspaceDeleted, WorkspaceNotFound } from './session/notices.tsx'
import { Guests, Only } from './session/Only.tsx'
import { Pictures } from './session/Pictures.tsx'
import { PersonContext, useSession, useSessionKeeper } from './session/session.ts'
import { Loaded } from './ui/feedback/Loaded.tsx'
import { useScrollRestoration } from './ui/hooks/useScrollRestoration.ts'

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
  const { me, closed, isUnconfirmed } = useSession()
  useSessionKeeper()
  const hasNewRole = useHasNewRole()
  useScrollRestoration()
  useNewRelease()
  const role = me?.role
  const isInWorkspace = me?.tenant?.is_open === true
  useEffect(() => {
    if (!role) return
    const timer = setTimeout(() => void preloadFor(role).then(() => isInWorkspace && keepAppFiles()), 2000)
    return () => clearTimeout(timer)
  }, [role, isInWorkspace])
  const client = useQueryClient()
  useEffect(() => (role ? prefetchLinks(client) : undefined), [client, role])
  if (closed === 'workspace_not_found') return <WorkspaceNotFound />
  if (closed === 'workspace_deleted') return <WorkspaceDeleted />
  if (closed === 'tenant_blocked') return <WorkspaceBlocked />
  return (
    <PersonContext value={me}>
      {/* The key remounts everything for another person or role, so that nothing of the previous one stays on the screen. */}
      <Routes key={me && `${me.id} ${me.role}`}>
        {screens.map((screen) => (
          <Route key={screen.path} path={screen.path} element={<Guard {...screen} hasNewRole={hasNewRole} />} />
        ))}
        <Route path="/unauthorized" element={<Unauthorized />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
      {isInWorkspace && <Pictures key={`pictures ${me.id}`} isConfirmed={!isUnconfirmed} />}
      {isInWorkspace && <SearchPalette />}
      {isInWorkspace && <Uploads key={`uploads ${me.id}`} />}
      {isInWorkspace && !isUnconfirmed && (
        <Suspense>
          <Live key={`live ${me.id}`} />
        </Suspense>
      )}
    </PersonContext>
  )
}

/** Lets a new release take over when the next page is opened, unless a change is still being sent. */
function useNewRelease() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (hasNewRelease() && client.isMutating() === 0) window.location.reload()
  }, [pathname, client])
}

function Guard({ hasNewRole, ...screen }: Screen & { hasNewRole: boolean }) {
  const { who, page, path } = screen
  const { pathname } = useLocation()
  if (!isAt(screen, pathname)) return <NotFound />
  const shown = (
    <Loaded key={path} failed="This page could not be loaded.">
      <Opened page={page} />
    </Loaded>
  )
  if (who === 'everyone') return shown
  if ('elseTo' in who) return <Guests elseTo={who.elseTo}>{shown}</Guests>
  return (
    <Only {...who} hasNewRole={hasNewRole}>
      {shown}
    </Only>
  )
}

function Opened({ page }: { page: Page }) {
  // Fixed while it is mounted, because another component would start with empty state.
  const [Component] = useState(page.component)
  return <Component />
}
