import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { readOf } from '../api/data.ts'
import styles from './ManagerOverview.module.css'

const size = { width: 112, height: 24 }

/** How much the manager's projects have finished this week, and in the weeks before. */
export function FinishedThisWeek() {
  const { data: weeks = [] } = useQuery(readOf(api.progress.all, {}))
  const finished = weeks.map((week) => week.finished)
  const most = Math.max(1, ...finished)
  const points = finished.map((count, i) => {
    const x = (i / Math.max(1, finished.length - 1)) * (size.width - 2) + 1
    const y = size.height - 2 - (count / most) * (size.height - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <div className={`${styles.figure} ${styles.finished}`}>
      <dt className="row">
        Finished This Week
        {/* Its room is kept until it is known. */}
        <svg
          {...size}
          className={styles.line}
          role="img"
          aria-label={`Finished in the last ${weeks.length} weeks: ${finished.join(', ')}`}
        >
          <polyline points={points.join(' ')} />
        </svg>
      </dt>
      <dd>{finished.at(-1) ?? '–'}</dd>
    </div>
  )
}
