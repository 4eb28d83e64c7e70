import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { messageLength } from 'contract'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useMe } from '../session/session.ts'
import styles from './Composer.module.css'
import { draftIn, keepDraft } from './drafts.ts'

/** Characters left from which on they are counted. */
const near = 400

type Props = {
  room_id: number
  /** The room's. */
  name: string
  /** Answers whether it was taken; else the text stays. */
  send: (text: string) => boolean
  onType: () => void
}

/** Where a message is written. What is not sent is there again the next time. */
export function Composer({ room_id, name, send, onType }: Props) {
  const place = { person_id: useMe().id, room_id }
  const [text, setText] = useState(() => draftIn(place))
  const field = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  const content = text.trim()
  const left = messageLength - content.length

  useEffect(() => {
    const element = field.current
    // On a phone its keyboard would cover what there is to read.
    if (!element || !window.matchMedia('(min-width: 48em) and (pointer: fine)').matches) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [])

  const write = (next: string) => {
    setText(next)
    keepDraft(place, next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    field.current?.focus({ preventScroll: true })
    if (content && left >= 0 && send(content)) write('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // 229: the Enter that ends the choice of a character, in browsers that don't say so otherwise.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) submit(event)
  }

  return (
    <form className={styles.composer} onSubmit={submit}>
      <Textarea
        ref={field}
        className={styles.field ?? ''}
        aria-label={`Message to ${name}`}
        aria-describedby={left < near ? hint : undefined}
        placeholder="Write a message…"
        autosize
        minRows={1}
        maxRows={6}
        dir="auto"
        error={left < 0}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          write(value)
          if (value.trim()) onType()
        }}
        onKeyDown={onKeyDown}
      />
      <ActionIcon
        type="submit"
        size={36}
        aria-label="Send"
        title="Send (Enter)"
        variant="filled"
        {...((!content || left < 0) && { 'data-disabled': true, 'aria-disabled': true })}
      >
        <IconSend2 size={18} />
      </ActionIcon>
      {left < near && (
        <div id={hint} className={styles.left} data-is-over={left < 0} role="status">
          {left < 0 ? `${-left} characters too many` : `${left} characters left`}
        </div>
      )}
    </form>
  )
}
