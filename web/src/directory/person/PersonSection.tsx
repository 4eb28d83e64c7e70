import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Person.module.css'

type Props = { id: string; title: ReactNode; note?: ReactNode; actions?: ReactNode; children: ReactNode }

/** One subject of a person's page. */
export const PersonSection = ({ id, title, note, actions, children }: Props) => (
  <section aria-labelledby={id} className={styles.section}>
    <Group justify="space-between" gap="xs" className={styles.sectionHead}>
      <Title order={2} id={id} tabIndex={-1} fz="var(--text-title)">
        {title}
      </Title>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
    {note && (
      <Text inherit c="dimmed" mb="sm" className={styles.text}>
        {note}
      </Text>
    )}
    {children}
  </section>
)

type Fact = { label: string; value: ReactNode }

/** Facts with their labels. */
export const PersonFacts = ({ facts }: { facts: readonly (Fact | false)[] }) => (
  <dl className={styles.facts}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.label}>
            <dt className="dimmed">{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
    )}
  </dl>
)

export const NotSet = () => <span className="dimmed">Not set</span>
