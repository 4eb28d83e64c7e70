import { Button, Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Status, Task } from 'contract'

type Props = { task: Task; setStatus: (task: Task, status: Status) => void }

/** Offers to mark a task done whose subtasks all are; absent for any other. */
export function AllDone({ task, setStatus }: Props) {
  const { status, subtasks } = task
  if (status === 'done' || subtasks.length === 0 || subtasks.some((subtask) => subtask.status !== 'done')) return null
  return (
    <Group gap="xs" my="xs">
      <span className="dimmed">All subtasks are done.</span>
      <Button
        variant="light"
        size="compact-sm"
        leftSection={<IconCircleCheck size={16} aria-hidden />}
        onClick={() => setStatus(task, 'done')}
      >
        Mark Task as Done
      </Button>
    </Group>
  )
}
