import { Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type NewSubtask, useQueuedSubtasks } from '../data/queued.ts'
import styles from './QuickAddForm.module.css'

/** The new subtasks that wait for a connection, of those that belong here. */
export function QueuedSubtasks({ isHere }: { isHere: (subtask: NewSubtask) => boolean }) {
  const here = useQueuedSubtasks().filter(({ subtask }) => isHere(subtask))
  if (here.length === 0) return null
  return (
    <ul className={styles.lines} aria-label="Waiting to be sent">
      {here.map(({ number, subtask }) => (
        <li key={number} className={styles.line}>
          <div className="row">
            <Text inherit span truncate flex={1} c="dimmed">
              {subtask.title}
            </Text>
            <IconClock size={14} role="img" aria-label="Waiting to be sent" />
          </div>
        </li>
      ))}
    </ul>
  )
}
