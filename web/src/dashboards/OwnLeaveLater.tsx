import { lazy, Suspense } from 'react'
import { idle } from '../ui/idle.ts'

// Nobody waits for it: the work is above.
const OwnLeave = lazy(() =>
  idle()
    .then(() => import('../leave/own/OwnLeave.tsx'))
    .then(
      ({ OwnLeave }) => ({ default: OwnLeave }),
      () => ({ default: () => null }),
    ),
)

/** The person's own leave, once the page is there. */
export const OwnLeaveLater = () => (
  <Suspense>
    <OwnLeave />
  </Suspense>
)
