import { Button, Group, NativeSelect, Select } from '@mantine/core'
import { api, leaveStatuses } from 'contract'
import { useDeferredValue, useRef } from 'react'
import { useData } from '../../api/data.ts'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { statusNames } from '../words.ts'
import { RequestCard, useRequestColumns } from './columns.tsx'
import styles from './Requests.module.css'

const perPage = 50
const statusOptions = [
  { value: '', label: 'All statuses' },
  ...leaveStatuses.map((status) => ({ value: status, label: statusNames[status] })),
]

/** The requests of everybody, for HR. */
export function AllRequests() {
  const view = useView()
  const { status, person, page, put, clear } = view
  const isNarrow = useIsNarrow(62)
  const top = useRef<HTMLDivElement>(null)
  const wanted = JSON.stringify({
    ...{ show: 'all', limit: String(perPage), offset: String((page - 1) * perPage) },
    ...(status && { status }),
    ...(person && { person }),
  })
  // The rows stay until others have arrived.
  const shown = useDeferredValue(wanted)
  const { count, results } = useData(api.leave.list, { query: JSON.parse(shown) as { show: 'all' } })
  const columns = useRequestColumns()
  const isFiltered = Boolean(status || person)
  return (
    <>
      <Toolbar view={view} count={count} />
      <div ref={top} className={styles.list} aria-busy={shown !== wanted}>
        <DataTable
          name={{ 'aria-label': 'All requests' }}
          columns={[...columns.ofRequest, columns.status]}
          rows={results}
          keyOf={({ id }) => id}
          isNarrow={isNarrow}
          card={(request) => <RequestCard request={request} hasStatus />}
          empty={isFiltered ? <NothingMatches clear={clear} /> : <Empty>Nobody has requested leave yet.</Empty>}
          pages={{ page, perPage, total: count, goTo: (next) => put({ page: next === 1 ? '' : String(next) }), top }}
          tableClass={styles.table}
          cardsClass={styles.cards}
        />
      </div>
    </>
  )
}

/** The filters and the page, kept in the address. */
function useView() {
  const [params, put] = useAddress()
  const person = params.get('person') ?? ''
  return {
    status: oneOf(leaveStatuses, params.get('status')) ?? '',
    person: /^\d+$/.test(person) ? person : '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    put,
    clear: () => put({ status: '', person: '', page: '' }),
  }
}

function Toolbar({ view: { status, person, put, clear }, count }: { view: ReturnType<typeof useView>; count: number }) {
  const people = useData(api.directory.list, {})
  return (
    <>
      <Group gap="var(--space-2) var(--space-3)">
        <NativeSelect
          aria-label="Filter by status"
          data={statusOptions}
          value={status}
          onChange={({ currentTarget }) => put({ status: currentTarget.value, page: '' })}
        />
        <Select
          aria-label="Filter by person"
          placeholder="Everybody"
          data={people.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
          value={person || null}
          searchable
          clearable
          limit={50}
          nothingFoundMessage="Nobody has this name."
          clearButtonProps={{ 'aria-label': 'Show everybody' }}
          onChange={(id) => put({ person: id ?? '', page: '' })}
        />
      </Group>
      <div className={styles.state}>
        <span role="status">{count === 1 ? '1 request' : `${count} requests`}</span>
        {(status || person) && count > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={clear}>
            Clear Filters
          </Button>
        )}
      </div>
    </>
  )
}
