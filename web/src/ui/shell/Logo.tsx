import styles from './Logo.module.css'
import { Mark } from './Mark.tsx'

export const Logo = ({ size = 24 }: { size?: number }) => (
  <span className={styles.logo}>
    <Mark size={size} />
    Atrium
  </span>
)
