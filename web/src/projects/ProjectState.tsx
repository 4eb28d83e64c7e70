import type { HealthState } from 'contract'
import { HealthBadge } from '../ui/theme/badges.tsx'
import styles from './ProjectState.module.css'

type Props = {
  state: HealthState
  /** Why, in words; empty for a project on track. */
  reason: string
  /** On one line, where the reason is cut off if there is no room. */
  isCompact?: boolean
}

/** How a project stands, and why. */
export const ProjectState = ({ state, reason, isCompact = false }: Props) => (
  <span className={styles.state} data-is-compact={isCompact || undefined}>
    <HealthBadge state={state} />
    {reason && (
      <span className={styles.reason} {...(isCompact && { title: reason })}>
        {reason}
      </span>
    )}
  </span>
)
