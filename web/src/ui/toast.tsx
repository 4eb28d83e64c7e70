import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'

/** A short message at the top centre. `autoClose` in milliseconds, 4000 where absent. */
export const toast = {
  success: (message: string, { autoClose = 4000 }: { autoClose?: number } = {}) => {
    notifications.show({ message, autoClose, color: 'green', icon: <IconCircleCheck size={20} />, role: 'status' })
  },
  error: (message: string, { autoClose = 4000 }: { autoClose?: number } = {}) => {
    notifications.show({ message, autoClose, color: 'red', icon: <IconAlertCircle size={20} />, role: 'alert' })
  },
}
