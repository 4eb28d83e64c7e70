import marks from '../ui/theme/badges.module.css'
import styles from './HrDashboard.module.css'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

const samples = [
  { label: 'Employees', figure: 78 },
  { label: 'Pending Leave', figure: 6 },
  { label: 'New Applications', figure: 9 },
]

export const HrDashboard = () => (
  <WorkShell {...sidebarOf('hr')} title="HR Dashboard">
    <p id="samples" className={styles.note}>
      These are sample figures: they show what will stand here, and are not of your workspace.
    </p>
    <dl className={styles.figures} aria-describedby="samples">
      {samples.map(({ label, figure }) => (
        <div key={label} className={styles.card}>
          <dt>{label}</dt>
          <dd className={marks.mark} data-tone="plain">
            Sample
          </dd>
          <dd className={styles.figure}>{figure}</dd>
        </div>
      ))}
    </dl>
  </WorkShell>
)
