import { api, may } from 'contract'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useData, usePreload } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { DataTable } from '../ui/list/DataTable.tsx'
import { rowsOf } from '../ui/list/Pages.tsx'
import { columnsFor } from './columns.tsx'
import styles from './Directory.module.css'
import { DirectoryToolbar } from './DirectoryToolbar.tsx'
import { PersonCard } from './PersonCard.tsx'
import { managersIn, matching, sorted, useEntries, useLocations } from './read.ts'
import { useDirectoryView, useLayout } from './useDirectoryView.ts'

/** Everybody in the workspace, for everybody in it. */
export function Directory() {
  usePreload(api.directory.list, {})
  usePreload(api.locations.list, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={8} height={56} />} failed="The directory could not be loaded.">
      <People />
    </Loaded>
  )
}

const rowsOnPage = { wide: 48, narrow: 24 }

function People() {
  const { isFormer, isWaiting, people } = useChosenPeople()
  const entries = useEntries(people)
  const locations = useLocations()
  const managers = useMemo(() => managersIn(entries), [entries])
  const view = useDirectoryView({ locations, managers })
  const { layout, setLayout, isNarrow } = useLayout()
  const top = useRef<HTMLDivElement>(null)
  const { search, chosen, sort } = view
  const { role, department, location, manager, away } = chosen
  const { key, isDescending } = sort
  const found = useMemo(
    () => sorted(matching(entries, { search, role, department, location, manager, away }), { key, isDescending }),
    [entries, search, role, department, location, manager, away, key, isDescending],
  )
  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows } = rowsOf(found, { page: view.page, perPage })
  return (
    <>
      <DirectoryToolbar
        {...{ view, entries, locations, managers, isFormer, isWaiting, layout, setLayout, isNarrow }}
        matches={found.length}
      />
      <div ref={top} className={styles.list} aria-busy={isWaiting}>
        <DataTable
          name={{ 'aria-label': isFormer ? 'Former employees' : 'People' }}
          columns={columnsFor({ isNarrow, hasPlaces: locations.length > 0 })}
          rows={rows}
          keyOf={({ id }) => id}
          isNarrow={layout === 'cards'}
          card={(person) => <PersonCard person={person} />}
          sort={sort}
          sortBy={view.sortBy}
          empty={entries.length > 0 ? <NothingMatches clear={view.clear} /> : <Empty>Nobody has left this workspace yet.</Empty>}
          pages={{ page, perPage, total: found.length, goTo: view.goTo, top }}
          tableClass={styles.table}
          cardsClass={styles.cards}
        />
      </div>
    </>
  )
}

/** The present people or, for HR, the former ones. The earlier list stays until the other one has arrived. */
function useChosenPeople() {
  const { role } = useMe()
  const [params] = useAddress()
  const isWanted = params.get('former') === 'true' && may(role, api.directory.former)
  const isFormer = useDeferredValue(isWanted)
  const people = useData(isFormer ? api.directory.former : api.directory.list, {})
  return { people, isFormer, isWaiting: isFormer !== isWanted }
}
