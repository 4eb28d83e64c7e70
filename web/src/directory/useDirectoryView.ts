import { departments, type Location, workspaceRoles } from 'contract'
import { useStored } from '../session/stored.ts'
import { oneOf } from '../ui/hooks/address.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { useListView } from '../ui/list/useListView.ts'
import { sortKeys } from './read.ts'

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => String(id))

type Filterable = { locations: readonly Location[]; managers: readonly { id: number }[] }

/** The search, filters, order and page of the directory, kept in the address. */
export const useDirectoryView = ({ locations, managers }: Filterable) =>
  useListView({
    sortKeys,
    choices: {
      ...{ department: departments, role: workspaceRoles, location: idsOf(locations), manager: idsOf(managers) },
      away: ['true'],
    },
  })
export type DirectoryView = ReturnType<typeof useDirectoryView>

const layouts = ['cards', 'table'] as const
export type DirectoryLayout = (typeof layouts)[number]

/** Cards or a table, as this browser remembers it. Until somebody chooses, a narrow window has cards. */
export function useLayout() {
  const isNarrow = useIsNarrow(62)
  const [stored, setLayout] = useStored(`atrium-directory${isNarrow ? ' narrow' : ''}`)
  const layout: DirectoryLayout = oneOf(layouts, stored) ?? (isNarrow ? 'cards' : 'table')
  return { layout, setLayout, isNarrow }
}
