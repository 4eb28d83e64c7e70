import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One sentence in place of an empty list, and at most one action. */
export const Empty = ({ children, action, icon }: { children: ReactNode; action?: ReactNode; icon?: ReactNode }) => (
  <Stack align="center" gap="sm" py="xl" px="md">
    {icon}
    <Text c="dimmed" ta="center" maw={420}>
      {children}
    </Text>
    {action}
  </Stack>
)

/** Shown when filters hide every row. */
export const NothingMatches = ({ clear }: { clear: () => void }) => (
  <Empty
    action={
      <Button variant="default" onClick={clear}>
        Clear Filters
      </Button>
    }
  >
    Nothing matches these filters.
  </Empty>
)
