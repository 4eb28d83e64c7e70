import type { WorkloadItem } from 'contract'
import { Link } from 'react-router'
import { linkTo } from '../capacity/workload.ts'
import { DueDate } from '../ui/text/DueDate.tsx'
import { WorkKey } from '../ui/text/WorkKey.tsx'
import styles from './CellWork.module.css'

/** A task or subtask of a cell, with its project. */
export const WorkloadCard = ({ item, today }: { item: WorkloadItem; today: string }) => (
  <div className={styles.card}>
    <Link to={linkTo(item)} className={`${styles.title} clip-2`} title={item.title}>
      {item.title}
    </Link>
    <div className={styles.context}>
      <WorkKey of={item} />
      <span className="fine truncate" title={item.project.name}>
        {item.project.name}
      </span>
    </div>
    <div className={styles.meta}>
      {item.due_date ? <DueDate date={item.due_date} today={today} /> : <span className="fine">No date</span>}
      <span className="fine tabular">
        {item.type === 'task' ? 'Task' : item.estimated_hours === null ? 'No estimate' : `${item.estimated_hours} h`}
      </span>
    </div>
  </div>
)
