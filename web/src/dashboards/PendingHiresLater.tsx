import { lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'
import { Room } from './Room.tsx'
import { useRoom } from './useRoom.ts'

// Mostly nobody waits, so the page does not wait for them.
const PendingHires = lazy(() =>
  idle()
    .then(() => import('../recruiting/applicant/PendingHires.tsx'))
    .then(
      ({ PendingHires }) => ({ default: PendingHires }),
      () => ({ default: () => null }),
    ),
)

/** Applicants who wait for an invitation. They have the room that they took the last time, until they are there. */
export function PendingHiresLater() {
  const [height, remember] = useRoom('atrium-to-invite')
  return (
    <Room height={height}>
      <Suspense>
        <PendingHires onHeight={remember} />
      </Suspense>
    </Room>
  )
}
