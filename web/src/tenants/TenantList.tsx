import { useMediaQuery } from '@mantine/hooks'
import type { TenantSummary } from 'contract'
import { useRef, useState } from 'react'
import { Empty, NothingMatches } from '../ui/feedback/Empty.tsx'
import { Pages } from '../ui/list/Pages.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import { TenantCards } from './TenantCards.tsx'
import styles from './TenantOverview.module.css'
import { TenantTable } from './TenantTable.tsx'
import { TenantToolbar } from './TenantToolbar.tsx'
import { useTenants } from './tenants.ts'
import { useBlock } from './useBlock.ts'
import { useTenantsView } from './useTenantsView.ts'

/** The same on every screen: a page that is turned or resized shows the rows that it has, and asks for none. */
const perPage = 25

export function TenantList() {
  const view = useTenantsView()
  const isNarrow = useMediaQuery('(max-width: 78em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { search, sort, chosen } = view
  const { tenants, page, matches, total, isWaiting } = useTenants({ search, show: chosen.show, sort, page: view.page, perPage })
  const block = useBlock()
  const top = useRef<HTMLDivElement>(null)
  const [payments, setPayments] = useState<{ isOpen: boolean; tenant?: TenantSummary }>({ isOpen: false })
  if (total === 0) return <Empty>No tenants found.</Empty>

  const List = isNarrow ? TenantCards : TenantTable

  return (
    <div ref={top} className={styles.list} aria-busy={isWaiting}>
      <TenantToolbar view={view} matches={matches} total={total} isWaiting={isWaiting} isNarrow={isNarrow} />
      {tenants.length > 0 ? (
        <List
          tenants={tenants}
          sort={sort}
          sortBy={view.sortBy}
          showPayments={(tenant) => setPayments({ isOpen: true, tenant })}
          {...block}
        />
      ) : (
        <NothingMatches clear={view.clear} />
      )}
      <Pages
        page={isWaiting ? view.page : page}
        perPage={perPage}
        total={matches}
        isNarrow={isNarrow}
        goTo={view.goTo}
        top={top}
      />
      <PaymentHistory {...payments} close={() => setPayments((before) => ({ ...before, isOpen: false }))} />
    </div>
  )
}
