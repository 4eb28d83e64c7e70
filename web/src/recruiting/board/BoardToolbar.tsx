import { Button, Group, Select } from '@mantine/core'
import type { Opening } from 'contract'
import toolbar from '../../ui/list/ListToolbar.module.css'
import { SearchField } from '../../ui/list/SearchField.tsx'
import type { ApplicantsView } from './Applicants.tsx'
import { mostListed } from './cards.ts'

type Props = { view: ApplicantsView; openings: readonly Opening[]; matches: number; total: number }

/** The search and the opening above the board, and how many applicants there are. */
export function BoardToolbar({ view: { search, opening, put, clear }, openings, matches, total }: Props) {
  const isFiltered = search.trim() !== '' || opening !== ''
  const all = total === 1 ? '1 applicant' : `${total} applicants`
  return (
    <>
      <Group gap="var(--space-2) var(--space-3)">
        <SearchField
          className={toolbar.search}
          label="Search applicants..."
          value={search}
          onSearch={(text) => put({ search: text })}
        />
        <Select
          className={toolbar.choice}
          aria-label="Filter by opening"
          placeholder="All openings"
          data={openings.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={opening || null}
          searchable
          clearable
          limit={50}
          nothingFoundMessage="No opening has this title."
          clearButtonProps={{ 'aria-label': 'Show all openings' }}
          onChange={(id) => put({ opening: id ?? '' })}
        />
      </Group>
      <div className={toolbar.state}>
        <span role="status">
          {search.trim() ? `${matches} of ${all}` : all}
          {total > matches && ` · ${total - matches} hidden by filters`}
          {total >= mostListed && ' · the newest only: choose an opening to see others'}
        </span>
        {isFiltered && (
          <Button variant="subtle" size="compact-xs" onClick={clear}>
            Clear Filters
          </Button>
        )}
      </div>
    </>
  )
}
