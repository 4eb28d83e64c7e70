import { ActionIcon, Button, Group, Menu, Popover, Text } from '@mantine/core'
import { IconCalendar, IconChevronDown, IconCircleHalf2, IconTrash, IconUser, IconX } from '@tabler/icons-react'
import { type Subtask, statuses } from 'contract'
import { type FormEvent, useRef, useState } from 'react'
import { useToday } from '../../session/today.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import menu from '../parts/LabelsField.module.css'
import type { AssigneeColumn } from './board.ts'
import styles from './SelectionBar.module.css'
import type { BulkChanges } from './useBulkChanges.ts'

type Props = {
  subtasks: readonly Subtask[]
  columns: readonly AssigneeColumn[]
  bulk: BulkChanges
  assign: (column: AssigneeColumn) => void
  clear: () => void
}

const chevron = <IconChevronDown size={14} aria-hidden />
const look = { variant: 'default', size: 'compact-sm', rightSection: chevron } as const

/** The toolbar for the selected subtasks, at the foot of the page. */
export function SelectionBar({ subtasks, columns, bulk, assign, clear }: Props) {
  const act = (work: Promise<unknown>) => {
    clear()
    void work
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected subtasks">
      <Text inherit span px="2xs" fw="var(--weight-medium)" className="tabular">
        {subtasks.length} selected
      </Text>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button {...look} leftSection={<IconUser size={16} aria-hidden />}>
            Assign to…
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={menu.menu}>
          {columns
            .filter(({ isMember }) => isMember)
            .map((column) => (
              <Menu.Item key={column.id} onClick={() => assign(column)}>
                {column.name}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button {...look} leftSection={<IconCircleHalf2 size={16} aria-hidden />}>
            Status
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {statuses.map((status) => (
            <Menu.Item key={status} onClick={() => act(bulk.setStatus(subtasks, status))}>
              <TaskStatusBadge status={status} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <DueDateButton choose={(date) => act(bulk.setDueDate(subtasks, date))} />
      <Button
        variant="default"
        size="compact-sm"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void bulk.remove(subtasks).then((isRemoved) => isRemoved && clear())}
      >
        Delete
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label="Clear selection"
        title="Clear selection (Esc)"
        onClick={clear}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}

function DueDateButton({ choose }: { choose: (date: string | null) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [date, setDate] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (date && input.current?.validity.valid) choose(date)
    else setProblem(input.current?.validationMessage || 'Choose a date.')
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button {...look} leftSection={<IconCalendar size={16} aria-hidden />} onClick={() => setOpen((isShown) => !isShown)}>
          Due date
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Due date">
        <form onSubmit={submit}>
          <DateField
            ref={input}
            size="xs"
            label="Due date"
            today={useToday()}
            isNested
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
      </Popover.Dropdown>
    </Popover>
  )
}
