import { Popover } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCalendar } from './useCalendar.ts'

type Props = {
  /** The button's label. */
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  /** In the workspace. */
  today: string
  /** Empty to clear the date. */
  choose: (date: string) => void
  title?: string
  className?: string | undefined
  /** The button's content. */
  children: ReactNode
}

/** A date that opens a calendar when it is clicked. */
export function DateMenu({ label, value, today, choose, title, className, children }: Props) {
  const { Calendar, isOpen, open, close, prepare } = useCalendar('The calendar could not be loaded.')
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const target = (
    <button
      type="button"
      ref={button}
      className={className}
      data-edit="date"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={title}
      onPointerEnter={prepare}
      onClick={() => (isOpen ? close() : void open())}
    >
      {children}
    </button>
  )
  // A list has hundreds of them.
  if (!Calendar) return target
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown p="sm">
        <Calendar
          value={value}
          today={today}
          min={undefined}
          choose={(date) => {
            close()
            if (date !== value) choose(date)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
