import { IconArrowRight } from '@tabler/icons-react'
import type { AssignmentLogEntry } from 'contract'
import type { TableColumn } from '../ui/list/DataTable.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './AssignmentHistory.module.css'

type Person = AssignmentLogEntry['new_manager']

const nameOf = (person: Person) => person?.full_name ?? <span className={styles.nobody}>Unassigned</span>

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
    <div className={styles.cardTop}>
      <span className={styles.name}>{entry.developer.full_name}</span>
      <When entry={entry} />
    </div>
    <div className={styles.move}>
      {nameOf(entry.previous_manager)}
      <IconArrowRight size={16} role="img" aria-label="to" />
      {nameOf(entry.new_manager)}
    </div>
    <div className={styles.by}>by {entry.assigned_by.full_name}</div>
  </>
)

const When = ({ entry }: { entry: AssignmentLogEntry }) => (
  <span className={styles.when}>
    <RelativeTime at={entry.assigned_at} />
  </span>
)
