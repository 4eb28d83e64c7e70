import { ActionIcon, Group, NativeSelect, Textarea, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Refused } from '../../api/call.ts'
import { fieldErrors, messageOf } from '../../api/messages.ts'
import { formatDate, todayIn } from '../text/dates.ts'
import { hasLinks, LinkedText } from '../text/LinkedText.tsx'
import { DateField } from './DateField.tsx'
import styles from './InlineField.module.css'

type Option = { value: string; label: string }

type Props = {
  label: string
  /** Dates are `YYYY-MM-DD`. Empty text stands for nothing. */
  value: string
  /** Rejects when refused. The field then stays open if the server says what is wrong with it, and else goes back to its value. */
  save: (value: string) => Promise<unknown>
  kind?: 'text' | 'textarea' | 'date' | 'select'
  options?: readonly Option[]
  /** How the value looks when it is not being edited; its text where absent. */
  display?: ReactNode
  /** In place of nothing. */
  placeholder?: string
  /** Why it can't be edited now. */
  disabledReason?: string | undefined
  /** What is wrong before it is sent. */
  validate?: (value: string) => string | undefined
  /** Goes back to the value when it is wrong or refused, rather than keeping what was typed. */
  revertsWhenWrong?: boolean
  /** Told the message of a refusal, for a toast beside it. */
  onRefused?: (message: string) => void
  maxLength?: number
  /** In the workspace, for a date; the browser's where absent. */
  today?: string
  /** The first day that the calendar offers, for a date. */
  min?: string | undefined
}

/** Whether the server named what is wrong, as against a failure that has nothing to do with the value. */
const isOnField = (error: unknown) =>
  error instanceof Refused && error.status !== 500 && Object.keys(fieldErrors(error.body)).length > 0

type Mode = 'shown' | 'edited' | 'saving'

