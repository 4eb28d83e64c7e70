import { api, type Label } from 'contract'
import { useMemo } from 'react'
import { usePending } from '../api/data.ts'

/** Where a label shows. */
export const touched = [api.labels.list, api.tasks.list, api.tasks.get, api.projects.tasks] as const

/** The labels, ahead of the server by what is under way. */
export function useLabelsUnderWay(labels: readonly Label[]) {
  const changes = usePending(api.labels.update)
  const removals = usePending(api.labels.remove)
  return useMemo(
    () =>
      drawn(labels, {
        changes: changes.map(({ params, body: { name, color } }) => ({
          id: Number(params.label_id),
          ...(name !== undefined && { name }),
          ...(color !== undefined && { color }),
        })),
        gone: removals.map(({ params }) => Number(params.label_id)),
      }),
    [labels, changes, removals],
  )
}

type Pending = { changes: readonly (Pick<Label, 'id'> & Partial<Label>)[]; gone: readonly number[] }

/** Each label stays in its place until the server lists it in another. */
export const drawn = (labels: readonly Label[], { changes, gone }: Pending): readonly Label[] =>
  labels
    .filter(({ id }) => !gone.includes(id))
    .map((label) => Object.assign({}, label, ...changes.filter(({ id }) => id === label.id)) as Label)

export type LabelEntries = { name: string; color: string }

/** What is wrong with a label before it is sent, by field. */
export const labelProblems = ({ name, color }: LabelEntries) => ({
  name: name.trim() ? undefined : 'Label name is required.',
  color: /^#[0-9a-f]{6}$/i.test(color.trim()) ? undefined : 'Use the colour format #RRGGBB.',
})
