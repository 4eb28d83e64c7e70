import { Unreachable } from '../api/call.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** A change of a description or a comment, or the newest change of a comment. */
export type VersionsStart = { change_id: number } | { comment_id: number }
export type VersionsOptions = {
  /** Makes a former text the current one. Absent for a person who may not change it. */
  restore?: ((text: string) => Promise<unknown>) | undefined
}

/** Opens a dialog with the versions of a text. */
export function openVersions(start: VersionsStart, options: VersionsOptions = {}) {
  import('./VersionsDialog.tsx').then(
    ({ showVersions }) => showVersions(start, options),
    () => toast.error(new Unreachable().message),
  )
}
