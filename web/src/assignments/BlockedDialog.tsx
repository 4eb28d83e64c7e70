import { Anchor, Button, Group, Modal, ScrollArea, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { api, type BlockingSubtask } from 'contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../api/data.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import styles from './BlockedDialog.module.css'
import { openSubtasks, unassigned } from './groups.ts'
import type { Blocked } from './useReassign.ts'

type Props = { isOpen: boolean; blocked: Blocked | undefined; close: () => void }

/** Lists the subtasks that block a reassignment, and notifies the project manager about them. */
export const BlockedDialog = ({ isOpen, blocked, close }: Props) => (
  <Modal opened={isOpen} onClose={close} title="Developer cannot be reassigned" size="lg">
    {blocked && <Content {...blocked} close={close} />}
  </Modal>
)

/** The most subtasks that one notification may name. */
const maxNamed = 1000

function Content({ developer, manager, subtasks, close }: Blocked & Pick<Props, 'close'>) {
  const [isNotified, setNotified] = useState(false)
  const { mutateAsync, isPending } = useChange(api.assignments.notifyManager, { touches: [] })
  const notify = async () => {
    if (isPending) return
    try {
      await mutateAsync({ body: { developer_id: developer.id, subtask_ids: subtasks.slice(0, maxNamed).map(({ id }) => id) } })
      setNotified(true)
      toast.success('Project Manager has been notified.', quick)
    } catch {
      toast.error('Failed to notify the project manager. Please try again.', quick)
    }
  }
  return (
    <>
      <Text>
        {developer.full_name} still has {openSubtasks(subtasks.length)} in active projects of {manager.full_name}. Once these are
        done, or given to somebody else, {developer.full_name} can be reassigned.
      </Text>
      <ScrollArea.Autosize
        mah="min(360px, 45dvh)"
        type="auto"
        mt="md"
        viewportProps={{ tabIndex: 0, 'aria-label': 'Blocking subtasks' }}
      >
        <ul>
          {subtasks.map((subtask) => (
            <Subtask key={subtask.id} {...subtask} />
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <ReasonedButton
          leftSection={<IconBellRinging size={16} aria-hidden />}
          loading={isPending}
          reason={reasonFor({ isNotified, manager, subtasks })}
          onClick={() => void notify()}
        >
          Notify Project Manager
        </ReasonedButton>
      </Group>
    </>
  )
}

function reasonFor({ isNotified, manager, subtasks }: Pick<Blocked, 'manager' | 'subtasks'> & { isNotified: boolean }) {
  if (isNotified) return 'The notification has been sent already.'
  if (manager.id === unassigned) return 'This developer has no project manager.'
  return subtasks.length === 0 ? 'There are no subtasks to name.' : undefined
}

const Subtask = ({ title, task__title, task__project__id, task__project__name }: BlockingSubtask) => (
  <li className={styles.subtask}>
    <Text inherit fw="var(--weight-medium)">
      {title}
    </Text>
    <Text inherit fz="var(--text-small)" c="dimmed">
      {task__title} ·{' '}
      <Anchor component={Link} to={`/tenant_admin/projects/${task__project__id}`} inherit underline="always">
        {task__project__name}
      </Anchor>
    </Text>
  </li>
)
