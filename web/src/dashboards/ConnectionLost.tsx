import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useConnectionState } from '../live/subscriptions.ts'
import styles from './ConnectionLost.module.css'

/** Milliseconds without a connection before the notice shows: most reconnects are faster. */
const noticeDelay = 2000

/** A notice, while the connection is lost, that other people's changes don't arrive. */
export function ConnectionLost() {
  const isLost = useConnectionState() === 'lost'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => setShown(true), noticeDelay)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLost])
  return (
    <div role="status">
      {isShown && (
        <p className={styles.bar}>
          <IconPlugConnectedX size={16} aria-hidden />
          <span>Reconnecting… What others change shows as soon as the connection is back.</span>
        </p>
      )}
    </div>
  )
}
