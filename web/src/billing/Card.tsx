import { Stack, type StackProps } from '@mantine/core'

/** A section of a billing page, in a box. */
export const Card = (props: StackProps & { 'aria-label'?: string; 'aria-labelledby'?: string }) => (
  <Stack component="section" className="card" gap="sm" p="md" {...props} />
)
