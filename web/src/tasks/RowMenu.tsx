import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** Whose actions they are. */
  of: string
  /** Why none of them can be done now. */
  reason?: string | undefined
  /** `Menu.Item`s. */
  children: ReactNode
}

export function RowMenu({ of, reason, children }: Props) {
  const { isMade, trigger, menu } = useLazyMenu()
  const target = (
    <ActionIcon {...trigger} variant="subtle" color="gray" size={28} aria-label={`Actions for ${of}`}>
      <IconDots size={16} />
    </ActionIcon>
  )
  if (!isMade) return target
  return (
    <Menu {...menu} width={200}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {reason && <Menu.Label>{reason}</Menu.Label>}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
