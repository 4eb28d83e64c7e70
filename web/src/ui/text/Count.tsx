import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A number beside a heading. */
export const Count = ({ children }: { children: ReactNode }) => (
  <Text span className="dimmed tabular" fw="var(--weight-regular)" ml="2xs">
    {children}
  </Text>
)
