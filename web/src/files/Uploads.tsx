import { lazy, Suspense, useEffect } from 'react'
import { useMe } from '../session/session.ts'
import { openDrafts } from './drafts.ts'
import { endUploads, useUploads } from './uploads.ts'

const UploadPanel = lazy(() =>
  import('./UploadPanel.tsx').then(
    ({ UploadPanel }) => ({ default: UploadPanel }),
    () => ({ default: () => null }),
  ),
)

/** Shows the uploads of a person, over all of their pages. Ends them when it is unmounted. */
export function Uploads() {
  const { id: me_id } = useMe()
  const outgoing = useUploads()
  useEffect(() => {
    openDrafts(me_id)
    return endUploads
  }, [me_id])
  return (
    outgoing && (
      <Suspense>
        <UploadPanel outgoing={outgoing} />
      </Suspense>
    )
  )
}
