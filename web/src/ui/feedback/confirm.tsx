import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = { title?: string; message: ReactNode; isDangerous?: boolean }

const place = Promise.withResolvers<void>()
/** Resolves once `Overlays` is mounted. */
export const dialogsReady = place.promise
/** Called by `Overlays`, which loads after the page. */
export const dialogsCanOpen = () => place.resolve()

let open = 0
/** Whether a question is open; still true during the Escape that closes it, which also reaches a dialog behind it. */
export const isAsking = () => open > 0

/** Asks a question. False when cancelled or closed. Waits until dialogs can open. */
export async function confirm({ title = 'Please confirm', message, isDangerous = false }: Question) {
  open++
  await place.promise
  const answer = await new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title,
      children:
        typeof message === 'string' ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
        ) : (
          message
        ),
      labels: { confirm: 'Confirm', cancel: 'Cancel' },
      confirmProps: { ...(isDangerous && { color: 'red' }), 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
  setTimeout(() => {
    open--
  })
  return answer
}
