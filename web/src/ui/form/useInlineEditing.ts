import { useEffect, useRef, useState } from 'react'
import { Refused } from '../../api/call.ts'
import { draftOf, keepDraft } from '../../api/drafts.ts'
import { fieldErrors, messageOf } from '../../api/messages.ts'
import type { InlineFieldProps } from './InlineField.tsx'
import { changedTextsIn } from './TextConflict.tsx'

export type Mode = 'shown' | 'edited' | 'saving'

/** Whether the server says what is wrong with the value, rather than failing for another reason. */
const isOnField = (error: unknown) =>
  error instanceof Refused && error.status !== 500 && Object.keys(fieldErrors(error.body)).length > 0

type Unsaved = { text: string; message?: string | undefined; value: string }

/** The text that somebody was typing when they left the page, and the value that they began with. */
function draftAt(key: string | undefined): Unsaved | undefined {
  try {
    return key === undefined ? undefined : (JSON.parse(draftOf(key) || 'null') ?? undefined)
  } catch {
    return undefined
  }
}

/** The value on its way from shown to edited to saved. */
export function useInlineEditing(props: InlineFieldProps) {
  const { value, save, kind = 'text', validate, revertsWhenWrong, onRefused, disabledReason, draftKey } = props
  const [mode, setMode] = useState<Mode>('shown')
  const [draft, setDraft] = useState(value)
  // The value may change while the field is open. A person who typed nothing must not overwrite it.
  const [opened, setOpened] = useState(value)
  const [error, setError] = useState<string>()
  // The present text, once the person has been told that it is not the one that they began with.
  const [theirs, setTheirs] = useState<string>()
  const { unsaved, setUnsaved, forget } = useUnsavedText({ draftKey, mode, value, draft, opened })
  const isTyped = kind === 'text' || kind === 'textarea'
  const input = useRef<HTMLInputElement>(null)
  const { button, returnsFocus } = useReturningFocus(mode)

  const edit = () => {
    if (disabledReason || mode === 'saving') return
    const isKept = isTyped && unsaved !== undefined && (draftKey !== undefined || unsaved.value === value)
    setDraft(isKept ? unsaved.text : value)
    const began = isKept ? unsaved.value : value
    setError(isKept && began === value ? unsaved.message : undefined)
    setTheirs(began === value ? undefined : value)
    setUnsaved(undefined)
    setOpened(began)
    setMode('edited')
  }
  const cancel = () => {
    forget()
    returnsFocus.current = true
    setMode('shown')
  }
  const fail = (message: string) => {
    if (revertsWhenWrong) setDraft(value)
    setError(message)
    setMode('edited')
  }
  const tell = (present: string) => {
    setTheirs(present)
    setError(undefined)
    setMode('edited')
  }
  const submit = async (text = draft, from = opened) => {
    // A date field whose text is no date still has its earlier value, which must not be saved.
    if (input.current?.validity.customError) return fail(input.current.validationMessage)
    if (text === value || text === opened) return cancel()
    const problem = validate?.(text)
    if (problem) return fail(problem)
    if (isTyped && value !== opened && value !== from) return tell(value)
    returnsFocus.current = true
    setMode('saving')
    try {
      await save(text, from)
      forget()
      setMode('shown')
    } catch (refusal) {
      const [present] = Object.values(changedTextsIn(refusal) ?? {})
      if (present !== undefined) return tell(present)
      const message = messageOf(refusal, 'Something went wrong.', ['field', 'non_field_errors', 'detail'])
      if (isOnField(refusal)) fail(message)
      else {
        setUnsaved({ text, message, value })
        setMode('shown')
      }
      onRefused?.(message)
    }
  }
  const conflict = theirs === undefined ? undefined : { theirs, keepMine: () => void submit(draft, theirs), keepTheirs: cancel }
  const hasDraft = draftKey !== undefined && mode === 'shown' && unsaved !== undefined && !disabledReason
  return { mode, conflict, hasDraft, discard: forget, draft, setDraft, error, button, input, edit, cancel, submit }
}

type Edited = { draftKey: string | undefined; mode: Mode; value: string; draft: string; opened: string }

/** Text that could not be saved, or that a reload has interrupted. It returns when the field is opened again. */
function useUnsavedText({ draftKey, mode, value, draft, opened }: Edited) {
  const [unsaved, setUnsaved] = useState(() => draftAt(draftKey))
  // The reload may have come between the save and its answer.
  const isSaved = unsaved?.text.trim() === value.trim()
  useEffect(() => {
    if (draftKey === undefined || mode !== 'edited') return
    keepDraft(draftKey, draft === opened ? '' : JSON.stringify({ text: draft, value: opened }))
  }, [draftKey, mode, draft, opened])
  const forget = () => {
    setUnsaved(undefined)
    if (draftKey !== undefined) keepDraft(draftKey, '')
  }
  return { unsaved: isSaved ? undefined : unsaved, setUnsaved, forget }
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
