import { useMediaQuery } from '@mantine/hooks'
import { api, type TenantSummary } from 'contract'
import { useMemo, useRef, useState } from 'react'
import { useData } from '../api/data.ts'
import { Empty, NothingMatches } from '../ui/Empty.tsx'
import { Pages, rowsOf } from '../ui/Pages.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { TenantCards } from './TenantCards.tsx'
import styles from './TenantOverview.module.css'
import { TenantTable } from './TenantTable.tsx'
import { TenantToolbar } from './TenantToolbar.tsx'
import { matching, sorted } from './tenants.ts'
import { useBlock } from './useBlock.ts'
import { useTenantsView } from './useTenantsView.ts'

const rowsOnPage = { wide: 25, narrow: 12 }

export function TenantList() {
  const tenants = useData(api.tenants.list, {})
  const view = useTenantsView()
  const block = useBlock()
  const isNarrow = useMediaQuery('(max-width: 78em)', undefined, { getInitialValueInEffect: false }) ?? false
  const top = useRef<HTMLDivElement>(null)
  const [payments, setPayments] = useState<{ isOpen: boolean; tenant?: TenantSummary }>({ isOpen: false })

  const { key, isDescending } = view.sort
  const {
    search,
    chosen: { show },
  } = view
  const inOrder = useMemo(() => sorted(tenants, { key, isDescending }), [tenants, key, isDescending])
  const found = useMemo(() => matching(inOrder, { search, show }), [inOrder, search, show])
  if (tenants.length === 0) return <Empty>No tenants found.</Empty>

  const perPage = isNarrow ? rowsOnPage.narrow : rowsOnPage.wide
  const { page, rows } = rowsOf(found, { page: view.page, perPage })
  const List = isNarrow ? TenantCards : TenantTable

  return (
    <div ref={top} className={styles.list}>
      <TenantToolbar view={view} matches={found.length} total={tenants.length} isNarrow={isNarrow} />
      {rows.length > 0 ? (
        <List
          tenants={rows}
          sort={view.sort}
          sortBy={view.sortBy}
          showPayments={(tenant) => setPayments({ isOpen: true, tenant })}
          {...block}
        />
      ) : (
        <NothingMatches clear={view.clear} />
      )}
      <Pages page={page} perPage={perPage} total={found.length} isNarrow={isNarrow} goTo={view.goTo} top={top} />
      <PaymentHistory {...payments} close={() => setPayments((before) => ({ ...before, isOpen: false }))} />
    </div>
  )
}
