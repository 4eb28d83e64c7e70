import { Text } from '@mantine/core'
import type { TenantSummary } from 'contract'
import { useRef, useState } from 'react'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable, Facts, type TableColumn } from '../ui/list/DataTable.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { type TenantSort, useTenants } from './read.ts'
import { BlockButton, Blocked, PaidUntil, PaymentsButton, Subdomain, Trial } from './Tenant.tsx'
import styles from './TenantOverview.module.css'
import { TenantToolbar } from './TenantToolbar.tsx'
import { useBlock } from './useBlock.ts'
import { useTenantsView } from './useTenantsView.ts'

/** The same on every screen, so that resizing the window fetches nothing. */
const perPage = 25

export function TenantList() {
  const view = useTenantsView()
  const isNarrow = useIsNarrow(78)
  const { search, sort, chosen } = view
  const { tenants, page, matches, total, isWaiting } = useTenants({ search, show: chosen.show, sort, page: view.page, perPage })
  const { isPending, toggleBlock } = useBlock()
  const top = useRef<HTMLDivElement>(null)
  const [payments, setPayments] = useState<{ isOpen: boolean; tenant?: TenantSummary }>({ isOpen: false })
  if (total === 0) return <Empty>No tenants found.</Empty>

  const actionsOf = (tenant: TenantSummary) => (
    <div className={styles.acts}>
      <PaymentsButton tenant={tenant} show={() => setPayments({ isOpen: true, tenant })} />
      <BlockButton tenant={tenant} isPending={isPending(tenant)} toggle={() => toggleBlock(tenant)} />
    </div>
  )

  return (
    <div ref={top} className={styles.list} aria-busy={isWaiting}>
      <TenantToolbar view={view} matches={matches} total={total} isWaiting={isWaiting} isNarrow={isNarrow} />
      <DataTable
        name={{ 'aria-label': 'Tenants' }}
        columns={[...nameColumns, ...factColumns, { label: 'Actions', cell: actionsOf, width: '228px' }]}
        rows={tenants}
        keyOf={({ id }) => id}
        isNarrow={isNarrow}
        card={(tenant) => (
          <>
            <div className={styles.text}>
              <Text inherit component="div" fw="var(--weight-medium)">
                {tenant.name}
              </Text>
              <Subdomain tenant={tenant} />
            </div>
            <Facts columns={factColumns} row={tenant} />
            {actionsOf(tenant)}
          </>
        )}
        sort={sort}
        sortBy={view.sortBy}
        empty={<NothingMatches clear={view.clear} />}
        pages={{ page: isWaiting ? view.page : page, perPage, total: matches, goTo: view.goTo, top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
      <PaymentHistory {...payments} close={() => setPayments((last) => ({ ...last, isOpen: false }))} />
    </div>
  )
}

type Columns = readonly TableColumn<TenantSummary, TenantSort>[]

const nameColumns: Columns = [
  {
    label: 'Name',
    sortKey: 'name',
    cell: ({ name }) => (
      <Text inherit component="div" className="clip-2" fw="var(--weight-medium)" title={name}>
        {name}
      </Text>
    ),
  },
  { label: 'Subdomain', sortKey: 'subdomain', cell: (tenant) => <Subdomain tenant={tenant} />, width: '17%' },
]

/** The columns that a card shows as facts. */
const factColumns: Columns = [
  {
    label: 'On Trial',
    sortKey: 'on_trial',
    startsDescending: true,
    cell: (tenant) => <Trial tenant={tenant} />,
    width: '132px',
  },
  { label: 'Paid Until', sortKey: 'paid_until', cell: (tenant) => <PaidUntil tenant={tenant} />, width: '124px' },
  {
    label: 'Blocked',
    sortKey: 'is_blocked',
    startsDescending: true,
    cell: (tenant) => <Blocked tenant={tenant} />,
    width: '92px',
  },
  {
    label: 'Users',
    sortKey: 'user_count',
    startsDescending: true,
    cell: ({ user_count }) => <span className="tabular">{user_count}</span>,
    width: '80px',
  },
]
