import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { api, type LeaveEntry, type LeaveType } from 'contract'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../../ui/list/DataTable.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { useLeaveTypes } from '../read.ts'
import { TypeMark } from '../TypeMark.tsx'
import { entryNames, signedDays } from '../words.ts'
import styles from './MyLeave.module.css'

/** The ledger of one's leave, which explains the balances. */
export function History() {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section aria-labelledby="leave-history">
      <Title order={2} id="leave-history">
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={styles.disclosure}
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          History
        </Button>
      </Title>
      {isOpen && (
        <>
          <Text inherit c="dimmed" my="xs" maw={640}>
            What is left of a type is the sum of these entries up to the end of the year: what was granted and corrected, less
            what was taken and what has expired. Requests that are still waiting are subtracted, too, and are not in this list
            yet.
          </Text>
          <Loaded skeleton={<SkeletonRows rows={6} />} failed="The history could not be loaded.">
            <Entries />
          </Loaded>
        </>
      )}
    </section>
  )
}

const perPage = 25

function Entries() {
  const { id } = useMe()
  const types = useLeaveTypes()
  const isNarrow = useIsNarrow(48)
  const top = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(1)
  // The page before stays until the next one has arrived.
  const page = useDeferredValue(wanted)
  const { count, results } = useData(api.leave.ledger, {
    params: { person_id: String(id) },
    query: { limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  return (
    <div ref={top} className={styles.steady} aria-busy={page !== wanted}>
      <DataTable
        name={{ 'aria-labelledby': 'leave-history' }}
        columns={columnsFor(types)}
        rows={results}
        keyOf={(entry) => entry.id}
        isNarrow={isNarrow}
        card={(entry) => (
          <>
            <div className={styles.entry}>
              <span>{formatDate(entry.day)}</span>
              <Change entry={entry} />
            </div>
            <TypeOf entry={entry} types={types} />
            <Reason entry={entry} />
          </>
        )}
        empty={<Empty>Nothing has been granted or taken yet.</Empty>}
        pages={{ page, perPage, total: count, goTo: setWanted, top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
    </div>
  )
}

type Types = ReadonlyMap<number, LeaveType>

const columnsFor = (types: Types): readonly TableColumn<LeaveEntry>[] => [
  { label: 'Day', cell: ({ day }) => <span className="tabular">{formatDate(day)}</span>, width: '116px' },
  { label: 'Type', cell: (entry) => <TypeOf entry={entry} types={types} />, width: '22%' },
  { label: 'What', cell: ({ kind }) => entryNames[kind], width: '100px' },
  { label: 'Days', cell: (entry) => <Change entry={entry} />, align: 'end', width: '80px' },
  { label: 'Why', cell: (entry) => <Why entry={entry} /> },
  { label: 'By', cell: byWhom, width: '16%' },
  { label: 'Entered', cell: ({ created_at }) => <span className="tabular">{formatDate(created_at)}</span>, width: '116px' },
]

function TypeOf({ entry, types }: { entry: LeaveEntry; types: Types }) {
  const type = types.get(entry.type)
  return type && <TypeMark type={type} />
}

const Change = ({ entry: { half_days } }: { entry: LeaveEntry }) => <span className="tabular">{signedDays(half_days)}</span>

const byWhom = ({ by }: LeaveEntry) => by?.full_name ?? <span className="dimmed">The rules</span>

const Why = ({ entry: { reason, request } }: { entry: LeaveEntry }) =>
  request === null ? (
    reason
  ) : (
    <Anchor component={Link} inherit to={`/leave/${request}`}>
      {reason || 'The request'}
    </Anchor>
  )

const Reason = ({ entry }: { entry: LeaveEntry }) => (
  <span className="fine">
    {entryNames[entry.kind]}: <Why entry={entry} /> · {byWhom(entry)} · {formatDate(entry.created_at)}
  </span>
)
