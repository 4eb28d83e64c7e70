import { ActionIcon, CopyButton } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClock,
  IconCopy,
} from '@tabler/icons-react'
import type { PaymentRecord } from 'contract'
import { formatDate, formatMoment } from '../ui/text/dates.ts'
import marks from '../ui/theme/badges.module.css'
import styles from './PaymentHistory.module.css'

type Props = { records: readonly PaymentRecord[] }

export const PaymentTable = ({ records }: Props) => (
  <table className={styles.table} aria-label="Payment records">
    <thead>
      <tr>
        <th scope="col">Created</th>
        <th scope="col" className={styles.amount}>
          Amount
        </th>
        <th scope="col">Currency</th>
        <th scope="col">Payment Status</th>
        <th scope="col">Paid Until</th>
        <th scope="col">Session ID</th>
      </tr>
    </thead>
    <tbody>
      {records.map((record) => (
        <tr key={record.stripe_session_id}>
          <td>{formatMoment(record.created_at)}</td>
          <td className={styles.amount}>{record.amount}</td>
          <td>{record.currency.toUpperCase()}</td>
          <td>
            <Status of={record} />
            <Mismatch of={record} />
          </td>
          <td>{paidUntil(record)}</td>
          <td>
            <SessionId of={record} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The table where there is no room for one. */
export const PaymentCards = ({ records }: Props) => (
  <ul className={styles.cards} aria-label="Payment records">
    {records.map((record) => (
      <li key={record.stripe_session_id} className={styles.card}>
        <div className={styles.top}>
          <strong>
            {record.amount} {record.currency.toUpperCase()}
          </strong>
          <Status of={record} />
        </div>
        <Mismatch of={record} />
        <dl className={styles.facts}>
          <dt>Created</dt>
          <dd>{formatMoment(record.created_at)}</dd>
          <dt>Paid Until</dt>
          <dd>{paidUntil(record)}</dd>
          <dt>Session ID</dt>
          <dd>
            <SessionId of={record} />
          </dd>
        </dl>
      </li>
    ))}
  </ul>
)

const paidUntil = ({ paid_until }: PaymentRecord) => (paid_until ? formatDate(paid_until) : '—')

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

/** Beside the status, which stays Stripe's own. */
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

const SessionId = ({ of: { stripe_session_id: session } }: { of: PaymentRecord }) => (
  <span className={styles.session}>
    <code>{session}</code>
    {/* Browsers lend the clipboard over https alone; a click on the text selects all of it. */}
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
  </span>
)
