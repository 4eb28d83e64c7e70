import { useQuery } from '@tanstack/react-query'
import { api, type SavedView, viewRules } from 'contract'
import { readOf, useChange } from '../../api/data.ts'
import { textProblems } from '../../ui/form/formValue.ts'

type SavedViewValues = { name: string; is_shared: boolean }

/** The form that saves this query string under a name. */
export const savedViewForm = (query: string) => ({
  blank: { name: '', is_shared: false } as SavedViewValues,
  toBody: ({ name, is_shared }: SavedViewValues) => ({ name, is_shared, query }),
  problems: ({ name }: SavedViewValues) => textProblems(viewRules, { name }),
})

const argsOf = (project_id: number) => ({ params: { project_id: String(project_id) }, query: {} })
const none: readonly SavedView[] = []

/** The saved views of a project, by name. They are read once somebody asks for them. */
export function useSavedViews(project_id: number, enabled: boolean) {
  const { data, isError } = useQuery({ ...readOf(api.views.list, argsOf(project_id)), enabled })
  return { views: data?.results ?? none, isLoaded: data !== undefined, isError }
}

const touches = [api.views.list]

export function useViewChanges() {
  const { mutateAsync: create } = useChange(api.views.create, { touches })
  const { mutateAsync: update } = useChange(api.views.update, { touches })
  const { mutateAsync: remove } = useChange(api.views.remove, { touches })
  return {
    create: (project_id: number, body: { name: string; query: string; is_shared: boolean }) =>
      create({ params: { project_id: String(project_id) }, body }),
    update: (id: number, body: { name?: string; query?: string }) => update({ params: { view_id: String(id) }, body }),
    remove: (id: number) => remove({ params: { view_id: String(id) } }),
  }
}

/** The parameters of the address that say where somebody is, and not what is shown. */
const passing = ['team', 'on']

/** The part of the address that a view saves: its parameters in one order, so that equal views have equal texts. */
export function queryOf(params: URLSearchParams) {
  const kept = new URLSearchParams([...params].filter(([name]) => !passing.includes(name)))
  kept.sort()
  return kept.toString()
}
