import { ActionIcon } from '@mantine/core'
import type { ComponentType, MouseEventHandler } from 'react'

type Props = {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  /** A verb, such as `Delete`. */
  title: string
  /** The row that it is about, for assistive technology. */
  of: string
  onClick: MouseEventHandler<HTMLButtonElement>
}

/** A button without words at the end of a row. */
export const RowButton = ({ icon: Icon, title, of, onClick }: Props) => (
  <ActionIcon variant="subtle" color="gray" c="dimmed" size={32} aria-label={`${title} ${of}`} title={title} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
)
