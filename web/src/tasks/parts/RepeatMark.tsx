import { IconRepeat } from '@tabler/icons-react'
import { recurrenceWords } from '../../ui/theme/badges.tsx'
import type { WorkItem } from '../board/work.ts'
import { recurrenceOf } from '../data/recurrence.ts'
import styles from './RepeatMark.module.css'

/** Marks a task that recurs. Nothing for others. */
export function RepeatMark({ of }: { of: WorkItem }) {
  const recurrence = recurrenceOf(of)
  if (!recurrence) return null
  const words = recurrenceWords(recurrence)
  return (
    <span className={styles.mark} role="img" aria-label={words} title={words}>
      <IconRepeat size={14} aria-hidden />
    </span>
  )
}
