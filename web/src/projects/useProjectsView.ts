import { useAddress } from '../ui/hooks/address.ts'

export type Group = 'active' | 'inactive'

const pageOf = (text: string | null) => Math.max(1, Number.parseInt(text ?? '1', 10) || 1)

/** The search and pages of the project list, kept in the address. The page's other lists use other parameter names. */
export function useProjectsView() {
  const [params, put] = useAddress()
  return {
    search: params.get('projects') ?? '',
    pages: { active: pageOf(params.get('active_page')), inactive: pageOf(params.get('inactive_page')) },
    searchFor: (text: string) => put({ projects: text, active_page: '', inactive_page: '' }),
    goTo: (group: Group, page: number) => put({ [`${group}_page`]: page === 1 ? '' : String(page) }),
  }
}
