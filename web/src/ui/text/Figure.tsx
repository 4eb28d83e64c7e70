import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A large number in a description list, on a line of its own. */
export const Figure = ({ children }: { children: ReactNode }) => (
  <Text component="dd" className="tabular" w="100%" fz="var(--text-figure)" fw="var(--weight-semibold)" lh={1.5}>
    {children}
  </Text>
)
