import { Button } from '@mantine/core'
import { api, type OpeningStatus, openingStatuses } from 'contract'
import { useMemo, useRef } from 'react'
import { usePreload } from '../../api/data.ts'
import { useLocations } from '../../locations/changes.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { DataTable, Facts } from '../../ui/list/DataTable.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { rowsOf } from '../../ui/list/Pages.tsx'
import { useListView } from '../../ui/list/useListView.ts'
import { useOpenings } from './changes.ts'
import { cardColumns, columns, OpeningLink, State } from './columns.tsx'
import { NewOpening } from './NewOpening.tsx'
import styles from './Openings.module.css'
import { matching, sorted, sortKeys } from './read.ts'
import { publicAddress, statusNames } from './states.ts'

/** The list of openings. */
export function Openings() {
  usePreload(api.openings.list, {})
  usePreload(api.locations.list, {})
  return (
    <section aria-label="Openings">
      <Loaded skeleton={<SkeletonRows rows={8} height={56} />} failed="The openings could not be loaded.">
        <List />
      </Loaded>
    </section>
  )
}

const rowsOnPage = { wide: 48, narrow: 24 }

function List() {
  const { rows, matches, view } = useRows()
  const isNarrow = useIsNarrow(62)
  const top = useRef<HTMLDivElement>(null)
  const { dialog, open, close } = useDialog<true>()
  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows: shown } = rowsOf(matches, { page: view.page, perPage })
  const add = <Button onClick={() => open(true)}>+ New Opening</Button>
  return (
    <>
      {rows.length > 0 && (
        <ListToolbar
          view={view}
          one="opening"
          many="openings"
          matches={matches.length}
          total={rows.length}
          choices={choices}
          orders={isNarrow && orders}
          action={add}
        />
      )}
      <div ref={top} className={styles.list}>
        <DataTable
          name={{ 'aria-label': 'Openings' }}
          columns={columns}
          rows={shown}
          keyOf={({ id }) => id}
          isNarrow={isNarrow}
          card={(row) => (
            <>
              <OpeningLink opening={row} />
              <div>
                <State opening={row} />
              </div>
              <Facts columns={cardColumns} row={row} />
            </>
          )}
          sort={view.sort}
          sortBy={view.sortBy}
          empty={rows.length > 0 ? <NothingMatches clear={view.clear} /> : <NoOpenings action={add} />}
          pages={{ page, perPage, total: matches.length, goTo: view.goTo, top }}
          tableClass={styles.table}
          cardsClass={styles.cards}
        />
      </div>
      {dialog && <NewOpening close={close} />}
    </>
  )
}

/** The openings with the names of their locations, and those that match the address. */
function useRows() {
  const openings = useOpenings()
  const locations = useLocations()
  const today = useToday()
  const rows = useMemo(() => {
    const nameOf = new Map(locations.map(({ id, name }) => [id, name]))
    return openings.map((opening) => ({ ...opening, place: nameOf.get(opening.location ?? 0) ?? '' }))
  }, [openings, locations])
  const view = useListView({ sortKeys, choices: { state: openingStatuses } })
  const { search, sort, chosen } = view
  const state: OpeningStatus | '' = chosen.state
  const { key, isDescending } = sort
  const matches = useMemo(
    () => sorted(matching(rows, { search, state, today }), { key, isDescending }, today),
    [rows, search, state, today, key, isDescending],
  )
  return { rows, matches, view }
}

const choices = [
  {
    name: 'state',
    label: 'Filter by state',
    options: [
      { value: '', label: 'All states' },
      ...openingStatuses.map((status) => ({ value: status, label: statusNames[status] })),
    ],
  },
]

const orders = [
  { value: 'state', label: 'Published first' },
  { value: 'title', label: 'Title A–Z' },
  { value: '-applicants', label: 'Most applicants first' },
  { value: '-created', label: 'Newest first' },
]

const NoOpenings = ({ action }: { action: React.ReactNode }) => (
  <div className="card">
    <Empty action={action}>
      An opening is a job that you want to fill. As soon as one is published, anyone can read it and apply at{' '}
      <span className={styles.address}>{publicAddress()}</span>.
    </Empty>
  </div>
)
