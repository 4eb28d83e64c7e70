import { lazy, Suspense, useEffect } from 'react'
import { endUploads, useUploads } from './uploads.ts'

const UploadPanel = lazy(() =>
  import('./UploadPanel.tsx').then(
    ({ UploadPanel }) => ({ default: UploadPanel }),
    () => ({ default: () => null }),
  ),
)

/** Shows the uploads of a person, over all of their pages. Ends them when it is unmounted. */
export function Uploads() {
  const outgoing = useUploads()
  useEffect(() => endUploads, [])
  return (
    outgoing && (
      <Suspense>
        <UploadPanel outgoing={outgoing} />
      </Suspense>
    )
  )
}
