import { Box, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type Status, statuses } from 'contract'
import type { KeyboardEvent } from 'react'
import { TaskStatusBadge, taskStatusOptions } from '../../ui/theme/badges.tsx'
import styles from './StatusMenu.module.css'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** The row's title, for the button's label. */
  of: string
  status: Status
  onChoose: (status: Status) => void
}

/** A key handler for a row: 1, 2 and 3 choose a status. */
export const statusKeys = (status: Status, onChoose: (status: Status) => void) => (event: KeyboardEvent) => {
  const wanted = statuses[Number(event.key) - 1]
  if (!wanted || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
  if (wanted !== status) onChoose(wanted)
}

/** A status that can be changed in place, by its menu or with the keys 1, 2 and 3. */
export function StatusMenu({ of, status, onChoose }: Props) {
  const { isRendered, close, trigger, menu } = useLazyMenu()
  const keys = statusKeys(status, (wanted) => {
    close()
    onChoose(wanted)
  })

  const target = (
    <button
      type="button"
      {...trigger}
      className={styles.trigger}
      data-edit="status"
      aria-label={`Status of ${of}: ${taskStatusOptions.find(({ value }) => value === status)?.label}`}
      title="Change status (keys 1, 2, 3)"
      onKeyDown={keys}
    >
      <TaskStatusBadge status={status} />
      <IconChevronDown size={14} className="dimmed" aria-hidden />
    </button>
  )
  if (!isRendered) return target
  return (
    <Menu {...menu} position="bottom-start" width={180}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown onKeyDown={keys}>
        {statuses.map((value, index) => (
          <Menu.Item
            key={value}
            rightSection={
              value === status ? (
                <IconCheck size={16} aria-label="now" />
              ) : (
                <Box component="kbd" className="fine" ff="inherit">
                  {index + 1}
                </Box>
              )
            }
            onClick={() => value !== status && onChoose(value)}
          >
            <TaskStatusBadge status={value} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
