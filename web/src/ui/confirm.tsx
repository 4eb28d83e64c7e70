import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = { title?: string; message: ReactNode; isDangerous?: boolean }

/** Asks once. False when cancelled or closed. */
export const confirm = ({ title = 'Please confirm', message, isDangerous = false }: Question) =>
  new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title,
      children: typeof message === 'string' ? <Text size="sm">{message}</Text> : message,
      labels: { confirm: 'Confirm', cancel: 'Cancel' },
      confirmProps: { ...(isDangerous && { color: 'red' }), 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
