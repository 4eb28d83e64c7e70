import type { LeaveColor } from 'contract'
import type { CSSProperties } from 'react'
import styles from './TypeMark.module.css'

/** The custom properties of a type's colour: text in it, and the paper for such text. */
export const leaveLook = (color: LeaveColor) =>
  ({ '--leave-ink': `var(--leave-${color}-ink)`, '--leave-paper': `var(--leave-${color}-paper)` }) as CSSProperties

/** The name of a type of leave beside its colour. */
export const TypeMark = ({ type: { name, color } }: { type: { name: string; color: LeaveColor } }) => (
  <span className={styles.mark} style={leaveLook(color)}>
    <span className={styles.name}>{name}</span>
  </span>
)
