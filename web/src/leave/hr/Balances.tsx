import { Button } from '@mantine/core'
import { api, type LeaveType } from 'contract'
import { useDeferredValue, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { useData, usePreload } from '../../api/data.ts'
import { PersonLink, PersonName } from '../../directory/PersonName.tsx'
import { usePeople } from '../../directory/read.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { DataTable, Facts, type TableColumn } from '../../ui/list/DataTable.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { rowsOf } from '../../ui/list/Pages.tsx'
import { useListView } from '../../ui/list/useListView.ts'
import { Balance } from './Balance.tsx'
import styles from './Balances.module.css'
import { type BalanceRow, columnKey, found, rowsWith, typesIn } from './balances.ts'
import { YearSwitch, yearInAddress } from './YearSwitch.tsx'

/** The balances of everybody, for HR. */
export function Balances() {
  usePreload(api.directory.list, {})
  usePreload(api.leaveTypes.list, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={10} height={56} />} failed="The balances could not be loaded.">
      <People />
    </Loaded>
  )
}

const rowsOnPage = { wide: 48, narrow: 24 }

function People() {
  const { year, isWaiting, yearSwitch } = useYear()
  const people = usePeople()
  const allTypes = useData(api.leaveTypes.list, {})
  const answer = useData(api.leave.balances, { query: { year: String(year) } })
  const rows = useMemo(() => rowsWith(people, answer.people), [people, answer])
  const types = useMemo(() => typesIn(allTypes, rows), [allTypes, rows])
  const view = useListView({ sortKeys: ['name', ...types.map(columnKey)], choices: {} })
  const isNarrow = useIsNarrow(62)
  const top = useRef<HTMLDivElement>(null)
  const { search } = view
  const { key, isDescending } = view.sort
  const matches = useMemo(() => found(rows, search, { key, isDescending }), [rows, search, key, isDescending])
  if (types.length === 0) return <NoTypes />
  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows: shown } = rowsOf(matches, { page: view.page, perPage })
  const ofTypes = types.map(columnFor)
  return (
    <>
      {isNarrow && <div className={styles.year}>{yearSwitch}</div>}
      <ListToolbar
        view={view}
        one="person"
        many="people"
        matches={matches.length}
        total={rows.length}
        choices={[]}
        orders={isNarrow && ordersFor(types)}
        action={!isNarrow && yearSwitch}
      />
      <div ref={top} className={styles.list} aria-busy={isWaiting}>
        <DataTable
          name={{ 'aria-label': `Balances of ${year}` }}
          columns={[{ label: 'Name', sortKey: 'name', cell: (row) => <PersonName person={row} />, width: '26%' }, ...ofTypes]}
          rows={shown}
          keyOf={({ id }) => id}
          isNarrow={isNarrow}
          card={(row) => (
            <>
              <PersonLink person={row} />
              <Facts columns={types.filter((type) => isWorthRoom(row, type)).map(columnFor)} row={row} />
            </>
          )}
          sort={view.sort}
          sortBy={view.sortBy}
          empty={<NothingMatches clear={view.clear} />}
          pages={{ page, perPage, total: matches.length, goTo: view.goTo, top }}
          tableClass={styles.table}
          cardsClass={styles.cards}
        />
      </div>
    </>
  )
}

/** The year in the address. The one before it stays until the other has arrived. */
function useYear() {
  const thisYear = Number(useToday().slice(0, 4))
  const [params, put] = useAddress()
  const wanted = yearInAddress(params.get('year'), thisYear)
  const year = useDeferredValue(wanted)
  const goTo = (next: number) => put({ year: next === thisYear ? '' : String(next) })
  return { year, isWaiting: year !== wanted, yearSwitch: <YearSwitch year={wanted} thisYear={thisYear} goTo={goTo} /> }
}

const NoTypes = () => (
  <Empty
    action={
      <Button component={Link} to="/leave/types">
        Go to the types of leave
      </Button>
    }
  >
    There is nothing to count yet: balances follow from the types of leave and their rules.
  </Empty>
)

const columnFor = (type: LeaveType): TableColumn<BalanceRow, string> => ({
  label: type.name,
  sortKey: columnKey(type),
  cell: ({ balances }) => {
    const balance = balances.get(type.id)
    return balance && <Balance balance={balance} />
  },
})

/** In a card, types of which nothing was taken would only repeat that. */
function isWorthRoom({ balances }: BalanceRow, { id }: LeaveType) {
  const balance = balances.get(id)
  return balance !== undefined && (balance.left !== null || balance.taken + balance.pending > 0)
}

const ordersFor = (types: readonly LeaveType[]) => [
  { value: 'name', label: 'Name A–Z' },
  ...types.flatMap((type) => [
    { value: columnKey(type), label: `${type.name}, least first` },
    { value: `-${columnKey(type)}`, label: `${type.name}, most first` },
  ]),
]
