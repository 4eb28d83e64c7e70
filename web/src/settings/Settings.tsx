import { Administrators } from './Administrators.tsx'
import { Appearance } from './Appearance.tsx'
import { DeleteWorkspace } from './DeleteWorkspace.tsx'
import { General } from './General.tsx'
import { Security } from './Security.tsx'
import styles from './Settings.module.css'
import { YourData } from './YourData.tsx'

/** The administrators' settings of the whole workspace. */
export const Settings = () => (
  <div className={styles.page}>
    <General />
    <Appearance />
    <Administrators />
    <Security />
    <YourData />
    <DeleteWorkspace />
  </div>
)
