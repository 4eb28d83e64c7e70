import { lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'

// Mostly nobody waits, so the page does not wait for them.
const PendingHires = lazy(() =>
  idle()
    .then(() => import('../recruiting/applicant/PendingHires.tsx'))
    .then(
      ({ PendingHires }) => ({ default: PendingHires }),
      () => ({ default: () => null }),
    ),
)

/** Applicants who wait for an invitation, once the page is there. */
export const PendingHiresLater = () => (
  <Suspense>
    <PendingHires />
  </Suspense>
)
