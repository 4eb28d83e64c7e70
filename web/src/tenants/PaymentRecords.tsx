import { ActionIcon, CopyButton, Flex, Group } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClock,
  IconCopy,
  IconReceiptRefund,
} from '@tabler/icons-react'
import type { PaymentRecord } from 'contract'
import { Facts, type TableColumn } from '../ui/list/DataTable.tsx'
import { formatDate, formatMoment } from '../ui/text/dates.ts'
import marks from '../ui/theme/badges.module.css'
import styles from './PaymentHistory.module.css'

export const paymentColumns: readonly TableColumn<PaymentRecord>[] = [
  { label: 'Created', cell: ({ created_at }) => formatMoment(created_at) },
  { label: 'Amount', cell: ({ amount }) => amount, align: 'end' },
  { label: 'Currency', cell: ({ currency }) => currency.toUpperCase() },
  {
    label: 'Payment Status',
    cell: (record) => (
      <>
        <Status of={record} />
        <Mismatch of={record} />
        <Reversal of={record} />
      </>
    ),
  },
  { label: 'Paid Until', cell: ({ paid_until }) => (paid_until ? formatDate(paid_until) : '—') },
  { label: 'Session ID', cell: (record) => <SessionId of={record} /> },
]

const factColumns = paymentColumns.filter(({ label }) => ['Created', 'Paid Until', 'Session ID'].includes(label))

export const PaymentCard = ({ record }: { record: PaymentRecord }) => (
  <>
    <Group gap="xs" justify="space-between">
      <strong>
        {record.amount} {record.currency.toUpperCase()}
      </strong>
      <Status of={record} />
    </Group>
    <Mismatch of={record} />
    <Reversal of={record} />
    <Facts columns={factColumns} row={record} />
  </>
)

const statuses = {
  paid: { name: 'Paid', tone: 'green', Icon: IconCircleCheckFilled },
  unpaid: { name: 'Unpaid', tone: 'yellow', Icon: IconClock },
  no_payment_required: { name: 'No payment required', tone: 'plain', Icon: IconCircleDashed },
} satisfies Record<PaymentRecord['payment_status'], object>

function Status({ of: { payment_status } }: { of: PaymentRecord }) {
  const { name, tone, Icon } = statuses[payment_status]
  return (
    <span className={marks.mark} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {name}
    </span>
  )
}

/** Shows the expected amount where it differs; the status itself stays Stripe's. */
function Mismatch({ of: { expected_amount, expected_currency } }: { of: PaymentRecord }) {
  if (expected_amount === null || expected_currency === null) return null
  return (
    <span className={styles.mismatch}>
      <span className={marks.mark} data-tone="red">
        <IconAlertTriangleFilled size={14} aria-hidden />
        Mismatch
      </span>
      <span>{`Expected ${expected_amount} ${expected_currency.toUpperCase()}`}</span>
    </span>
  )
}

const disputes: Record<string, { name: string; tone: string }> = {
  won: { name: 'Dispute won', tone: 'plain' },
  lost: { name: 'Dispute lost', tone: 'red' },
  warning_closed: { name: 'Inquiry closed', tone: 'plain' },
}

/** What went back, and what the bank disputes. The paid time stays. */
function Reversal({ of: { amount, currency, refunded_amount, dispute_status } }: { of: PaymentRecord }) {
  const isRefunded = Number(refunded_amount) > 0
  if (!isRefunded && dispute_status === null) return null
  const isWhole = Number(refunded_amount) >= Number(amount)
  const dispute = dispute_status === null ? null : (disputes[dispute_status] ?? { name: 'Disputed', tone: 'red' })
  return (
    <span className={styles.mismatch}>
      {isRefunded && (
        <>
          <span className={marks.mark} data-tone="yellow">
            <IconReceiptRefund size={14} aria-hidden />
            {isWhole ? 'Refunded' : 'Partly refunded'}
          </span>
          {!isWhole && <span>{`${refunded_amount} ${currency.toUpperCase()}`}</span>}
        </>
      )}
      {dispute && (
        <span className={marks.mark} data-tone={dispute.tone}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          {dispute.name}
        </span>
      )}
    </span>
  )
}

const SessionId = ({ of: { stripe_session_id: session } }: { of: PaymentRecord }) => (
  <Flex component="span" align="center" gap="2xs" className={styles.session}>
    <code>{session}</code>
    {/* Browsers offer the clipboard over https only. Without it, a click on the text selects all of it. */}
    {navigator.clipboard && (
      <CopyButton value={session}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={copied ? 'Copied' : `Copy session id ${session}`}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    )}
  </Flex>
)
