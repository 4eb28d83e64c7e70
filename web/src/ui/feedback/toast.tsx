import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'

/** Three seconds: the duration on the tenant admin's and the developer's dashboards. */
export const quick = { autoClose: 3000 }

type Options = {
  /** Milliseconds. */
  autoClose?: number
}

/** A short message at the top centre. An error may have a reason below it. */
export const toast = {
  success: (message: string, { autoClose = 4000 }: Options = {}) => {
    notifications.show({ message, autoClose, color: 'green', icon: <IconCircleCheck size={20} />, role: 'status' })
  },
  error: (message: string, { autoClose = 4000, reason }: Options & { reason?: string | undefined } = {}) => {
    const words = reason ? { title: message, message: reason } : { message }
    notifications.show({ ...words, autoClose, color: 'red', icon: <IconAlertCircle size={20} />, role: 'alert' })
  },
}
