import { Text } from '@mantine/core'
import type { endOf } from './read.ts'

/** How overdue a project is, or how near its end. */
export const EndNote = ({ isOverdue, words }: NonNullable<ReturnType<typeof endOf>>) => (
  <Text inherit fz="xs" c={isOverdue ? 'var(--mantine-color-error)' : 'var(--mantine-color-yellow-text)'}>
    {words}
  </Text>
)
