import { Group } from '@mantine/core'
import { api, type SecurityEventKind, securityEvents } from 'contract'
import { useDeferredValue, useRef } from 'react'
import { useData } from '../api/data.ts'
import { useToday } from '../session/today.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable } from '../ui/list/DataTable.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { ExportLog } from './ExportLog.tsx'
import styles from './SecurityLog.module.css'
import { SecurityCard, securityColumns } from './SecurityRows.tsx'
import { filtersOf, type SecurityView, useSecurityView } from './useSecurityView.ts'

const perPage = 50

/** The security events of the workspace, or of the platform for its owner: the newest first. */
export function SecurityLog() {
  const view = useSecurityView()
  return (
    <Loaded skeleton={<SkeletonRows rows={12} height={44} />} failed="Failed to load the security log.">
      <Events view={view} />
    </Loaded>
  )
}

function Events({ view }: { view: SecurityView }) {
  const isNarrow = useIsNarrow(62)
  const top = useRef<HTMLDivElement>(null)
  const wanted = JSON.stringify({ filters: view.problem ? {} : filtersOf(view), page: view.page })
  // This page stays until the next one has arrived.
  const shownText = useDeferredValue(wanted)
  const { filters, page } = JSON.parse(shownText) as { filters: ReturnType<typeof filtersOf>; page: number }
  const { count, results } = useData(api.securityLog.list, {
    query: { ...filters, limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  const isFiltered = Object.keys(filters).length > 0
  const { count: total } = useData(api.securityLog.list, { query: { limit: isFiltered ? '1' : String(perPage) } })
  const isWaiting = shownText !== wanted
  return (
    <div ref={top} className={styles.list} aria-busy={isWaiting}>
      <Days view={view} />
      <ListToolbar
        view={view}
        one="event"
        many="events"
        matches={count}
        total={total}
        isWaiting={isWaiting}
        choices={[{ name: 'event', label: 'Filter by event', options: eventOptions }]}
        action={<ExportLog filters={filters} />}
      />
      <DataTable
        name={{ 'aria-label': 'Security log' }}
        columns={securityColumns}
        rows={results}
        keyOf={({ id }) => id}
        isNarrow={isNarrow}
        card={(event) => <SecurityCard event={event} />}
        empty={
          <Empty>{isFiltered ? 'Nothing matches.' : 'Nothing yet: log-ins, changes of roles and the like are noted here.'}</Empty>
        }
        pages={{ page, perPage, total: count, goTo: view.goTo, top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
    </div>
  )
}

const eventOptions = [
  { value: '', label: 'All events' },
  ...(Object.keys(securityEvents) as SecurityEventKind[]).map((value) => ({ value, label: securityEvents[value] })),
]

function Days({ view }: { view: SecurityView }) {
  const today = useToday()
  const { from, to, problem, filterFrom, filterTo } = view
  return (
    <Group gap="var(--space-2) var(--space-3)" align="flex-start" mb="xs">
      <DateField className={styles.day} label="From" today={today} value={from} onChange={filterFrom} />
      <DateField
        className={styles.day}
        label="To"
        today={today}
        min={from || undefined}
        value={to}
        onChange={filterTo}
        error={problem}
      />
    </Group>
  )
}
