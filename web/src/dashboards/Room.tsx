import type { ReactNode } from 'react'
import styles from './Room.module.css'

/** Keeps the room of a part of the dashboard that comes later. Without a height, it is as high as its content. */
export const Room = ({ height, children }: { height: number; children: ReactNode }) => (
  <div className={styles.room} {...(height > 0 && { 'data-has-room': true, style: { minHeight: height } })}>
    {children}
  </div>
)
