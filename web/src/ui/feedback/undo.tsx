import { Button, Group, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCircleCheck } from '@tabler/icons-react'
import { messageOf } from '../../api/messages.ts'
import { OpenButton } from './OpenButton.tsx'
import { toast } from './toast.tsx'

type Offer = {
  /** Says what was done. */
  message: string
  /** The address of what the message is about. */
  open?: string
  undo: () => Promise<unknown>
  /** Shown after the undo. */
  undone: string
  /** Shown when the undo fails and the server gives no reason. */
  failed: string
}

const autoClose = 10_000
const offers: { id: string; undoNow: () => void }[] = []

/**
 * Shows what was done and offers to undo it for 10 s, by a button or by Ctrl+Z outside of text fields, the newest first. The
 * pointer or the focus on the offer extends the time.
 */
export function offerUndo({ message, open, undo, undone, failed }: Offer) {
  const id = crypto.randomUUID()
  const focused = document.activeElement
  const undoNow = () => {
    const hasFocus = document.activeElement?.closest(`[data-undo="${id}"]`)
    notifications.hide(id)
    if (hasFocus) focusable(focused)?.focus({ preventScroll: true })
    undo().then(
      () => toast.success(undone),
      (error) => toast.error(messageOf(error, failed, ['detail', 'non_field_errors', 'field'])),
    )
  }
  const closeAfter = (time: number | false) => notifications.update({ ...notice, autoClose: time })
  const notice = {
    id,
    autoClose,
    color: 'green',
    icon: <IconCircleCheck size={20} />,
    role: 'status',
    'data-undo': id,
    message: (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <span>
          {message}
          <VisuallyHidden> Control Z undoes it.</VisuallyHidden>
        </span>
        {open && <OpenButton to={open} close={() => notifications.hide(id)} />}
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          title="Undo (Ctrl+Z)"
          aria-keyshortcuts="Control+Z"
          onFocus={() => closeAfter(false)}
          onBlur={() => closeAfter(autoClose)}
          onClick={undoNow}
        >
          Undo
        </Button>
      </Group>
    ),
    onOpen: () => {
      if (offers.length === 0) document.addEventListener('keydown', onKeyDown)
      offers.push({ id, undoNow })
    },
    onClose: () => removeOffer(id),
  }
  notifications.show(notice)
}

function removeOffer(id: string) {
  const index = offers.findIndex((offer) => offer.id === id)
  if (index >= 0) offers.splice(index, 1)
  if (offers.length === 0) document.removeEventListener('keydown', onKeyDown)
}

function onKeyDown(event: KeyboardEvent) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  // A text field has its own undo.
  if (!isUndo || (event.target as Element).closest('input, textarea, select, [contenteditable="true"]')) return
  event.preventDefault()
  offers.at(-1)?.undoNow()
}

/** The element if it can still take the focus, else the page's content. */
const focusable = (element: Element | null) =>
  element instanceof HTMLElement && element.isConnected && element !== document.body
    ? element
    : document.getElementById('content')
