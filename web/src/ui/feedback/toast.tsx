import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { OpenButton } from './OpenButton.tsx'

/** Three seconds: the duration on the tenant admin's and the developer's dashboards. */
export const quick = { autoClose: 3000 }

type Options = {
  /** Milliseconds. */
  autoClose?: number
}

/** A short message at the top centre. An error may have a reason below it. */
export const toast = {
  /** `open` is the address of what the message is about. */
  success: (message: string, { open, autoClose = open ? 10_000 : 4000 }: Options & { open?: string } = {}) => {
    const id = crypto.randomUUID()
    const shown = open ? (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        {message}
        <OpenButton to={open} close={() => notifications.hide(id)} />
      </Group>
    ) : (
      message
    )
    notifications.show({ id, message: shown, autoClose, color: 'green', icon: <IconCircleCheck size={20} />, role: 'status' })
  },
  error: (message: string, { autoClose = 4000, reason }: Options & { reason?: string | undefined } = {}) => {
    const words = reason ? { title: message, message: reason } : { message }
    notifications.show({ ...words, autoClose, color: 'red', icon: <IconAlertCircle size={20} />, role: 'alert' })
  },
}
