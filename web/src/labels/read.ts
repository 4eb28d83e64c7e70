import { api, type Label } from 'contract'
import { useMemo } from 'react'
import { usePending } from '../api/data.ts'
import { withPending } from '../api/pending.ts'

/** The reads that show labels. */
export const affectedReads = [api.labels.list, api.tasks.list, api.tasks.get, api.projects.tasks] as const

/** The labels with the pending changes, in the server's present order. */
export function useLabelsWithPending(labels: readonly Label[]) {
  const changes = usePending(api.labels.update)
  const removals = usePending(api.labels.remove)
  return useMemo(
    () =>
      withPending(labels, {
        // The bodies were built from labels; the contract's input type is wider.
        changes: changes.map(({ params, body }) => ({ id: Number(params.label_id), change: body as Partial<Label> })),
        removed: removals.map(({ params }) => Number(params.label_id)),
      }),
    [labels, changes, removals],
  )
}
