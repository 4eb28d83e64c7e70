import { useAddress } from '../ui/hooks/address.ts'

export type Group = 'active' | 'inactive'

const pageOf = (text: string | null) => Math.max(1, Number.parseInt(text ?? '1', 10) || 1)

/** Which of the projects are shown: kept in the address, under names that leave room for other lists of the page. */
export function useProjectsView() {
  const [params, put] = useAddress()
  return {
    search: params.get('projects') ?? '',
    pages: { active: pageOf(params.get('active_page')), inactive: pageOf(params.get('inactive_page')) },
    searchFor: (text: string) => put({ projects: text, active_page: '', inactive_page: '' }),
    goTo: (group: Group, page: number) => put({ [`${group}_page`]: page === 1 ? '' : String(page) }),
  }
}
