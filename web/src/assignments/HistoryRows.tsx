import { IconArrowRight } from '@tabler/icons-react'
import type { AssignmentLogEntry } from 'contract'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './AssignmentHistory.module.css'

type Props = { entries: readonly AssignmentLogEntry[] }

export const HistoryTable = ({ entries }: Props) => (
  <table className={styles.table} aria-labelledby="assignment-history">
    <thead>
      <tr>
        <th scope="col">Developer</th>
        <th scope="col">Previous Manager</th>
        <th scope="col">New Manager</th>
        <th scope="col">Assigned By</th>
        <th scope="col">Date</th>
      </tr>
    </thead>
    <tbody>
      {entries.map(({ id, developer, previous_manager, new_manager, assigned_by, assigned_at }) => (
        <tr key={id}>
          <td className={styles.name} title={developer.full_name}>
            {developer.full_name}
          </td>
          <td title={previous_manager?.full_name}>
            <Manager manager={previous_manager} />
          </td>
          <td title={new_manager?.full_name}>
            <Manager manager={new_manager} />
          </td>
          <td title={assigned_by.full_name}>{assigned_by.full_name}</td>
          <td className={styles.when}>
            <RelativeTime at={assigned_at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const HistoryCards = ({ entries }: Props) => (
  <ul className={styles.cards} aria-labelledby="assignment-history">
    {entries.map(({ id, developer, previous_manager, new_manager, assigned_by, assigned_at }) => (
      <li key={id}>
        <div className={styles.cardTop}>
          <span className={styles.name}>{developer.full_name}</span>
          <span className={styles.when}>
            <RelativeTime at={assigned_at} />
          </span>
        </div>
        <div className={styles.move}>
          <Manager manager={previous_manager} />
          <IconArrowRight size={16} role="img" aria-label="to" />
          <Manager manager={new_manager} />
        </div>
        <div className={styles.by}>by {assigned_by.full_name}</div>
      </li>
    ))}
  </ul>
)

const Manager = ({ manager }: { manager: AssignmentLogEntry['new_manager'] }) =>
  manager ? manager.full_name : <span className={styles.nobody}>Unassigned</span>
