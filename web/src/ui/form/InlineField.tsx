import { ActionIcon, Box, Button, Group, NativeSelect, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { formatDate, todayIn } from '../text/dates.ts'
import { hasMarkdown } from '../text/hasMarkdown.ts'
import { hasLinks } from '../text/LinkedText.tsx'
import { Markdown, type MarkdownProps } from '../text/Markdown.tsx'
import { DateField } from './DateField.tsx'
import styles from './InlineField.module.css'
import { MarkdownField } from './MarkdownField.tsx'
import type { Place } from './markdown/place.ts'
import { TextConflict } from './TextConflict.tsx'
import { useInlineEditing } from './useInlineEditing.ts'

type Option = { value: string; label: string }

export type InlineFieldProps = {
  label: string
  /** The label is a heading of the page. */
  isHeading?: boolean
  /** Ticks the boxes of a text in many lines. */
  setCheckBox?: MarkdownProps['setCheckBox']
  /** A date is `YYYY-MM-DD`. Empty means none. */
  value: string
  /** Gets the value that the person began with, too. Rejects when refused. The field then stays open if the server names the value, and otherwise returns to the old one. */
  save: (value: string, from: string) => Promise<unknown>
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
  /** The key of a draft that survives a reload, for many lines. It names the person. */
  draftKey?: string
  /** In the workspace, for a date; the browser's where absent. */
  today?: string
  /** The first day that the calendar offers, for a date. */
  min?: string | undefined
  /** For a text of many lines, which is Markdown. */
  place?: Place
}

/** A value that becomes a field when it is clicked. Enter saves, except in many lines; Escape cancels. */
export function InlineField(props: InlineFieldProps) {
  const { kind = 'text', label, value, isHeading } = props
  const Label = isHeading ? 'h2' : 'span'
  const { mode, button, edit, hasDraft, discard, ...editing } = useInlineEditing(props)
  if (mode === 'edited')
    return (
      <>
        <Editor {...props} {...editing} kind={kind} />
        {editing.conflict && <TextConflict name={label.toLowerCase()} {...editing.conflict} />}
      </>
    )
  const shown = mode === 'saving' ? editing.draft : value
  return (
    <div className={styles.field}>
      <Label className={styles.label}>{label}</Label>
      <Shown {...props} kind={kind} shown={shown} isSaving={mode === 'saving'} button={button} edit={edit} />
      {hasDraft && <Draft edit={edit} discard={discard} />}
    </div>
  )
}

export const Draft = ({ edit, discard }: { edit: () => void; discard: () => void }) => (
  <Group gap="2xs" mt="2xs">
    <span className="fine">You have an unsaved draft.</span>
    <Button variant="subtle" size="compact-xs" onClick={edit}>
      Continue
    </Button>
    <Button variant="subtle" color="gray" size="compact-xs" onClick={discard}>
      Discard
    </Button>
  </Group>
)

type ShownProps = InlineFieldProps & {
  shown: string
  isSaving: boolean
  button: React.RefObject<HTMLButtonElement | null>
  edit: () => void
}

function Shown({ shown, isSaving, button, edit, ...props }: ShownProps) {
  const { label, value, kind, options, display, placeholder, disabledReason, setCheckBox } = props
  const id = useId()
  const isLinked = kind === 'textarea' && (hasLinks(shown) || hasMarkdown(shown))
  const text = kind === 'date' ? formatDate(shown) : (options?.find((o) => o.value === shown)?.label ?? shown)
  return (
    <>
      {isLinked && (
        <Linked edit={edit} setCheckBox={disabledReason ? undefined : setCheckBox}>
          {shown}
        </Linked>
      )}
      <Tooltip label={disabledReason} disabled={!disabledReason}>
        <button
          ref={button}
          type="button"
          className={isLinked ? styles.pencil : styles.value}
          data-lines={kind === 'textarea' || undefined}
          aria-disabled={disabledReason || isSaving ? true : undefined}
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

/** A button cannot contain links and boxes. Clicking the text beside them edits it, too. */
function Linked({ edit, ...text }: MarkdownProps & { edit: () => void }) {
  const click = ({ target }: MouseEvent) => {
    const isSelecting = window.getSelection()?.isCollapsed === false
    if (!isSelecting && !(target instanceof Element && target.closest('a, button, input'))) edit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button beside it does the same
    <div className={styles.linked} onClick={click}>
      <Markdown {...text} />
    </div>
  )
}

type EditorProps = InlineFieldProps & {
  kind: NonNullable<InlineFieldProps['kind']>
  input: React.RefObject<HTMLInputElement | null>
  draft: string
  setDraft: (draft: string) => void
  error: string | undefined
  conflict: Pick<ComponentProps<typeof TextConflict>, 'theirs' | 'keepMine' | 'keepTheirs'> | undefined
  submit: (text?: string) => Promise<void>
  cancel: () => void
}

function Editor(props: EditorProps) {
  const {
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
    place,
  } = props
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
      return <MarkdownField {...shared} place={place} autosize minRows={3} maxRows={12} onChange={setDraft} />
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
