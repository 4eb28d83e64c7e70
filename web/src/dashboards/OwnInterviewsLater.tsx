import { lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'

// Most people lead no interviews, so nobody waits for them.
const OwnInterviews = lazy(() =>
  idle()
    .then(() => import('../recruiting/applicant/OwnInterviews.tsx'))
    .then(
      ({ OwnInterviews }) => ({ default: OwnInterviews }),
      () => ({ default: () => null }),
    ),
)

/** The person's next interviews, once the page is there. */
export const OwnInterviewsLater = () => (
  <Suspense>
    <OwnInterviews />
  </Suspense>
)
