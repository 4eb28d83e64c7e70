import { Anchor, Button } from '@mantine/core'
import type { DashboardProject } from 'contract'
import { useId } from 'react'
import { Link } from 'react-router'
import marks from '../ui/badges.module.css'
import { TaskStatusBadge } from '../ui/badges.tsx'
import { DueDate } from '../ui/DueDate.tsx'
import { formatDate } from '../ui/dates.ts'
import type { MySubtask } from './due.ts'
import styles from './MyProject.module.css'
import { StatusMenu } from './StatusMenu.tsx'
import type { StatusHands } from './status.ts'
import { useToday } from './today.ts'

type Props = { project: DashboardProject; isPast?: boolean; hands: StatusHands }

/** One project as its developer sees it: the tasks in which they have subtasks. */
export function MyProject({ project, isPast = false, hands }: Props) {
  const titleId = useId()
  const { name, is_active, tasks } = project
  return (
    <section className={styles.project} data-is-active={is_active} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId} className={styles.name}>
          {name}
        </h3>
        {!is_active && (
          <span className={marks.mark} data-tone="plain">
            Inactive
          </span>
        )}
      </header>
      {tasks.length === 0 ? (
        <p className={styles.empty}>Nothing in this project is assigned to you.</p>
      ) : (
        <table className={styles.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">Subtask</th>
              <th scope="col">Status</th>
              <th scope="col">Due Date</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          {tasks.map((task) => (
            <tbody key={task.id}>
              <tr className={styles.task}>
                <th scope="rowgroup" colSpan={4}>
                  <Anchor component={Link} to={`/project_manager/tasks/${task.id}`} inherit c="inherit">
                    {task.name}
                  </Anchor>
                </th>
              </tr>
              {task.subtasks.map((subtask) => (
                <Row
                  key={subtask.id}
                  subtask={subtask}
                  hands={hands}
                  // What is still open in a past project is theirs; what is done may be of a project they have left.
                  mayChange={is_active && !(isPast && subtask.status === 'done')}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </section>
  )
}

function Row({ subtask, hands, mayChange }: { subtask: MySubtask; hands: StatusHands; mayChange: boolean }) {
  const titleId = useId()
  const today = useToday()
  const { title, status, due_date } = subtask
  return (
    <tr className={styles.row}>
      <td id={titleId} className={styles.title}>
        {title}
      </td>
      <td>
        {mayChange ? (
          <StatusMenu of={title} status={status} onChoose={(wanted) => hands.setStatus(subtask, wanted)} />
        ) : (
          <TaskStatusBadge status={status} />
        )}
      </td>
      <td className={styles.due}>
        {formatDate(due_date)}
        {due_date && mayChange && due_date <= today && status !== 'done' && <DueDate date={due_date} today={today} />}
      </td>
      <td className={styles.action}>
        {mayChange && (
          <Button variant="default" size="compact-sm" aria-describedby={titleId} onClick={() => hands.update(subtask)}>
            Update Status
          </Button>
        )}
      </td>
    </tr>
  )
}
