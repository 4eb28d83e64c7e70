import { Modal, Text } from '@mantine/core'
import { api, type TenantSummary } from 'contract'
import { useDeferredValue, useRef, useState } from 'react'
import { useData } from '../api/data.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable } from '../ui/list/DataTable.tsx'
import styles from './PaymentHistory.module.css'
import { PaymentCard, paymentColumns } from './PaymentRecords.tsx'

const perPage = 20

type Props = {
  isOpen: boolean
  /** Absent until the dialog is first opened. */
  tenant?: TenantSummary
  close: () => void
}

/** A tenant's payments, newest first. */
export function PaymentHistory({ isOpen, tenant, close }: Props) {
  const isNarrow = useIsNarrow(62)
  return (
    <Modal opened={isOpen} onClose={close} title="Payment History" size={960} fullScreen={isNarrow}>
      {tenant && (
        <div className={styles.history} key={tenant.id}>
          <Text inherit mb="sm" fw="var(--weight-medium)">
            {tenant.name}
          </Text>
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
  // The previous page stays until the next one has arrived.
  const page = useDeferredValue(wanted)
  const top = useRef<HTMLDivElement>(null)
  const { count, results } = useData(api.billing.auditLog, {
    query: { tenant_id: String(tenant.id), limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  return (
    <div ref={top} className={styles.list} aria-busy={wanted !== page}>
      <DataTable
        name={{ 'aria-label': 'Payment records' }}
        columns={paymentColumns}
        rows={results}
        keyOf={({ stripe_session_id }) => stripe_session_id}
        isNarrow={isNarrow}
        card={(record) => <PaymentCard record={record} />}
        empty={<Empty>No payment records found for this tenant.</Empty>}
        pages={{ page: wanted, perPage, total: count, goTo, top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
    </div>
  )
}
