import { Button } from '@mantine/core'
import { IconAlertCircle, IconCloudUp, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Unreachable } from '../api/call.ts'
import { useIsOffline } from '../api/offline.ts'
import { useQueuedChanges } from '../api/queue.ts'
import { useConnectionState } from '../live/subscriptions.ts'
import { toast } from '../ui/feedback/toast.tsx'
import styles from './ConnectionLost.module.css'

const loadChanges = () => import('../tasks/dialogs/UnsentChanges.tsx').then(({ UnsentChanges: it }) => ({ default: it }))
const UnsentChanges = lazy(loadChanges)

/** Milliseconds without a connection before the notice shows: most reconnects are faster. */
const noticeDelay = 2000

/** A notice while the connection is lost, and while changes wait to be sent or were refused. */
export function ConnectionLost() {
  const isLost = useLasting(useConnectionState() === 'lost')
  const isOffline = useIsOffline()
  const changes = useQueuedChanges()
  const [isOpen, setOpen] = useState(false)
  const show = () => {
    loadChanges().then(
      () => setOpen(true),
      () => toast.error(new Unreachable().message),
    )
  }
  const refused = changes.filter(({ reason }) => reason !== undefined).length
  const message = messageFor({ isLost, isOffline, waiting: changes.length - refused, refused })
  const Icon = isOffline || isLost ? IconPlugConnectedX : refused ? IconAlertCircle : IconCloudUp
  return (
    <>
      <div role="status">
        {message && (
          <div className={styles.bar}>
            <Icon size={16} aria-hidden />
            <span>{message}</span>
            {changes.length > 0 && (
              <Button size="compact-xs" variant="light" onClick={show}>
                Show
              </Button>
            )}
          </div>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <UnsentChanges close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** True once the state has lasted for some time. */
function useLasting(state: boolean) {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!state) return
    const timer = setTimeout(() => setLasted(true), noticeDelay)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [state])
  return hasLasted
}

type Situation = { isLost: boolean; isOffline: boolean; waiting: number; refused: number }

function messageFor({ isLost, isOffline, waiting, refused }: Situation) {
  const sentences: string[] = []
  if (isOffline) sentences.push('You are offline.')
  else if (isLost) sentences.push('Reconnecting… What others change shows as soon as the connection is back.')
  if (isOffline && waiting + refused === 0) sentences.push('You see what was last loaded on this device.')
  if (waiting) sentences.push(isOffline || isLost ? `${counted(waiting)} will be sent later.` : `Sending ${counted(waiting)}…`)
  if (refused) sentences.push(`${counted(refused)} could not be made.`)
  return sentences.join(' ')
}

const counted = (count: number) => (count === 1 ? '1 change' : `${count} changes`)
