import { Appearance } from './Appearance.tsx'
import { General } from './General.tsx'
import styles from './Settings.module.css'

/** The administrators' settings of the whole workspace. */
export const Settings = () => (
  <div className={styles.page}>
    <General />
    <Appearance />
  </div>
)
