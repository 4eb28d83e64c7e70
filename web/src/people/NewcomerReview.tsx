import { Alert, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type Newcomer, type NewcomerPlan, newcomerLabels } from 'contract'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../ui/list/DataTable.tsx'
import { inLine } from '../ui/text/inLine.ts'
import styles from './NewcomerReview.module.css'

/** What a checked list would do: who is added or, if lines are wrong, what to correct. */
export function NewcomerReview({ plan: { people, wrong, refusal, ignored } }: { plan: NewcomerPlan }) {
  const isNarrow = useIsNarrow(48)
  const count = people.length
  return (
    <>
      <Text role="status" fw="var(--weight-medium)">
        {wrong
          ? correctionsIn(wrong, count)
          : count === 1
            ? 'One person is ready to be invited.'
            : `${count} people are ready to be invited.`}
      </Text>
      {ignored.length > 0 && (
        <Text className={styles.text} size="sm" c="dimmed">
          {ignored.length === 1 ? 'This column is left out:' : 'These columns are left out:'} {ignored.join(', ')}.
        </Text>
      )}
      {refusal && (
        <Alert color="yellow" variant="light" icon={<IconAlertCircle size={18} />} mt="sm">
          {refusal} Divide the list, or invite the rest another day.
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={styles.panel} tabIndex={0} aria-label="Checked list">
        {wrong ? (
          <ol className={styles.corrections}>
            {people.map((person) => person.problems.length > 0 && <Correction key={person.line} person={person} />)}
          </ol>
        ) : (
          <DataTable
            name={{ 'aria-label': 'People to add' }}
            columns={columns}
            rows={people}
            keyOf={({ line }) => line}
            isNarrow={isNarrow}
            card={(person) => <Card person={person} />}
            empty={null}
            tableClass={styles.table}
            cardsClass={styles.cards}
          />
        )}
      </section>
    </>
  )
}

const correctionsIn = (wrong: number, count: number) =>
  `${wrong} of ${count} ${count === 1 ? 'line' : 'lines'} ${wrong === 1 ? 'needs' : 'need'} a correction. Nobody has been added.`

const Correction = ({ person: { line, full_name, email, problems } }: { person: Newcomer }) => (
  <li>
    <span className="fine tabular">Line {line}</span>
    <span className={styles.text}>{inLine([full_name, email])}</span>
    <ul>
      {problems.map(({ field, message }) => (
        <li key={field + message} className={styles.problem}>
          {newcomerLabels[field]}: {message}
        </li>
      ))}
    </ul>
  </li>
)

const Name = ({ person: { full_name, job_title } }: { person: Newcomer }) => (
  <span className={styles.text}>
    {full_name}
    {job_title && <span className={styles.job}>{job_title}</span>}
  </span>
)

const Card = ({ person }: { person: Newcomer }) => (
  <>
    <Name person={person} />
    <span className={styles.text}>{person.email}</span>
    <span className={styles.text}>{inLine([person.role, person.manager, person.department])}</span>
  </>
)

const cellOf = (field: 'email' | 'role' | 'manager' | 'department', width?: string): TableColumn<Newcomer> => ({
  label: newcomerLabels[field],
  cell: (person) => <span className={styles.text}>{person[field] || '–'}</span>,
  ...(width && { width }),
})
const columns: readonly TableColumn<Newcomer>[] = [
  { label: newcomerLabels.full_name, cell: (person) => <Name person={person} />, width: '26%' },
  cellOf('email'),
  cellOf('role', '132px'),
  cellOf('manager', '17%'),
  cellOf('department', '17%'),
]
