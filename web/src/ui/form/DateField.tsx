import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { formatDate, parseDate } from '../text/dates.ts'
import type { CalendarProps } from './Calendar.tsx'
import { useCalendar } from './useCalendar.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'ref'> & {
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value?: string
  onChange?: (date: string) => void
  /** After `onChange`, when the date comes from the calendar. */
  onPick?: (date: string) => void
  /** In the workspace. */
  today: string
  /** The first day that the calendar offers. Earlier ones can be typed; the form refuses them. */
  min?: string | undefined
  /** The last day that the calendar offers, likewise. */
  max?: string | undefined
  /** Inside another popover, which closes when something outside it is clicked. */
  isNested?: boolean
  ref?: Ref<HTMLInputElement>
}

const notADate = 'Enter a date such as 22 Nov 2026.'
const shownAs = (date: string) => (date ? formatDate(date) : '')

/**
 * A day, typed or chosen from a calendar, shown as the pages show it. Every change that makes a date is passed on at once, so a
 * form can be submitted without leaving the field. Text that is no date makes the input invalid (`validity.customError`).
 */
export function DateField(props: Props) {
  const { value = '', onChange, onPick, today, min, max, isNested, error, onBlur, onKeyDown, ref, ...rest } = props
  const [text, setText] = useDateText(value)
  const [isLeft, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isWrong = parseDate(text) === undefined
  useLayoutEffect(() => input.current?.setCustomValidity(isWrong ? notADate : ''), [isWrong])

  const type = (typed: string) => {
    setText(typed)
    setLeft(false)
    const date = parseDate(typed)
    if (date !== undefined && date !== value) onChange?.(date)
  }
  const choose = (date: string) => {
    setText(shownAs(date))
    input.current?.setCustomValidity('')
    if (date !== value) onChange?.(date)
    onPick?.(date)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const date = parseDate(text)
    if (date !== undefined) setText(shownAs(date))
    setLeft(true)
    onBlur?.(event)
  }

  const calendar = useCalendar()
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    void calendar.open()
  }

  return (
    <TextInput
      placeholder="dd mmm yyyy"
      autoComplete="off"
      {...rest}
      ref={useMergedRef(input, ref)}
      value={text}
      error={error || (isWrong && isLeft && notADate)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={keys}
      onPointerEnter={calendar.prepare}
      rightSectionWidth={30}
      rightSection={
        <CalendarButton
          calendar={calendar}
          withinPortal={!isNested}
          {...{ value, today, min, max }}
          choose={(date) => {
            calendar.close()
            choose(date)
          }}
        />
      }
    />
  )
}

/** The text of the field. It follows the value, unless it means the same date already. */
function useDateText(value: string) {
  const [text, setText] = useState(() => shownAs(value))
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    if (parseDate(text) !== value) setText(shownAs(value))
  }
  return [text, setText] as const
}

type ButtonProps = CalendarProps & { calendar: ReturnType<typeof useCalendar>; withinPortal: boolean }

// Its name differs from the field's, because a label names one control.
const CalendarButton = ({ calendar: { Calendar, isOpen, open, close }, withinPortal, ...props }: ButtonProps) => (
  <Popover opened={isOpen} onDismiss={close} position="bottom-end" trapFocus returnFocus withinPortal={withinPortal} shadow="md">
    <Popover.Target>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label="Open calendar"
        title="Open calendar"
        onClick={() => (isOpen ? close() : void open())}
      >
        <IconCalendar size={16} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown p="sm">{Calendar && <Calendar {...props} />}</Popover.Dropdown>
  </Popover>
)
