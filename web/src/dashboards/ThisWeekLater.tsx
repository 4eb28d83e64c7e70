import { lazy, Suspense, useCallback, useState } from 'react'
import { storage } from '../api/storage.ts'
import { useMe } from '../session/session.ts'
import { idle } from '../ui/idle.ts'
import styles from './ThisWeekLater.module.css'

// The projects come first: nobody waits for it.
const ThisWeek = lazy(() =>
  idle()
    .then(() => import('../workload/ThisWeek.tsx'))
    .then(
      ({ ThisWeek }) => ({ default: ThisWeek }),
      () => ({ default: () => null }),
    ),
)

/** The people who have much to do this week, or are away. They have the room that they took the last time, until they are there. */
export function ThisWeekLater() {
  const key = `atrium-this-week ${useMe().id}`
  const [height, setHeight] = useState(() => Number(storage.read(key)) || 0)
  const remember = useCallback(
    (measured: number) => {
      if (measured > 0) storage.write(key, String(measured))
      else storage.remove(key)
      setHeight(0)
    },
    [key],
  )
  return (
    <div className={styles.week} data-has-room={height > 0 || undefined} {...(height > 0 && { style: { minHeight: height } })}>
      <Suspense>
        <ThisWeek onHeight={remember} />
      </Suspense>
    </div>
  )
}
