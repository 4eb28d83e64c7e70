import type { LeaveBalance } from 'contract'
import { useLeaveTypes } from '../read.ts'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords, plainDays } from '../words.ts'
import styles from './MyLeave.module.css'

/** The days that are left of each type, and those that have been taken of the others. */
export function BalanceCards({ balances }: { balances: readonly LeaveBalance[] }) {
  const limited = balances.filter(({ left }) => left !== null)
  const counted = balances.filter(({ left }) => left === null)
  return (
    <>
      {limited.length > 0 && (
        <ul className={styles.balances} aria-labelledby="balances">
          {limited.map((balance) => (
            <Balance key={balance.type} balance={balance} />
          ))}
        </ul>
      )}
      {counted.length > 0 && (
        <ul className={styles.counted} aria-label="Types whose days are only counted">
          {counted.map((balance) => (
            <li key={balance.type} className="row">
              <TypeName id={balance.type} />
              <span className="dimmed">
                {daysInWords(balance.taken)} taken
                {balance.pending > 0 && `, ${daysInWords(balance.pending)} waiting`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function TypeName({ id }: { id: number }) {
  const type = useLeaveTypes().get(id)
  return type && <TypeMark type={type} />
}

function Balance({ balance: { type, entitled, taken, pending, left } }: { balance: LeaveBalance }) {
  const facts = [
    ['Entitled', entitled],
    ['Taken', taken],
    ['Waiting', pending],
  ] as const
  return (
    <li className={styles.balance}>
      <TypeName id={type} />
      <div className={styles.left} data-is-negative={(left ?? 0) < 0 || undefined}>
        <span className="tabular">{daysInWords(left ?? 0)}</span> left
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, halves]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{plainDays(halves)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
