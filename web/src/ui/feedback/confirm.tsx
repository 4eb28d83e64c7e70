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

/** Milliseconds until a closed dialog has returned the focus. */
const returnTime = 40

type Choice<Answer> = {
  title: string
  /** The choices. Each calls `answer`, without an argument to cancel. */
  content: (answer: (chosen?: Answer) => void) => ReactNode
}

/**
 * Asks a question with several answers. Undefined when cancelled or closed. Resolves once the focus is back where it was, or at the button
 * of the menu that was open.
 */
export async function choose<Answer>({ title, content }: Choice<Answer>): Promise<Answer | undefined> {
  const opener = openerOf(document.activeElement)
  open++
  await place.promise
  const chosen = await new Promise<Answer | undefined>((resolve) => {
    const id = crypto.randomUUID()
    const answer = (given?: Answer) => {
      resolve(given)
      modals.close(id)
    }
    modals.open({ modalId: id, title, children: content(answer), onClose: () => resolve(undefined) })
  })
  await new Promise((resolve) => setTimeout(resolve, returnTime))
  open--
  giveFocus(opener)
  // The button of a form that waits is disabled until the form has the answer.
  setTimeout(() => giveFocus(opener))
  return chosen
}

function giveFocus(opener: HTMLElement | undefined) {
  if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
}

/** An entry of a menu is gone when the dialog closes, but not the button that has opened the menu. */
function openerOf(element: Element | null) {
  const menu = element?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : undefined
}
