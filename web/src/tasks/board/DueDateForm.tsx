import { Button, Group, Modal } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useToday } from '../../session/today.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import type { WorkItem } from './work.ts'

type Props = {
  /** The date to begin with. */
  value?: string | null
  /** Inside a popover. */
  isNested?: boolean
  choose: (date: string | null) => void
}

/** A due date to set, or to clear. */
export function DueDateForm({ value, isNested = false, choose }: Props) {
  const [date, setDate] = useState(value ?? '')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (date && input.current?.validity.valid) choose(date)
    else setProblem(input.current?.validationMessage || 'Choose a date.')
  }
  return (
    <form onSubmit={submit}>
      <DateField
        ref={input}
        size="xs"
        label="Due date"
        today={useToday()}
        isNested={isNested}
        data-autofocus
        value={date}
        error={problem}
        onChange={(typed) => {
          setDate(typed)
          setProblem(undefined)
        }}
      />
      <Group gap="xs" mt="sm" wrap="nowrap">
        <Button type="submit" size="compact-sm">
          Set due date
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => choose(null)}>
          No due date
        </Button>
      </Group>
    </form>
  )
}

type DialogProps = { item: WorkItem; choose: (date: string | null) => void; close: () => void }

export const DueDateDialog = ({ item, choose, close }: DialogProps) => (
  <Modal opened onClose={close} title={item.title} size="xs">
    <DueDateForm
      value={item.due_date}
      choose={(date) => {
        close()
        choose(date)
      }}
    />
  </Modal>
)
