import { ActionIcon, Box, Tooltip } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Markdown } from '../../text/Markdown.tsx'
import { applyEdit, writtenIn } from './apply.ts'
import { type Command, commands, keysOf } from './commands.ts'
import styles from './Toolbar.module.css'
import { isInCode } from './text.ts'
import { usePreview } from './usePreview.ts'

type Props = {
  field: HTMLTextAreaElement
  text: string
  /** Ends the preview, so that the field can be corrected. */
  error: ReactNode
  /** The preview may be higher than the field. */
  isGrowing: boolean
}

/** The buttons below a text, together one stop of the Tab key. The preview takes the place of the text. */
export function Toolbar({ field, text, error, isGrowing }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const preview = usePreview(field, text !== '' && !error)
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog closes by Escape, wherever the focus is in it.
    if (event.key === 'Escape' && !field.closest('[role="dialog"]')) return preview.leave()
    const targets: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }
    const target = targets[event.key]
    const buttons = bar.current?.querySelectorAll('button')
    if (target === undefined || !buttons || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    buttons[(target + buttons.length) % buttons.length]?.focus()
  }
  const shared = (index: number) => ({ tabIndex: index === current ? 0 : -1, onFocus: () => setCurrent(index) })
  return (
    <div className={styles.container}>
      {preview.height !== undefined && (
        <Box
          className={styles.preview}
          role="region"
          aria-label="Preview"
          tabIndex={0}
          data-is-growing={isGrowing}
          {...(isGrowing ? { mih: preview.height } : { h: preview.height })}
        >
          <Markdown>{text}</Markdown>
        </Box>
      )}
      <div ref={bar} className={styles.bar} role="toolbar" aria-label="Formatting" onKeyDown={onKeyDown}>
        {commands.map((command, index) => (
          <CommandButton
            key={command.label}
            command={command}
            field={field}
            isDisabled={preview.height !== undefined}
            {...shared(index)}
          />
        ))}
        <BarButton
          label="Preview"
          aria-pressed={preview.height !== undefined}
          className={styles.last}
          isDisabled={text === ''}
          run={({ currentTarget }) => preview.toggle(currentTarget)}
          {...shared(commands.length)}
        >
          <IconEye size={16} />
        </BarButton>
      </div>
    </div>
  )
}

type Shared = { tabIndex: number; onFocus: () => void; isDisabled: boolean }

function CommandButton({ command, field, ...rest }: Shared & { command: Command; field: HTMLTextAreaElement }) {
  const { label, icon: Icon, edit } = command
  const keys = keysOf(command)
  const run = () => {
    const written = writtenIn(field)
    if (isInCode(written)) field.focus({ preventScroll: true })
    else applyEdit(field, edit(written))
  }
  return (
    <BarButton label={label} keys={keys?.shown} aria-keyshortcuts={keys?.aria} run={run} {...rest}>
      <Icon size={16} />
    </BarButton>
  )
}

type ButtonProps = Shared & {
  label: string
  keys?: string | undefined
  run: (event: React.MouseEvent<HTMLButtonElement>) => void
  className?: string | undefined
  'aria-keyshortcuts'?: string | undefined
  'aria-pressed'?: boolean
  children: ReactNode
}

function BarButton({ label, keys, run, isDisabled, children, ...rest }: ButtonProps) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label} openDelay={500}>
      <ActionIcon
        variant={rest['aria-pressed'] ? 'light' : 'subtle'}
        color="gray"
        size={28}
        aria-label={label}
        {...(isDisabled && { 'data-disabled': true, 'aria-disabled': true })}
        // The field keeps the focus and its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          if (!isDisabled) run(event)
        }}
        {...rest}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
