import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { confirm, isAsking } from '../feedback/confirm.tsx'
import { nothingUnsaved, UnsavedIn } from './unsaved.ts'

type Props = {
  title: string
  isOpen: boolean
  close: () => void
  size?: ModalProps['size']
  /** Another dialog is open over it, which Escape closes. */
  isCovered?: boolean
  children: ReactNode
}

/** A dialog with a form. Escape and the close button ask for confirmation if the form has unsaved input. */
export function FormDialog({ isOpen, close, children, size = 'md', title, isCovered = false }: Props) {
  const unsaved = useRef(nothingUnsaved)
  const leave = async () => {
    if (isAsking()) return
    if (!unsaved.current()) return close()
    const isSure = await confirm({
      title: 'Discard changes',
      message: 'What you have entered has not been saved. Discard it?',
      isDangerous: true,
    })
    if (isSure) close()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => void leave()}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
    >
      <UnsavedIn value={unsaved}>{children}</UnsavedIn>
    </Modal>
  )
}
