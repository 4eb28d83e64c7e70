import { Progress } from '@mantine/core'
import type { Task } from 'contract'
import sections from '../TaskSection.module.css'
import styles from './Summary.module.css'

export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

type Props = {
  tasks: readonly Task[]
  shown: readonly Task[]
  /** How many tasks are still to be read. */
  rest: number
}

/** Counts of the shown tasks, and the share of all tasks that are done. */
export function Summary({ tasks, shown, rest }: Props) {
  const completed = tasks.filter(({ status }) => status === 'done').length
  const percent = tasks.length ? Math.round((completed / tasks.length) * 100) : 0
  const having = (status: Task['status']) => shown.filter((task) => task.status === status).length
  const words = `${completed} of ${count(tasks.length, 'task')} completed`
  if (rest > 0)
    return (
      <div className={`${sections.summary} ${styles.summary}`}>
        {tasks.length} of {count(tasks.length + rest, 'task')} so far…
      </div>
    )
  return (
    <div className={`${sections.summary} ${styles.summary}`}>
      <ul className={styles.counts}>
        <li>{count(shown.length, 'task')}</li>
        <li>
          {count(
            shown.reduce((sum, { subtasks }) => sum + subtasks.length, 0),
            'subtask',
          )}
        </li>
        <li>{having('done')} completed</li>
        <li>{having('in_progress')} in progress</li>
      </ul>
      <span className={styles.progress} title={words}>
        <Progress value={percent} size="sm" w={48} aria-label={words} />
        {percent}%
      </span>
    </div>
  )
}
