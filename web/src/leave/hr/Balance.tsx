import type { LeaveBalance } from 'contract'
import { daysInWords, plainDays } from '../words.ts'
import styles from './Balance.module.css'

/** The days that are left of a type in a year, or else those that are taken. */
export function Balance({ balance: { entitled, taken, pending, left } }: { balance: LeaveBalance }) {
  const waiting = pending > 0 && `, ${plainDays(pending)} requested`
  if (left === null && taken + pending === 0) return <span className="dimmed">None taken</span>
  if (left === null)
    return (
      <span className="tabular">
        {daysInWords(taken)} taken{waiting}
      </span>
    )
  return (
    <>
      <div className={styles.left} data-is-below-zero={left < 0 || undefined}>
        {daysInWords(left)} left
      </div>
      <div className="fine">
        of {daysInWords(entitled)}
        {taken > 0 && `, ${plainDays(taken)} taken`}
        {waiting}
      </div>
    </>
  )
}
