import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

type Question = { title?: string; message: ReactNode; isDangerous?: boolean }

const place = Promise.withResolvers<void>()
/** Once there is a place for dialogs. */
export const dialogsReady = place.promise
/** Called where dialogs appear, once that is on the page. It is fetched after the page itself. */
export const dialogsCanOpen = () => place.resolve()

let open = 0
/** Whether a question is open. Still true for the Escape that closes it, which a dialog behind it hears as well. */
export const isAsking = () => open > 0

/** Asks once. False when cancelled or closed. A question asked before dialogs can open waits until they can. */
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
