import { Group, Menu } from '@mantine/core'
import { IconCalendar, IconCopy, IconPencil, IconSquareCheck } from '@tabler/icons-react'
import { statuses } from 'contract'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { TaskActions } from '../data/actions.ts'
import { isTask, type WorkItem } from './work.ts'

type Props = { item: WorkItem; actions: TaskActions; select: () => void; reschedule: () => void }

/** The entries of a card's menu, besides those of the board. */
export const CardEntries = ({ item, actions, select, reschedule }: Props) => (
  <>
    <Menu.Item
      leftSection={<IconPencil size={16} />}
      onClick={() => (isTask(item) ? actions.editTask(item) : actions.editSubtask(item))}
    >
      {isTask(item) ? 'Edit Task' : 'Edit Subtask'}
    </Menu.Item>
    {isTask(item) && (
      <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => actions.copyTask(item)}>
        Copy Task
      </Menu.Item>
    )}
    <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={select}>
      Select
    </Menu.Item>
    <Menu.Item leftSection={<IconCalendar size={16} />} onClick={reschedule}>
      Due date…
    </Menu.Item>
    {statuses
      .filter((status) => status !== item.status)
      .map((status) => (
        <Menu.Item
          key={status}
          onClick={() => (isTask(item) ? actions.setTaskStatus(item, status) : actions.setSubtaskStatus(item, status))}
        >
          <Group gap="xs" wrap="nowrap">
            Set <TaskStatusBadge status={status} />
          </Group>
        </Menu.Item>
      ))}
    <Menu.Divider />
  </>
)
