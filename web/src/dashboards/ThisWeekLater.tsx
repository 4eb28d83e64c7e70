import { lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'
import { Room } from './Room.tsx'
import { useRoom } from './useRoom.ts'

// The projects come first: nobody waits for it.
const ThisWeek = lazy(() =>
  idle()
    .then(() => import('../workload/ThisWeek.tsx'))
    .then(
      ({ ThisWeek }) => ({ default: ThisWeek }),
      () => ({ default: () => null }),
    ),
)

/** The height in pixels of the heading and one line, which everybody has who manages people. */
const oneLine = 80

/** The people who have much to do this week, or are away. They have the room that they took the last time, until they are there. */
export function ThisWeekLater() {
  const [height, remember] = useRoom('atrium-this-week', oneLine)
  return (
    <Room height={height}>
      <Suspense>
        <ThisWeek onHeight={remember} />
      </Suspense>
    </Room>
  )
}
