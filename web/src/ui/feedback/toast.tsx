import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'

/** 3 s, in milliseconds: how long the tenant admin's screen and the developer's dashboard show a message. */
export const quick = { autoClose: 3000 }

type Options = {
  /** In milliseconds. */
  autoClose?: number
}

/** A short message at the top centre, for an error with the reason below where there is more to say. */
export const toast = {
  success: (message: string, { autoClose = 4000 }: Options = {}) => {
    notifications.show({ message, autoClose, color: 'green', icon: <IconCircleCheck size={20} />, role: 'status' })
  },
  error: (message: string, { autoClose = 4000, reason }: Options & { reason?: string | undefined } = {}) => {
    const words = reason ? { title: message, message: reason } : { message }
    notifications.show({ ...words, autoClose, color: 'red', icon: <IconAlertCircle size={20} />, role: 'alert' })
  },
}
