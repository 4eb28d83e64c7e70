import { IconClockHour4 } from '@tabler/icons-react'
import styles from './Hours.module.css'

/** A subtask's estimated hours. */
export const Hours = ({ children }: { children: number | string }) => (
  <span className={styles.hours} title="Estimated hours">
    <IconClockHour4 size={14} aria-hidden /> {children} h
  </span>
)
