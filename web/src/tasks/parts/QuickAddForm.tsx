import { ActionIcon, Button, CloseButton, Loader, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { taskRules } from 'contract'
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './QuickAddForm.module.css'
import { useQuickEntries } from './useQuickEntries.ts'

type Options = {
  add: Parameters<typeof useQuickEntries>[0]['add']
  /** Called with the new subtask's id and the field for the next, once the subtask is on the page. */
  onAdded: (id: number, input: RefObject<HTMLInputElement | null>) => void
}

type QuickAddState = ReturnType<typeof useQuickAdd>

/** A field for titles. Each is saved while the next is typed; a refused one returns to the field, if that is empty. */
export function useQuickAdd({ add, onAdded }: Options) {
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const type = (typed: string) => {
    setTitle(typed)
    setProblem(undefined)
  }
  const { entries, send, discard } = useQuickEntries({
    add,
    onAdded: (id) => onAdded(id, input),
    takeBack(refused, reason) {
      if (input.current?.value !== '') return false
      setTitle(refused.title)
      setProblem(reason)
      return true
    },
  })
  return {
    input,
    entries,
    retry: send,
    discard,
    title,
    problem,
    type,
    complain: setProblem,
    /** Sends the typed title as a subtask of this task. False if there is no title. */
    send(task: number) {
      const typed = title.trim()
      if (!typed) {
        setProblem(taskRules.title.empty)
        return false
      }
      type('')
      send({ title: typed, task })
      return true
    },
  }
}

type Props = {
  state: QuickAddState
  label: string
  className: string
  size: 'xs' | 'sm'
  submit: () => void
  close: () => void
  /** The earlier ones that wait for a connection. */
  queued: ReactNode
  children?: ReactNode
}

/** The pending subtasks and the field for the next. Enter sends; Escape clears the field or, if it is empty, closes it. */
export function QuickAddForm({ state, label, className, size, submit, close, queued, children }: Props) {
  const { input, title, problem, type } = state
  useEffect(() => input.current?.focus(), [input])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    if (title) type('')
    else close()
  }
  return (
    <form className={`${styles.form} ${className}`} aria-label={label} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      {queued}
      <PendingEntries {...state} />
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

/** The subtasks that are being saved or were refused. */
const PendingEntries = ({ entries, retry, discard }: Pick<QuickAddState, 'entries' | 'retry' | 'discard'>) => (
  <ul className={styles.lines} aria-live="polite">
    {entries.map((entry) => (
      <li key={entry.key} className={styles.line}>
        <div className="row">
          <Text inherit span truncate flex={1} {...(entry.reason === undefined && { c: 'dimmed' })}>
            {entry.title}
          </Text>
          {entry.reason === undefined ? (
            <Loader size={14} aria-label="Saving..." />
          ) : (
            <>
              <Button size="compact-xs" variant="light" aria-label={`Retry ${entry.title}`} onClick={() => retry(entry)}>
                Retry
              </Button>
              <ActionIcon
                size={22}
                variant="subtle"
                color="gray"
                aria-label={`Discard ${entry.title}`}
                onClick={() => discard(entry)}
              >
                <IconX size={14} />
              </ActionIcon>
            </>
          )}
        </div>
        {entry.reason !== undefined && (
          <Text inherit span fz="xs" c="var(--mantine-color-error)">
            {entry.reason}
          </Text>
        )}
      </li>
    ))}
  </ul>
)
