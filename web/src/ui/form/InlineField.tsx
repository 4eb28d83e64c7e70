import { ActionIcon, Box, Group, NativeSelect, Textarea, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
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
  /** A date is `YYYY-MM-DD`. Empty means none. */
  value: string
  /** Rejects when refused. The field then stays open if the server names the value, and otherwise returns to the old one. */
  save: (value: string) => Promise<unknown>
  kind?: 'text' | 'textarea' | 'date' | 'select'
  options?: readonly Option[]
  /** How the value looks when it is not being edited; its text where absent. */
  display?: ReactNode
  /** Shown for an empty value. */
  placeholder?: string
  /** Why it can't be edited now. */
  disabledReason?: string | undefined
  /** The message for a value that must not be sent. */
  validate?: (value: string) => string | undefined
  /** Returns to the old value when the new one is wrong or refused, instead of keeping the typed text. */
  revertsWhenWrong?: boolean
  /** Receives the message of a refusal, for a toast. */
  onRefused?: (message: string) => void
  maxLength?: number
  /** In the workspace, for a date; the browser's where absent. */
  today?: string
  /** The first day that the calendar offers, for a date. */
  min?: string | undefined
}

/** Whether the server says what is wrong with the value, rather than failing for another reason. */
const isOnField = (error: unknown) =>
  error instanceof Refused && error.status !== 500 && Object.keys(fieldErrors(error.body)).length > 0

type Mode = 'shown' | 'edited' | 'saving'

/** A value that becomes a field when it is clicked. Enter saves, except in many lines; Escape cancels. */
export function InlineField(props: Props) {
  const { kind = 'text', label, value } = props
  const { mode, button, edit, ...editing } = useEditing(props)
  if (mode === 'edited') return <Editor {...props} {...editing} kind={kind} />
  const shown = mode === 'saving' ? editing.draft : value
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <Shown {...props} kind={kind} shown={shown} isSaving={mode === 'saving'} button={button} edit={edit} />
    </div>
  )
}

/** The value on its way from shown to edited to saved. */
function useEditing({ value, save, kind = 'text', validate, revertsWhenWrong, onRefused, disabledReason }: Props) {
  const [mode, setMode] = useState<Mode>('shown')
  const [draft, setDraft] = useState(value)
  // The value may change while the field is open. A person who typed nothing must not overwrite it.
  const [opened, setOpened] = useState(value)
  const [error, setError] = useState<string>()
  // Text that could not be saved returns when the field is opened again.
  const [unsaved, setUnsaved] = useState<{ text: string; message: string; value: string }>()
  const isTyped = kind === 'text' || kind === 'textarea'
  const input = useRef<HTMLInputElement>(null)
  const { button, returnsFocus } = useReturningFocus(mode)

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
  const fail = (message: string) => {
    if (revertsWhenWrong) setDraft(value)
    setError(message)
    setMode('edited')
  }
  const submit = async (text = draft) => {
    // A date field whose text is no date still has its earlier value, which must not be saved.
    if (input.current?.validity.customError) return fail(input.current.validationMessage)
    if (text === value || text === opened) return cancel()
    const problem = validate?.(text)
    if (problem) return fail(problem)
    returnsFocus.current = true
    setMode('saving')
    try {
      await save(text)
      setMode('shown')
    } catch (refusal) {
      const message = messageOf(refusal, 'Something went wrong.', ['field', 'non_field_errors', 'detail'])
      if (isOnField(refusal)) fail(message)
      else {
        setUnsaved({ text, message, value })
        setMode('shown')
      }
      onRefused?.(message)
    }
  }
  return { mode, draft, setDraft, error, button, input, edit, cancel, submit }
}

/** Focuses the button once the field has closed, where `returnsFocus` was set. */
function useReturningFocus(mode: Mode) {
  const button = useRef<HTMLButtonElement>(null)
  const returnsFocus = useRef(false)
  useEffect(() => {
    if (mode === 'edited' || !returnsFocus.current) return
    returnsFocus.current = false
    button.current?.focus()
  }, [mode])
  return { button, returnsFocus }
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
          <VisuallyHidden>{isLinked ? `${label}: edit` : `${label}: `}</VisuallyHidden>
          {isLinked ? (
            <IconPencil size={16} aria-hidden />
          ) : display && shown === value ? (
            display
          ) : (
            text || <span className="dimmed">{placeholder ?? 'Not set'}</span>
          )}
          {isSaving && (
            <span role="status" className="fine">
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

/** A button cannot contain links. Clicking the text beside them edits it, too. */
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
  submit: (text?: string) => Promise<void>
  cancel: () => void
}

function Editor(props: EditorProps) {
  const { label, kind, input, options = [], draft, setDraft, error, submit, cancel, maxLength, today = todayIn(), min } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      cancel()
    } else if (event.key === 'Enter' && (kind !== 'textarea' || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void submit()
    }
  }
  const inputContainer = (field: ReactNode) => <WithButtons {...{ submit, cancel }}>{field}</WithButtons>
  const length = maxLength ? { maxLength } : {}
  const shared = { label, error, inputContainer, autoFocus: true, value: draft, onKeyDown, ...length }
  const onChange = (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value)

  switch (kind) {
    case 'select':
      return <Choice {...shared} data={options} choose={setDraft} submit={submit} />
    case 'textarea':
      return <Textarea {...shared} autosize minRows={3} maxRows={12} onChange={onChange} />
    case 'date':
      return (
        <DateField
          {...shared}
          ref={input}
          size="xs"
          today={today}
          min={min}
          onChange={setDraft}
          onPick={(date) => void submit(date)}
        />
      )
    default:
      return <TextInput {...shared} ref={input} size="xs" onChange={onChange} />
  }
}

/** The buttons are beside the input itself, above its message. */
const WithButtons = ({ submit, cancel, children }: Pick<EditorProps, 'submit' | 'cancel'> & { children: ReactNode }) => (
  <Group gap="2xs" align="flex-start" wrap="nowrap">
    <Box flex={1} miw={0}>
      {children}
    </Box>
    <ActionIcon variant="filled" size={30} aria-label="Save" title="Save" onClick={() => void submit()}>
      <IconCheck size={16} />
    </ActionIcon>
    <ActionIcon variant="default" size={30} aria-label="Cancel" title="Cancel" onClick={cancel}>
      <IconX size={16} />
    </ActionIcon>
  </Group>
)

type ChoiceProps = {
  value: string
  data: readonly Option[]
  choose: (value: string) => void
  submit: (value: string) => Promise<void>
  onKeyDown: (event: KeyboardEvent) => void
}

/** A choice by pointer is saved at once. Arrow keys pass other values on the way, so Enter saves. */
function Choice({ choose, submit, onKeyDown, ...field }: ChoiceProps) {
  const isByKey = useRef<boolean>(false)
  return (
    <NativeSelect
      {...field}
      size="xs"
      onChange={({ currentTarget: { value } }) => {
        choose(value)
        if (!isByKey.current) void submit(value)
      }}
      onPointerDown={() => {
        isByKey.current = false
      }}
      onKeyDown={(event) => {
        isByKey.current = true
        onKeyDown(event)
      }}
    />
  )
}
