import { Anchor } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { Link } from 'react-router'
import { periodInWords } from '../../capacity/words.ts'
import { useToday } from '../../session/today.ts'
import { useLeaveTypes } from '../read.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords, waitInWords } from '../words.ts'
import styles from './MyLeave.module.css'

export function RequestRow({ request }: { request: LeaveRequest }) {
  const { id, status, half_days, details } = request
  const today = useToday()
  const type = useLeaveTypes().get(details?.type ?? 0)
  return (
    <li className={styles.request} data-is-quiet={status === 'cancelled' || status === 'declined' || undefined}>
      <Anchor component={Link} inherit to={`/leave/${id}`} className={styles.period}>
        {periodInWords(request, today)}
      </Anchor>
      {type ? <TypeMark type={type} /> : <span />}
      <span className="tabular">{half_days > 0 && daysInWords(half_days)}</span>
      <span className={styles.state}>
        <StatusBadge status={status} />
        <span className="fine">{waitInWords(request)}</span>
      </span>
    </li>
  )
}
