import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

type Props = { tone: 'warning' | 'error'; role: 'status' | 'alert'; action: ReactNode; children: ReactNode }

/** A message in a coloured box above what it is about, with at most one action. */
export const Notice = ({ tone, role, action, children }: Props) => (
  <Group
    role={role}
    justify="space-between"
    gap="sm"
    mb="md"
    px="md"
    py="sm"
    bdrs="md"
    c={`var(--${tone}-ink)`}
    bg={`var(--${tone}-paper)`}
  >
    <span className={styles.text}>{children}</span>
    {action}
  </Group>
)
