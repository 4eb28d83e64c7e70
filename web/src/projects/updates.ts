import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type HealthState, updateRules } from 'contract'
import { call } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { textProblems } from '../ui/form/formValue.ts'

export type UpdateValues = { state: HealthState; text: string }

/** The form that posts a status update. It starts with the computed state. */
export const updateForm = (state: HealthState) => ({
  blank: { state, text: '' } as UpdateValues,
  toBody: ({ state, text }: UpdateValues) => ({ state, text: text.trim() }),
  problems: ({ text }: UpdateValues) => textProblems(updateRules, { text }),
})

const perPage = 5

/** The read of a project's status updates, the newest first, a few at a time. */
export function updatesOf(project_id: string) {
  const params = { project_id }
  return infiniteQueryOptions({
    queryKey: [api.updates.list.route, { params }],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      call(api.updates.list, { params, query: { limit: String(perPage), offset: String(offset) } }, signal),
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length * perPage),
  })
}

const touches = [api.updates.list]

export function useUpdateChanges() {
  const { mutateAsync: create } = useChange(api.updates.create, { touches })
  const { mutateAsync: remove } = useChange(api.updates.remove, { touches })
  return {
    post: (project_id: number, body: UpdateValues) => create({ params: { project_id: String(project_id) }, body }),
    remove: (id: number) => remove({ params: { update_id: String(id) } }),
  }
}
