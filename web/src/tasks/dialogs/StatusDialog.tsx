import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { queued } from '../../api/queue.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { TaskStatusBadge, taskStatusOptions } from '../../ui/theme/badges.tsx'
import { statusForm } from '../data/forms.ts'
import { useUpdateStatus } from '../data/status.ts'
import type { MySubtask } from '../mine/work.ts'

type Props = { subtask: MySubtask; close: () => void }

export function StatusDialog({ subtask, close }: Props) {
  const update = useUpdateStatus()
  const form = useServerForm({
    form: statusForm,
    submit: async ({ status }) => {
      if (!status) return
      if ((await update(subtask, status)) !== queued) toast.success('Status updated successfully', quick)
      close()
    },
    fallback: 'Something went wrong. Please try again.',
    unreachable: 'Something went wrong. Please try again. The server could not be reached.',
  })
  return (
    <Modal opened onClose={close} title="Update Status">
      <ServerForm form={form}>
        <Stack gap="md">
          <div>
            <Text fw="var(--weight-medium)">{subtask.title}</Text>
            <Group gap="xs" mt="2xs">
              <Text size="xs" c="dimmed">
                Now
              </Text>
              <TaskStatusBadge status={subtask.status} />
            </Group>
          </div>
          <Radio.Group label="New status" {...form.field('status')}>
            <Stack gap="2xs" mt="2xs">
              {taskStatusOptions.map(({ value, label }, index) => (
                <Radio key={value} value={value} label={label} py="2xs" {...(index === 0 && { 'data-autofocus': true })} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isPending}>
              Update
            </Button>
          </Group>
        </Stack>
      </ServerForm>
    </Modal>
  )
}
