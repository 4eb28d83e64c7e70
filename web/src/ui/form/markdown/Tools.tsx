import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useImperativeHandle,
  useRef,
} from 'react'
import { type Shortcut, useShortcuts } from '../../hooks/shortcuts.ts'
import type { FieldEvents } from '../MarkdownField.tsx'
import { applyEdit, writtenIn } from './apply.ts'
import { commandOf, commands, keysOf } from './commands.ts'
import { continueLine, indentItems } from './lists.ts'
import type { MentionNames } from './mentions.ts'
import { insertion, pastingOf } from './pasted.ts'
import type { Place } from './place.ts'
import { Toolbar } from './Toolbar.tsx'
import { isInCode, type Written } from './text.ts'

const Suggestions = lazy(() => import('./Suggestions.tsx').catch(() => ({ default: () => null })))

export type ToolsProps = {
  field: HTMLTextAreaElement
  /** Receives what to do with the field's events. */
  events: RefObject<FieldEvents | null>
  text: string
  error: ReactNode
  place: Place | undefined
  names: MentionNames
  hasBar: boolean
  isToggled: boolean
}

const group = 'Writing'
/** Only listed: the field handles them. */
const shortcuts: readonly Shortcut[] = [
  { group, keys: '@', label: 'Mention a person' },
  { group, keys: '#', label: 'Mention a task or subtask' },
  ...commands.flatMap((command) => {
    const keys = keysOf(command)?.shown.replaceAll('+', ' ')
    return keys === undefined ? [] : { group, keys, label: command.label }
  }),
]

/** The tools of a field for Markdown: keys, pasting, suggestions, and the toolbar. */
export default function Tools({ field, events, text, error, place, names, hasBar, isToggled }: ToolsProps) {
  const paste = usePaste(field)
  useShortcuts(shortcuts)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    paste.onKeyDown(event)
    const written = writtenIn(field)
    const command = commandOf(event)
    if (command?.key === 'k' && written.start === written.end) return
    const edit = command ? !isInCode(written) && command.edit(written) : editOfKey(event, written, isToggled)
    if (!command && !edit) return
    event.preventDefault()
    // The page reacts to the same keys.
    event.stopPropagation()
    if (edit) applyEdit(field, edit)
  }
  useImperativeHandle(events, () => ({ onKeyDown, onPaste: paste.onPaste }))
  return (
    <>
      {hasBar && <Toolbar field={field} text={text} error={error} isGrowing={isToggled} />}
      {place && (
        <Suspense>
          <Suggestions field={field} place={place} names={names} />
        </Suspense>
      )}
    </>
  )
}

function editOfKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, written: Written, isToggled: boolean) {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Tab') return indentItems(written, shiftKey ? 'less' : 'more')
  return key === 'Enter' && shiftKey === isToggled ? continueLine(written) : undefined
}

function usePaste(field: HTMLTextAreaElement) {
  // Ctrl+Shift+V: browsers don't tell it apart from Ctrl+V.
  const isPlain = useRef<boolean>(false)
  const convert = async (html: string, plain: string) => {
    const markdown = await import('./html.ts').then(({ markdownOf }) => markdownOf(html)).catch(() => undefined)
    const written = writtenIn(field)
    const { start: from, end: to } = written
    const caret = from + plain.length
    applyEdit(field, markdown ? insertion(written, markdown) : { from, to, insert: plain, start: caret, end: caret })
  }
  const onKeyDown = ({ key, shiftKey }: KeyboardEvent) => {
    isPlain.current = shiftKey && key.toLowerCase() === 'v'
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (isPlain.current || field.readOnly) return
    const { clipboardData: data } = event
    const plain = data.getData('text/plain')
    const pasting = pastingOf({ plain, html: data.getData('text/html'), types: [...data.types] }, writtenIn(field))
    if (!pasting) return
    event.preventDefault()
    if ('edit' in pasting) applyEdit(field, pasting.edit)
    else void convert(pasting.html, plain.replace(/\r\n?/g, '\n'))
  }
  return { onKeyDown, onPaste }
}
