import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { api, type TenantSummary } from 'contract'
import { useDeferredValue, useRef, useState } from 'react'
import { useData } from '../api/data.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { Pages } from '../ui/list/Pages.tsx'
import styles from './PaymentHistory.module.css'
import { PaymentCards, PaymentTable } from './PaymentRecords.tsx'

const perPage = 20

type Props = {
  isOpen: boolean
  /** Whose payments; absent before the first are asked for. */
  tenant?: TenantSummary
  close: () => void
}

/** What a tenant has paid, newest first. */
export function PaymentHistory({ isOpen, tenant, close }: Props) {
  const isNarrow = useMediaQuery('(max-width: 56em)', undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <Modal opened={isOpen} onClose={close} title="Payment History" size={960} fullScreen={isNarrow}>
      {tenant && (
        <div className={styles.history} key={tenant.id}>
          <p className={styles.whose}>{tenant.name}</p>
          <Loaded failed="Failed to load payment records." skeleton={<SkeletonRows rows={4} height={44} />}>
            <Records tenant={tenant} isNarrow={isNarrow} />
          </Loaded>
        </div>
      )}
    </Modal>
  )
}

function Records({ tenant, isNarrow }: { tenant: TenantSummary; isNarrow: boolean }) {
  const [wanted, goTo] = useState(1)
  // The page before stays until the next one is there.
  const page = useDeferredValue(wanted)
  const top = useRef<HTMLDivElement>(null)
  const { count, results } = useData(api.billing.auditLog, {
    query: { tenant_id: String(tenant.id), limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  if (count === 0) return <Empty>No payment records found for this tenant.</Empty>
  const List = isNarrow ? PaymentCards : PaymentTable
  return (
    <div ref={top} className={styles.list} aria-busy={wanted !== page}>
      <List records={results} />
      <Pages page={wanted} perPage={perPage} total={count} isNarrow={isNarrow} goTo={goTo} top={top} />
    </div>
  )
}