/** A value that becomes a field when it is clicked. Enter saves, except in many lines; Escape cancels. */
export function InlineField(props: Props) {
  const { label, value, save, kind = 'text', validate, revertsWhenWrong, onRefused, disabledReason } = props
  const [mode, setMode] = useState<Mode>('shown')
  const [draft, setDraft] = useState(value)
  // Somebody else may change the value meanwhile. Who has typed nothing sends nothing over it.
  const [opened, setOpened] = useState(value)
  const [error, setError] = useState<string>()
  // Long text that could not be saved is there again when the field is opened.
  const [unsaved, setUnsaved] = useState<{ text: string; message: string; value: string }>()
  const isTyped = kind === 'text' || kind === 'textarea'
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const returnsFocus = useRef(false)

  useEffect(() => {
    if (mode === 'edited' || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [mode])

  const edit = () => {
    if (disabledReason || mode === 'saving') return
    const isKept = isTyped && unsaved?.value === value
    setDraft(isKept ? unsaved.text : value)
    setError(isKept ? unsaved.message : undefined)
    setUnsaved(undefined)
    setOpened(value)
    setMode('edited')
  }
  const cancel = () => {
    returnsFocus.current = true
    setMode('shown')
  }
  const submit = async (wanted = draft) => {
    // Text that is no date has no value, and an earlier one would be saved in its place.
    if (input.current?.validity.customError) return fail(input.current.validationMessage)
    if (wanted === value || wanted === opened) return cancel()
    const problem = validate?.(wanted)
    if (problem) return fail(problem)
    returnsFocus.current = true
    setMode('saving')
    try {
      await save(wanted)
      setMode('shown')
    } catch (refusal) {
      const message = messageOf(refusal, 'Something went wrong.', ['field', 'non_field_errors', 'detail'])
      if (isOnField(refusal)) fail(message)
      else revert(message, wanted)
      onRefused?.(message)
    }
  }
  const revert = (message: string, wanted: string) => {
    setUnsaved({ text: wanted, message, value })
    setMode('shown')
  }
  const fail = (message: string) => {
    if (revertsWhenWrong) setDraft(value)
    setError(message)
    setMode('edited')
  }

  if (mode === 'edited') return <Editor {...props} {...{ kind, input, draft, setDraft, error, submit, cancel }} />

  const shown = mode === 'saving' ? draft : value
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <Shown {...props} kind={kind} shown={shown} isSaving={mode === 'saving'} button={button} edit={edit} />
    </div>
  )
}

type ShownProps = Props & {
  shown: string
  isSaving: boolean
  button: React.RefObject<HTMLButtonElement | null>
  edit: () => void
}

function Shown({ label, value, kind, options, display, placeholder, disabledReason, shown, isSaving, button, edit }: ShownProps) {
  const id = useId()
  const isLinked = kind === 'textarea' && hasLinks(shown)
  const text = kind === 'date' ? formatDate(shown) : (options?.find((o) => o.value === shown)?.label ?? shown)
  return (
    <>
      {isLinked && <Linked edit={edit}>{shown}</Linked>}
      <Tooltip label={disabledReason} disabled={!disabledReason}>
        <button
          ref={button}
          type="button"
          className={isLinked ? styles.pencil : styles.value}
          data-lines={kind === 'textarea' || undefined}
          aria-disabled={disabledReason ? true : undefined}
          aria-describedby={disabledReason ? id : undefined}
          title={disabledReason ? undefined : `Edit ${label.toLowerCase()}`}
          onClick={edit}
        >
          <span className={styles.said}>{isLinked ? `${label}: edit` : `${label}: `}</span>
          {isLinked ? (
            <IconPencil size={16} aria-hidden />
          ) : display && shown === value ? (
            display
          ) : (
            text || <span className={styles.nothing}>{placeholder ?? 'Not set'}</span>
          )}
          {isSaving && (
            <span role="status" className={styles.saving}>
              Saving...
            </span>
          )}
        </button>
      </Tooltip>
      {disabledReason && (
        <span id={id} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}

/** Links can't stand in a button: beside one, the text is edited by a click where no link is. */
function Linked({ edit, children }: { edit: () => void; children: string }) {
  const click = ({ target }: MouseEvent) => {
    const isSelecting = window.getSelection()?.isCollapsed === false
    if (!isSelecting && !(target instanceof Element && target.closest('a'))) edit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button beside it does the same
    <div className={styles.linked} onClick={click}>
      <LinkedText>{children}</LinkedText>
    </div>
  )
}

type EditorProps = Props & {
  kind: NonNullable<Props['kind']>
  input: React.RefObject<HTMLInputElement | null>
  draft: string
  setDraft: (draft: string) => void
  error: string | undefined
  submit: (wanted?: string) => Promise<void>
  cancel: () => void
}

function Editor({
  label,
  kind,
  input,
  options = [],
  draft,
  setDraft,
  error,
  submit,
  cancel,
  maxLength,
  today = todayIn(),
  min,
}: EditorProps) {
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      cancel()
    } else if (event.key === 'Enter' && (kind !== 'textarea' || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    }
  }
  const isByKey = useRef<boolean>(false)
  // The buttons stay beside the input, whatever stands below it.
  const inputContainer = (field: ReactNode) => (
    <Group gap={4} align="flex-start" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>{field}</div>
      <ActionIcon variant="filled" size={30} aria-label="Save" title="Save" onClick={() => void submit()}>
        <IconCheck size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={30} aria-label="Cancel" title="Cancel" onClick={cancel}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
  const shared = { label, error, inputContainer, autoFocus: true, value: draft, ...(maxLength && { maxLength }) }
  const change = (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value)

  // With arrow keys a person passes values on the way to the one that is meant; a pointer hits it.
  const choose = (event: { currentTarget: { value: string } }) => {
    change(event)
    if (!isByKey.current) void submit(event.currentTarget.value)
  }

  if (kind === 'select')
    return (
      <NativeSelect
        {...shared}
        size="xs"
        data={options}
        onChange={choose}
        onPointerDown={() => {
          isByKey.current = false
        }}
        onKeyDown={(event) => {
          isByKey.current = true
          keys(event)
        }}
      />
    )
  if (kind === 'textarea') return <Textarea {...shared} autosize minRows={3} maxRows={12} onKeyDown={keys} onChange={change} />
  if (kind === 'date')
    return (
      <DateField
        {...shared}
        ref={input}
        size="xs"
        today={today}
        min={min}
        onKeyDown={keys}
        onChange={setDraft}
        onPick={(date) => void submit(date)}
      />
    )
  return <TextInput {...shared} ref={input} size="xs" onKeyDown={keys} onChange={change} />
}
