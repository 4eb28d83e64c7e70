import { Group, SegmentedControl, Switch, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconTable } from '@tabler/icons-react'
import { api, departments, type Location, may, roleNames, workspaceRoles } from 'contract'
import { useMe } from '../session/session.ts'
import { useAddress } from '../ui/hooks/address.ts'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import type { DirectoryEntry } from './read.ts'
import type { DirectoryLayout, DirectoryView } from './useDirectoryView.ts'

type Props = {
  view: DirectoryView
  entries: readonly DirectoryEntry[]
  locations: readonly Location[]
  managers: readonly { id: number; full_name: string }[]
  matches: number
  isFormer: boolean
  isWaiting: boolean
  layout: DirectoryLayout
  /** Its cards are by name, and a search is nearer than another order. */
  isNarrow: boolean
  setLayout: (layout: string) => void
}

const orders = [
  { value: 'name', label: 'Name A–Z' },
  { value: '-name', label: 'Name Z–A' },
  { value: 'department', label: 'Department A–Z' },
  { value: 'manager', label: 'Manager A–Z' },
  { value: 'location', label: 'Location A–Z' },
]

export function DirectoryToolbar({ view, entries, matches, isFormer, isWaiting, layout, setLayout, isNarrow, ...rows }: Props) {
  const { role } = useMe()
  const [params, put] = useAddress()
  return (
    <ListToolbar
      view={view}
      one={isFormer ? 'former employee' : 'person'}
      many={isFormer ? 'former employees' : 'people'}
      matches={matches}
      total={entries.length}
      isWaiting={isWaiting}
      choices={choicesFor(view, { entries, ...rows })}
      orders={layout === 'cards' && !isNarrow && orders}
      action={
        <Group gap="md">
          {may(role, api.directory.changeJob) && (
            <Switch
              label="Former employees"
              checked={params.get('former') === 'true'}
              onChange={({ currentTarget }) => put({ former: currentTarget.checked ? 'true' : '', page: '' })}
            />
          )}
          <SegmentedControl size="xs" aria-label="Layout" data={layouts} value={layout} onChange={setLayout} />
        </Group>
      }
    />
  )
}

const layouts = [
  {
    value: 'table',
    label: (
      <span title="Table">
        <IconTable size={16} aria-hidden />
        <VisuallyHidden>Table</VisuallyHidden>
      </span>
    ),
  },
  {
    value: 'cards',
    label: (
      <span title="Cards">
        <IconLayoutGrid size={16} aria-hidden />
        <VisuallyHidden>Cards</VisuallyHidden>
      </span>
    ),
  },
]

type Choosable = Pick<Props, 'entries' | 'locations' | 'managers'>

/** The filters that can make a difference, and those that are chosen. */
function choicesFor({ chosen }: DirectoryView, { entries, locations, managers }: Choosable) {
  const used = new Set<string>(entries.map(({ department }) => department))
  const choices = [
    {
      name: 'department',
      label: 'Filter by department',
      all: 'All departments',
      options: departments
        .filter((name) => used.has(name) || name === chosen.department)
        .map((name) => ({ value: name, label: name })),
    },
    {
      name: 'role',
      label: 'Filter by role',
      all: 'All roles',
      options: workspaceRoles.map((role) => ({ value: role, label: roleNames[role] })),
    },
    {
      name: 'location',
      label: 'Filter by location',
      all: 'All locations',
      options: locations.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'manager',
      label: 'Filter by manager',
      all: 'All managers',
      options: managers.map(({ id, full_name }) => ({ value: String(id), label: full_name })),
    },
    {
      name: 'away',
      label: 'Filter by absence',
      all: 'Here or away',
      options: chosen.away || entries.some(({ away_until }) => away_until) ? [{ value: 'true', label: 'Away today' }] : [],
    },
  ]
  return choices
    .filter(({ options }) => options.length > 0)
    .map(({ all, options, ...choice }) => ({ ...choice, options: [{ value: '', label: all }, ...options] }))
}
