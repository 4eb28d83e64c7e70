import { Textarea, type TextareaProps } from '@mantine/core'
import { type ClipboardEvent, type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import styles from './MarkdownField.module.css'
import { type MentionNames, shownText, storedText } from './markdown/mentions.ts'
import type { Place } from './markdown/place.ts'
import type { ToolsProps } from './markdown/Tools.tsx'
import { useToggledToolbar } from './markdown/toggled.ts'

/** The tools' handlers of events that the field's owner has left to them. */
export type FieldEvents = {
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
}

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  /** The text as it is stored. The field shows the names of the people that it mentions. */
  value?: string
  onChange?: (text: string) => void
  place?: Place | undefined
  /** A toggled one is shown and hidden by a `FormattingButton`. Enter is then left to the field's owner, and Shift+Enter goes on with lists. */
  toolbar?: 'always' | 'toggled'
}

/** A field for Markdown. Its tools load when it first has the focus; without them it is a plain field. */
export function MarkdownField({ value = '', onChange, place, toolbar = 'always', onFocus, onKeyDown, onPaste, ...rest }: Props) {
  const [names] = useState<MentionNames>(() => new Map())
  const [field, setField] = useState<HTMLTextAreaElement>()
  const [Tools, setTools] = useState<ComponentType<ToolsProps>>()
  const events = useRef<FieldEvents>(null)
  const isToggled = toolbar === 'toggled'
  const [isShown] = useToggledToolbar()
  const hasBar = field !== undefined && (!isToggled || isShown)

  const prepare = (element: HTMLTextAreaElement) => {
    if (field || element.readOnly) return
    // The toolbar has its room at once, so that nothing moves once it has been loaded.
    setField(element)
    import('./markdown/Tools.tsx').then(
      (module) => setTools(() => module.default),
      () => setField(undefined),
    )
  }
  const tools = Tools && field && (
    <Tools field={field} events={events} text={value} {...{ place, names, hasBar, isToggled }} error={rest.error} />
  )
  return (
    <Textarea
      {...rest}
      value={shownText(value, names)}
      onChange={({ currentTarget }) => onChange?.(storedText(currentTarget.value, names))}
      classNames={hasBar ? { wrapper: styles.frame, input: styles.input, bottomSection: styles.bar } : { wrapper: styles.plain }}
      bottomSection={
        field &&
        (tools ||
          (hasBar && (
            <div className={styles.container}>
              <div className={styles.room} />
            </div>
          )))
      }
      onFocus={(event) => {
        onFocus?.(event)
        prepare(event.currentTarget)
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (!event.defaultPrevented) events.current?.onKeyDown(event)
      }}
      onPaste={(event) => {
        onPaste?.(event)
        if (!event.defaultPrevented) events.current?.onPaste(event)
      }}
    />
  )
}
