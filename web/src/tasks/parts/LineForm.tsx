import { ActionIcon, Button, CloseButton, Loader, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './LineForm.module.css'
import { type Lines, useLines } from './useLines.ts'

type Options = {
  add: Parameters<typeof useLines>[0]['add']
  /** Told the new one's id, once it is on the page, and where the next is typed. */
  added: (id: number, input: RefObject<HTMLInputElement | null>) => void
}

type NewLine = ReturnType<typeof useNewLine>

/** Titles typed one after another, each on its way while the next is typed. One that is refused goes back to where it was typed. */
export function useNewLine({ add, added }: Options) {
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const type = (typed: string) => {
    setTitle(typed)
    setProblem(undefined)
  }
  const lines = useLines({
    add,
    added: (id) => added(id, input),
    takeBack(line, reason) {
      // Something else has been typed meanwhile.
      if (input.current?.value !== '') return false
      setTitle(line.title)
      setProblem(reason)
      return true
    },
  })
  return {
    input,
    lines,
    title,
    problem,
    type,
    complain: setProblem,
    /** Sends what is typed, as a subtask of this task. Answers whether there was something to send. */
    send(task: number) {
      const typed = title.trim()
      if (!typed) {
        setProblem('Title is required.')
        return false
      }
      type('')
      lines.send({ title: typed, task })
      return true
    },
  }
}

type Props = {
  line: NewLine
  label: string
  className: string | undefined
  size: 'xs' | 'sm'
  submit: () => void
  close: () => void
  children?: ReactNode
}

/** What is on its way, and the field for the next: Enter sends. Escape takes back what is typed, and where nothing is, closes. */
export function LineForm({ line, label, className, size, submit, close, children }: Props) {
  const { input, lines, title, problem, type } = line
  useEffect(() => input.current?.focus(), [input])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (title) type('')
    else close()
  }
  return (
    <form className={className} aria-label={label} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Waiting {...lines} />
      <TextInput
        ref={input}
        size={size}
        maxLength={255}
        aria-label="Title"
        placeholder="Title, then Enter"
        enterKeyHint="done"
        value={title}
        error={problem}
        onChange={(event) => type(event.currentTarget.value)}
        rightSection={<CloseButton size="sm" aria-label="Close" title="Close (Esc)" onClick={close} />}
      />
      {children}
    </form>
  )
}

/** What is on its way, and what could not be saved. */
const Waiting = ({ shown, send, discard }: Lines) => (
  <ul className={styles.lines} aria-live="polite">
    {shown.map((line) => (
      <li key={line.key} className={styles.line} data-has-failed={line.reason !== undefined}>
        <div className={styles.row}>
          <span className={styles.title}>{line.title}</span>
          {line.reason === undefined ? (
            <Loader size={14} aria-label="Saving..." />
          ) : (
            <>
              <Button size="compact-xs" variant="light" aria-label={`Retry ${line.title}`} onClick={() => send(line)}>
                Retry
              </Button>
              <ActionIcon
                size={22}
                variant="subtle"
                color="gray"
                aria-label={`Discard ${line.title}`}
                onClick={() => discard(line)}
              >
                <IconX size={14} />
              </ActionIcon>
            </>
          )}
        </div>
        {line.reason !== undefined && <span className={styles.reason}>{line.reason}</span>}
      </li>
    ))}
  </ul>
)
