import { lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'
import { Room } from './Room.tsx'
import { useRoom } from './useRoom.ts'

// Most people lead no interviews, so nobody waits for them.
const OwnInterviews = lazy(() =>
  idle()
    .then(() => import('../recruiting/applicant/OwnInterviews.tsx'))
    .then(
      ({ OwnInterviews }) => ({ default: OwnInterviews }),
      () => ({ default: () => null }),
    ),
)

/** The person's next interviews. They have the room that they took the last time, until they are there. */
export function OwnInterviewsLater() {
  const [height, remember] = useRoom('atrium-own-interviews')
  return (
    <Room height={height}>
      <Suspense>
        <OwnInterviews onHeight={remember} />
      </Suspense>
    </Room>
  )
}
