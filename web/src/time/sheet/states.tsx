import type { SheetStatus, TimeSheet } from 'contract'
import type { ReactNode } from 'react'
import { formatMoment } from '../../ui/text/dates.ts'
import marks from '../../ui/theme/badges.module.css'
import { clockOf } from '../duration.ts'
import styles from './states.module.css'

const looks: Readonly<Record<SheetStatus, { name: string; tone: string }>> = {
  open: { name: 'Open', tone: 'plain' },
  submitted: { name: 'Submitted', tone: 'blue' },
  approved: { name: 'Approved', tone: 'green' },
  returned: { name: 'Returned', tone: 'yellow' },
}

const SheetBadge = ({ status }: { status: SheetStatus }) => (
  <span className={marks.mark} data-tone={looks[status].tone}>
    {looks[status].name}
  </span>
)

/** `by Pam on 24 Nov 2026`, and why it was returned. */
function detailsOf({ status, decided_by, decided_at, submitted_at, reason }: TimeSheet) {
  const day = (at: string | null) => (at ? ` on ${formatMoment(at).slice(0, 11)}` : '')
  if (status === 'open') return ''
  if (status === 'submitted') return day(submitted_at).trim()
  const who = `by ${decided_by?.full_name ?? 'somebody who has left'}${day(decided_at)}`
  return status === 'returned' ? `${who}: ${reason}` : who
}

/** `Approved by Pam on 24 Nov 2026` */
export const stateOf = (sheet: TimeSheet) => `${looks[sheet.status].name} ${detailsOf(sheet)}`.trim()

type Props = {
  sheets: readonly TimeSheet[]
  /** The buttons beside a sheet. */
  actionsOf?: (sheet: TimeSheet) => ReactNode
}

/** The state of a week in each project. */
export const SheetStates = ({ sheets, actionsOf }: Props) => (
  <ul aria-label="Projects">
    {sheets.map((sheet) => (
      <li key={sheet.project} className={styles.sheet}>
        <span className={`truncate ${styles.project}`} title={sheet.project_name}>
          {sheet.project_name}
        </span>
        <span className={styles.minutes}>{clockOf(sheet.minutes)}</span>
        <span className={styles.state}>
          <SheetBadge status={sheet.status} /> <span className="dimmed">{detailsOf(sheet)}</span>
        </span>
        {actionsOf && <span className={styles.actions}>{actionsOf(sheet)}</span>}
      </li>
    ))}
  </ul>
)
