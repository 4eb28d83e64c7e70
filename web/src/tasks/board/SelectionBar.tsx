import { ActionIcon, Button, Menu, Popover, Text } from '@mantine/core'
import { IconCalendar, IconChevronDown, IconCircleHalf2, IconTrash, IconUser, IconX } from '@tabler/icons-react'
import { statuses } from 'contract'
import { useState } from 'react'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import menu from '../parts/LabelsField.module.css'
import { DueDateForm } from './DueDateForm.tsx'
import styles from './SelectionBar.module.css'
import type { BulkChanges, Person } from './useBulkChanges.ts'
import { nounsOf, type WorkItem } from './work.ts'

type Props = {
  items: readonly WorkItem[]
  /** The people who can be assigned. */
  people: readonly Person[]
  bulk: BulkChanges
  /** The items that still exist. */
  existing: (items: readonly WorkItem[]) => readonly WorkItem[]
  clear: () => void
}

const chevron = <IconChevronDown size={14} aria-hidden />
const look = { variant: 'default', size: 'compact-sm', rightSection: chevron } as const

/** The toolbar for the selected items, at the foot of the page. */
export function SelectionBar({ items, people, bulk, existing, clear }: Props) {
  const act = (change: (selected: readonly WorkItem[]) => Promise<unknown>) => {
    clear()
    void change(existing(items))
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={`Selected ${nounsOf(items)}`}>
      <Text inherit span px="2xs" fw="var(--weight-medium)" className="tabular">
        {items.length} selected
      </Text>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button {...look} leftSection={<IconUser size={16} aria-hidden />}>
            Assign to…
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={menu.menu}>
          {people.map((person) => (
            <Menu.Item key={person.id} onClick={() => act((selected) => bulk.assign(selected, person))}>
              {person.name}
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
            <Menu.Item key={status} onClick={() => act((selected) => bulk.setStatus(selected, status))}>
              <TaskStatusBadge status={status} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <DueDateButton choose={(date) => act((selected) => bulk.setDueDate(selected, date))} />
      <Button
        variant="default"
        size="compact-sm"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void bulk.remove(items).then((isRemoved) => isRemoved && clear())}
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
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button {...look} leftSection={<IconCalendar size={16} aria-hidden />} onClick={() => setOpen((isShown) => !isShown)}>
          Due date
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Due date">
        <DueDateForm isNested choose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}
