import { lazy, Suspense, useState } from 'react'
import { Unreachable } from '../api/call.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { isViewable, type ShownFile } from './addresses.ts'

const load = () => import('./viewer/FileViewer.tsx')
const FileViewer = lazy(load)

/** A viewer of those of the files that can be shown, which is rendered beside them. */
export function useViewer(files: readonly ShownFile[]) {
  const [opened, setOpened] = useState<number>()
  const open = (id: number) =>
    load().then(
      () => setOpened(id),
      () => toast.error(new Unreachable().message),
    )
  const viewer = opened !== undefined && (
    <Suspense>
      <FileViewer files={files.filter(isViewable)} id={opened} onSelect={setOpened} onClose={() => setOpened(undefined)} />
    </Suspense>
  )
  return { open, viewer }
}
