import { ActionIcon } from '@mantine/core'
import { IconPaperclip, IconSend2 } from '@tabler/icons-react'
import { messageLength, type WorkFile } from 'contract'
import { type FormEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useDraftFiles } from '../files/useDraftFiles.ts'
import { useFileChooser } from '../files/useFileChooser.tsx'
import { useMe } from '../session/session.ts'
import { FormattingButton } from '../ui/form/FormattingButton.tsx'
import { MarkdownField } from '../ui/form/MarkdownField.tsx'
import { idle } from '../ui/idle.ts'
import { upTo } from '../ui/theme/breakpoints.ts'
import styles from './Composer.module.css'
import { draftIn, keepDraft } from './drafts.ts'

const FileChips = lazy(() => import('../files/FileChips.tsx'))
const DropZone = lazy(() =>
  idle()
    .then(() => import('../files/DropZone.tsx'))
    .catch(() => ({ default: () => null })),
)

/** The count of characters left appears below this. */
const countFrom = 400

type Props = {
  room_id: number
  roomName: string
  /** Returns false if the message was not accepted; the text then stays. */
  send: (text: string, files: readonly WorkFile[]) => boolean
  onType: () => void
}

/** The field for a new message. Unsent text is kept as a draft. */
export function Composer({ room_id, roomName, send, onType }: Props) {
  const owner = { person_id: useMe().id, room_id }
  const [text, setText] = useState(() => draftIn(owner))
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const content = text.trim()
  const left = messageLength - content.length
  const { files, isArriving, add, remove, forget, paste } = useDraftFiles({ room_id })
  const { choose, input } = useFileChooser(add)
  const isReady = (content !== '' || files.length > 0) && left >= 0 && !isArriving

  useDesktopFocus(field)
  const write = (next: string) => {
    setText(next)
    keepDraft(owner, next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    field.current?.focus({ preventScroll: true })
    if (!isReady || !send(content, files)) return
    write('')
    forget()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey) submit(event)
  }

  return (
    <form className={styles.composer} onSubmit={submit}>
      <MarkdownField
        place={{ room: room_id }}
        toolbar="toggled"
        ref={field}
        aria-label={`Message to ${roomName}`}
        aria-describedby={left < countFrom ? hint : undefined}
        placeholder="Write a message…"
        autosize
        minRows={1}
        maxRows={6}
        error={left < 0}
        value={text}
        onChange={(value) => {
          write(value)
          if (value.trim()) onType()
        }}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      <FormattingButton field={field} />
      <ActionIcon variant="subtle" color="gray" size={36} aria-label="Add files" title="Add files" onClick={choose}>
        <IconPaperclip size={18} />
      </ActionIcon>
      {input}
      <ActionIcon
        type="submit"
        size={36}
        aria-label="Send"
        title={isArriving ? 'Files are still arriving' : 'Send (Enter)'}
        variant="filled"
        {...(!isReady && { 'data-disabled': true, 'aria-disabled': true })}
      >
        <IconSend2 size={18} />
      </ActionIcon>
      {left < countFrom && <CharactersLeft id={hint} left={left} />}
      {files.length > 0 && (
        <div className={styles.files}>
          <Suspense>
            <FileChips label="Files for the message" files={files} remove={remove} />
          </Suspense>
        </div>
      )}
      <Suspense>
        <DropZone label={`Drop files to send them to ${roomName}`} onFiles={add} />
      </Suspense>
    </form>
  )
}

const CharactersLeft = ({ id, left }: { id: string; left: number }) => (
  <div id={id} className={styles.left} data-is-over={left < 0} role="status">
    {left < 0 ? `${-left} characters too many` : `${left} characters left`}
  </div>
)

/** Focuses the end of the text, except on a phone, where the keyboard would cover the messages. */
function useDesktopFocus(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const element = field.current
    if (!element || !window.matchMedia(`(pointer: fine) and (not ${upTo.tablet})`).matches) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [field])
}
