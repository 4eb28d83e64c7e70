import { Button, Group, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCircleCheck } from '@tabler/icons-react'
import { messageOf } from '../../api/messages.ts'
import { toast } from './toast.tsx'

type Offer = {
  /** What was done. */
  message: string
  undo: () => Promise<unknown>
  /** Once it is undone. */
  undone: string
  /** When it can't be, and the server gives no reason. */
  failed: string
}

const autoClose = 10_000
const offers: { id: string; take: () => void }[] = []

/**
 * Says what was done, and for 10 s offers to undo it: by its button, or by Ctrl+Z outside of text fields, the newest first.
 * Whoever has the pointer or the focus on it has more time.
 */
export function offerUndo({ message, undo, undone, failed }: Offer) {
  const id = crypto.randomUUID()
  const before = document.activeElement
  const take = () => {
    const hasFocus = document.activeElement?.closest(`[data-undo="${id}"]`)
    notifications.hide(id)
    if (hasFocus) focusable(before)?.focus({ preventScroll: true })
    undo().then(
      () => toast.success(undone),
      (error) => toast.error(messageOf(error, failed, ['detail', 'non_field_errors', 'field'])),
    )
  }
  const stay = (time: number | false) => notifications.update({ ...notice, autoClose: time })
  const notice = {
    id,
    autoClose,
    color: 'green',
    icon: <IconCircleCheck size={20} />,
    role: 'status',
    'data-undo': id,
    message: (
      <Group gap={8} justify="space-between" wrap="nowrap">
        <span>
          {message}
          <VisuallyHidden> Control Z undoes it.</VisuallyHidden>
        </span>
        <Button
          size="compact-sm"
          variant="light"
          title="Undo (Ctrl+Z)"
          aria-keyshortcuts="Control+Z"
          onFocus={() => stay(false)}
          onBlur={() => stay(autoClose)}
          onClick={take}
        >
          Undo
        </Button>
      </Group>
    ),
    onOpen: () => {
      if (offers.length === 0) document.addEventListener('keydown', onKeyDown)
      offers.push({ id, take })
    },
    onClose: () => forget(id),
  }
  notifications.show(notice)
}

function forget(id: string) {
  const at = offers.findIndex((offer) => offer.id === id)
  if (at >= 0) offers.splice(at, 1)
  if (offers.length === 0) document.removeEventListener('keydown', onKeyDown)
}

function onKeyDown(event: KeyboardEvent) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  // In a text field it takes back what was typed.
  if (!isUndo || (event.target as Element).closest('input, textarea, select, [contenteditable="true"]')) return
  event.preventDefault()
  offers.at(-1)?.take()
}

/** Where the focus was, or else the page's content. */
const focusable = (element: Element | null) =>
  element instanceof HTMLElement && element.isConnected && element !== document.body
    ? element
    : document.getElementById('content')
