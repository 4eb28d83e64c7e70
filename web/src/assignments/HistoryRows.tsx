import { Group, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { AssignmentLogEntry } from 'contract'
import type { TableColumn } from '../ui/list/DataTable.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './AssignmentHistory.module.css'

type Person = AssignmentLogEntry['new_manager']

const nameOf = (person: Person) => person?.full_name ?? <span className="dimmed">Unassigned</span>

const personColumn = (label: string, personIn: (entry: AssignmentLogEntry) => Person): TableColumn<AssignmentLogEntry> => ({
  label,
  cell: (entry) => nameOf(personIn(entry)),
  titleOf: (entry) => personIn(entry)?.full_name,
})

export const historyColumns: readonly TableColumn<AssignmentLogEntry>[] = [
  personColumn('Developer', ({ developer }) => developer),
  personColumn('Previous Manager', ({ previous_manager }) => previous_manager),
  personColumn('New Manager', ({ new_manager }) => new_manager),
  personColumn('Assigned By', ({ assigned_by }) => assigned_by),
  { label: 'Date', cell: (entry) => <When entry={entry} />, width: '140px' },
]

export const HistoryCard = ({ entry }: { entry: AssignmentLogEntry }) => (
  <>
    <Group gap="sm" align="baseline" justify="space-between" wrap="nowrap">
      <Text inherit span fw="var(--weight-medium)">
        {entry.developer.full_name}
      </Text>
      <When entry={entry} />
    </Group>
    <Group gap="var(--space-1) var(--space-2)" className={styles.move}>
      {nameOf(entry.previous_manager)}
      <IconArrowRight size={16} role="img" aria-label="to" />
      {nameOf(entry.new_manager)}
    </Group>
    <Text inherit fz="var(--text-small)" c="dimmed">
      by {entry.assigned_by.full_name}
    </Text>
  </>
)

const When = ({ entry }: { entry: AssignmentLogEntry }) => (
  <Text span inherit c="dimmed" flex="none">
    <RelativeTime at={entry.assigned_at} />
  </Text>
)
