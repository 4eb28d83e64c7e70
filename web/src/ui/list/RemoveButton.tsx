import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

type Props = {
  /** The row, as in `Remove question 2`. */
  of: string
  className?: string | undefined
  onClick: () => void
}

/** Removes a row of a list that is being edited. */
export const RemoveButton = ({ of, className, onClick }: Props) => (
  <ActionIcon
    className={className}
    variant="subtle"
    color="gray"
    c="dimmed"
    size={36}
    aria-label={`Remove ${of}`}
    title="Remove"
    onClick={onClick}
  >
    <IconTrash size={16} aria-hidden />
  </ActionIcon>
)
