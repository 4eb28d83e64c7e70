import { IconClockHour4 } from '@tabler/icons-react'
import { durationInWords } from 'contract'
import { clockOf } from '../../time/duration.ts'
import styles from './Hours.module.css'

type Props = {
  /** In hours; null for none. */
  estimate: number | null
  /** In minutes. */
  spent?: number
}

/** `2 h 30 min spent of 4 h estimated`. Empty without either. */
export function wordsOf({ estimate, spent = 0 }: Props) {
  if (spent === 0) return estimate === null ? '' : `${estimate} h estimated`
  if (estimate === null) return `${durationInWords(spent)} spent`
  return `${durationInWords(spent)} spent of ${estimate} h estimated${isOver({ estimate, spent }) ? ': over the estimate' : ''}`
}

const isOver = ({ estimate, spent = 0 }: Props) => estimate !== null && spent > estimate * 60

/** The time spent and the estimated hours: `2:30 / 4 h`. Nothing without either. */
export function Hours(props: Props) {
  const { estimate, spent = 0 } = props
  const words = wordsOf(props)
  if (!words) return null
  return (
    <span className={styles.hours} role="img" aria-label={words} title={words} data-is-over={isOver(props) || undefined}>
      <IconClockHour4 size={14} aria-hidden /> {spent > 0 && clockOf(spent)}
      {spent > 0 && estimate !== null && ' / '}
      {estimate !== null && `${estimate} h`}
    </span>
  )
}
