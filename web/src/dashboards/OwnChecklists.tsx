import { type CSSProperties, lazy, Suspense, useCallback, useState } from 'react'
import { storage } from '../api/storage.ts'
import { useMe } from '../session/session.ts'
import { idle } from '../ui/idle.ts'
import styles from './OwnChecklists.module.css'

// Most people have no items, so nobody waits for them.
const OwnItems = lazy(() =>
  idle()
    .then(() => import('../directory/checklists/OwnItems.tsx'))
    .then(
      ({ OwnItems }) => ({ default: OwnItems }),
      () => ({ default: () => null }),
    ),
)

/** More are not shown at first, but behind a button that is lower than a row. */
const mostRows = 5
const roomFor = (count: number) => (count > mostRows ? mostRows + 0.65 : count)

/** The person's own open items of checklists. They have the room that they took the last time, until they are there. */
export function OwnChecklists() {
  const key = `atrium-own-items ${useMe().id}`
  const [rows, setRows] = useState(() => roomFor(Number(storage.read(key)) || 0))
  const remember = useCallback(
    (count: number) => {
      if (count > 0) storage.write(key, String(count))
      else storage.remove(key)
      setRows(0)
    },
    [key],
  )
  return (
    <div className={styles.items} {...(rows > 0 && { 'data-has-room': true, style: { '--rows': rows } as CSSProperties })}>
      <Suspense>
        <OwnItems onCount={remember} />
      </Suspense>
    </div>
  )
}
