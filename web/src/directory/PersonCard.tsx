import { Group } from '@mantine/core'
import { RoleBadge } from '../ui/theme/badges.tsx'
import { ContactLinks, Place } from './columns.tsx'
import { MessageLink } from './contact.tsx'
import styles from './Directory.module.css'
import { PersonLink, PersonName } from './PersonName.tsx'
import type { DirectoryEntry } from './read.ts'
import { useMayMessage } from './useMayMessage.ts'

/** A person in the directory's cards. */
export function PersonCard({ person }: { person: DirectoryEntry }) {
  const mayMessage = useMayMessage()
  const { department, role, manager, place } = person
  return (
    <>
      <Group gap="xs" align="flex-start" justify="space-between" wrap="nowrap">
        <PersonName person={person} size={40} />
        {mayMessage(person) && <MessageLink person={person} />}
      </Group>
      <Group gap="var(--space-1) var(--space-2)">
        <RoleBadge role={role} />
        {department && <span>{department}</span>}
      </Group>
      {manager && (
        <div className={styles.text}>
          <span className="dimmed">Reports to </span>
          <PersonLink person={manager} />
        </div>
      )}
      {place && <Place person={person} />}
      <ContactLinks person={person} />
    </>
  )
}
