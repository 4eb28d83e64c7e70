import { IconBarrierBlock } from '@tabler/icons-react'
import type { Task } from 'contract'
import { blockedWords, openBlockers } from '../data/blockers.ts'
import styles from './BlockedMark.module.css'

/** How much other work this task or subtask waits for. Absent while it waits for none. */
export function BlockedMark({ of }: { of: Pick<Task, 'status' | 'blocked_by'> }) {
  const blockers = openBlockers(of)
  if (blockers.length === 0) return null
  const words = blockedWords(blockers)
  return (
    <span className={styles.mark} role="img" aria-label={words} title={words}>
      <IconBarrierBlock size={14} aria-hidden />
      {blockers.length}
    </span>
  )
}
