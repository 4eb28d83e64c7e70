import { SearchResults } from '../search/SearchResults.tsx'
import { useMe } from '../session/session.ts'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

export const SearchPage = () => (
  <WorkShell {...sidebarOf(useMe().role)} title="Search">
    <SearchResults />
  </WorkShell>
)
