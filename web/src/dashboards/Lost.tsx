import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useConnectionState } from '../live/subscriptions.ts'
import styles from './Lost.module.css'

/** Milliseconds without a connection before anything is said: short ones heal by themselves. */
const patience = 2000

/** Says that what others change does not come at the moment, for as long as that is so. */
export function Lost() {
  const isLost = useConnectionState() === 'lost'
  const [isSaid, say] = useState(false)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => say(true), patience)
    return () => {
      clearTimeout(timer)
      say(false)
    }
  }, [isLost])
  return (
    <div role="status">
      {isSaid && (
        <p className={styles.bar}>
          <IconPlugConnectedX size={16} aria-hidden />
          <span>Reconnecting… What others change shows as soon as the connection is back.</span>
        </p>
      )}
    </div>
  )
}
