import { api, type Label } from 'contract'
import { useMemo } from 'react'
import { usePending } from '../api/data.ts'

/** The reads that show labels. */
export const affectedReads = [api.labels.list, api.tasks.list, api.tasks.get, api.projects.tasks] as const

/** The labels with the pending changes. */
export function useLabelsWithPending(labels: readonly Label[]) {
  const changes = usePending(api.labels.update)
  const removals = usePending(api.labels.remove)
  return useMemo(
    () =>
      withPending(labels, {
        changes: changes.map(({ params, body: { name, color } }) => ({
          id: Number(params.label_id),
          ...(name !== undefined && { name }),
          ...(color !== undefined && { color }),
        })),
        removed: removals.map(({ params }) => Number(params.label_id)),
      }),
    [labels, changes, removals],
  )
}

type PendingChanges = { changes: readonly (Pick<Label, 'id'> & Partial<Label>)[]; removed: readonly number[] }

/** The labels with the pending changes applied, in the server's present order. */
export const withPending = (labels: readonly Label[], { changes, removed }: PendingChanges): readonly Label[] =>
  labels
    .filter(({ id }) => !removed.includes(id))
    .map((label) => Object.assign({}, label, ...changes.filter(({ id }) => id === label.id)) as Label)
