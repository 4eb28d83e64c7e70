import { Switch } from '@mantine/core'
import { api } from 'contract'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useData, usePreload } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { Pages, rowsOf } from '../../ui/list/Pages.tsx'
import { SearchField } from '../../ui/list/SearchField.tsx'
import { matcherOf } from '../../ui/list/search.ts'
import { AwayList } from './AwayList.tsx'
import { MonthBar } from './MonthBar.tsx'
import { MonthTable } from './MonthTable.tsx'
import { daysOfMonth, monthIn, monthName, rowsFor } from './month.ts'
import styles from './TeamCalendar.module.css'

/** The days of a month on which people are away. */
export function TeamCalendar() {
  const month = monthIn(useAddress()[0].get('month'), useToday())
  usePreload(api.absences.list, { query: spanOf(month) })
  usePreload(api.directory.list, {})
  usePreload(api.leaveTypes.list, {})
  return (
    <>
      <MonthBar />
      <Loaded skeleton={<SkeletonRows rows={12} />} failed="The calendar could not be loaded.">
        <Month month={month} />
      </Loaded>
    </>
  )
}

function spanOf(month: string) {
  const days = daysOfMonth(month)
  return { from: days[0] ?? '', to: days.at(-1) ?? '' }
}

const rowsOnPage = { wide: 48, narrow: 24 }

function Month({ month: wanted }: { month: string }) {
  const [params, put] = useAddress()
  const isNarrow = useIsNarrow(48)
  const top = useRef<HTMLDivElement>(null)
  // The month before stays until the next one has arrived.
  const month = useDeferredValue(wanted)
  const all = useRows(month)
  const search = params.get('search') ?? ''
  const isAwayOnly = params.get('away') === 'true'
  const found = useMemo(() => {
    const matches = matcherOf(search)
    return all.filter(({ full_name, absences }) => matches(full_name) && (absences.length > 0 || !(isAwayOnly || isNarrow)))
  }, [all, search, isAwayOnly, isNarrow])
  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows } = rowsOf(found, { page: Math.max(1, Number(params.get('page')) || 1), perPage })
  const List = isNarrow ? AwayList : MonthTable
  return (
    <>
      <div className={styles.filters}>
        <SearchField
          className={styles.search}
          label="Search people..."
          value={search}
          onSearch={(text) => put({ search: text, page: '' })}
        />
        {!isNarrow && (
          <Switch
            label="Only people who are away"
            checked={isAwayOnly}
            onChange={({ currentTarget }) => put({ away: currentTarget.checked ? 'true' : '', page: '' })}
          />
        )}
      </div>
      <div ref={top} className={styles.month} aria-busy={month !== wanted}>
        {rows.length > 0 ? (
          <List month={month} rows={rows} />
        ) : search ? (
          <NothingMatches clear={() => put({ search: '', away: '', page: '' })} />
        ) : (
          <Empty>Nobody is away in {monthName(month)}.</Empty>
        )}
        <Pages
          {...{ page, perPage, isNarrow, top }}
          total={found.length}
          goTo={(next) => put({ page: next === 1 ? '' : String(next) })}
        />
      </div>
    </>
  )
}

function useRows(month: string) {
  const { id: me } = useMe()
  const data = useData(api.absences.list, { query: spanOf(month) })
  const directory = useData(api.directory.list, {})
  return useMemo(() => rowsFor(data, directory, me), [data, directory, me])
}
