import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { id: string; title: string; note: ReactNode; children: ReactNode }

/** One subject of the workspace's settings, with a sentence on what it is for. */
export const SettingsSection = ({ id, title, note, children }: Props) => (
  <section aria-labelledby={id}>
    <Title order={2} id={id} mb="2xs">
      {title}
    </Title>
    <Text inherit c="dimmed" mb="md">
      {note}
    </Text>
    {children}
  </section>
)
