import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Priority, priorities } from 'contract'
import { PriorityBadge, priorityOptions } from '../../ui/theme/badges.tsx'
import styles from './StatusMenu.module.css'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** The row's title, for the button's label. */
  of: string
  priority: Priority
  save: (priority: Priority) => void
}

/** A priority that can be changed in place. */
export function PriorityMenu({ of, priority, save }: Props) {
  const { isRendered, trigger, menu } = useLazyMenu()
  const target = (
    <button
      type="button"
      {...trigger}
      className={styles.trigger}
      data-edit="priority"
      aria-label={`Priority of ${of}: ${priorityOptions.find(({ value }) => value === priority)?.label}`}
      title="Change priority (key P)"
    >
      <PriorityBadge priority={priority} />
    </button>
  )
  if (!isRendered) return target
  return (
    <Menu {...menu} position="bottom-start" width={160}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {priorities.toReversed().map((value) => (
          <Menu.Item
            key={value}
            rightSection={value === priority && <IconCheck size={16} aria-label="now" />}
            onClick={() => value !== priority && save(value)}
          >
            <PriorityBadge priority={value} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
