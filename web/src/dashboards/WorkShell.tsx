import { api, may } from 'contract'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Bell } from '../notifications/Bell.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { SessionShell } from '../session/SessionShell.tsx'
import { useMe } from '../session/session.ts'
import { refuseTimers } from '../time/running.ts'
import { useShortcuts } from '../ui/hooks/shortcuts.ts'
import { idle } from '../ui/idle.ts'
import { ConnectionLost } from './ConnectionLost.tsx'
import { copyingShortcuts } from './copyKey.ts'

// Nobody waits for it: it is read once the page is there.
const ProjectMap = lazy(() =>
  idle()
    .then(() => import('./ProjectMap.tsx'))
    .then(
      ({ ProjectMap }) => ({ default: ProjectMap }),
      () => ({ default: () => null }),
    ),
)
const TimerPill = lazy(() =>
  idle()
    .then(() => import('../time/TimerPill.tsx'))
    .then(
      ({ TimerPill }) => ({ default: TimerPill }),
      () => {
        refuseTimers()
        return { default: () => null }
      },
    ),
)
const none = [] as const
const map = (onGo?: () => void) => (
  <Suspense>
    <ProjectMap onGo={onGo} />
  </Suspense>
)

/** The frame of a workspace's pages. Live features are absent on the main domain and while the workspace is paused. */
export function WorkShell(props: Omit<ComponentProps<typeof SessionShell>, 'tools' | 'search' | 'map'>) {
  const { role, tenant } = useMe()
  const isLive = tenant?.is_open === true
  useShortcuts(isLive && may(role, api.tasks.get) ? copyingShortcuts : none)
  return (
    <>
      <SessionShell
        {...props}
        {...(isLive && {
          tools: <Tools hasTimer={may(role, api.time.timer)} />,
          search: { box: <SearchBox />, small: <SearchBox isSmall /> },
        })}
        {...(isLive && may(role, api.health.projects) && { map })}
      />
      {isLive && <ConnectionLost />}
    </>
  )
}

const Tools = ({ hasTimer }: { hasTimer: boolean }) => (
  <>
    {hasTimer && (
      <Suspense>
        <TimerPill />
      </Suspense>
    )}
    <Bell />
  </>
)
