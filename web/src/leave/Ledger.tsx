import { Anchor, Text } from '@mantine/core'
import { api, type LeaveEntry, type LeaveType } from 'contract'
import { useDeferredValue, useRef } from 'react'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../ui/list/DataTable.tsx'
import { formatDate } from '../ui/text/dates.ts'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import styles from './Ledger.module.css'
import { useLeaveTypes } from './read.ts'
import { TypeMark } from './TypeMark.tsx'
import { entryNames, signedDays } from './words.ts'

const perPage = 20

type Props = { person_id: number; name: string; page: number; goTo: (page: number) => void }

/** The rows of a person's ledger, the latest day first. Their sum up to a day is the balance on that day. */
export function Ledger({ person_id, name, page: wanted, goTo }: Props) {
  const types = useLeaveTypes()
  const isNarrow = useIsNarrow(48)
  const top = useRef<HTMLDivElement>(null)
  // This page stays until the other has arrived.
  const page = useDeferredValue(wanted)
  const { count, results } = useData(api.leave.ledger, {
    params: { person_id: String(person_id) },
    query: { limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  return (
    <div ref={top} className={styles.ledger} aria-busy={page !== wanted}>
      <DataTable
        name={{ 'aria-label': name }}
        columns={columnsFor(types)}
        rows={results}
        keyOf={({ id }) => id}
        isNarrow={isNarrow}
        card={(entry) => <Card entry={entry} type={types.get(entry.type)} />}
        empty={
          <Text inherit c="dimmed">
            Nothing has been granted or taken yet.
          </Text>
        }
        pages={{ page, perPage, total: count, goTo, top }}
        tableClass={styles.rows}
        cardsClass={styles.cards}
      />
    </div>
  )
}

const columnsFor = (types: ReadonlyMap<number, LeaveType>): readonly TableColumn<LeaveEntry>[] => [
  { label: 'Day', cell: ({ day }) => formatDate(day), width: '108px' },
  { label: 'Type', cell: ({ type }) => <Type type={types.get(type)} />, width: '24%' },
  { label: 'What', cell: (entry) => <What entry={entry} />, width: '88px' },
  {
    label: 'Days',
    cell: ({ half_days }) => <span className="tabular">{signedDays(half_days)}</span>,
    align: 'end',
    width: '68px',
  },
  { label: 'Why', cell: (entry) => <Why entry={entry} /> },
]

const Type = ({ type }: { type: LeaveType | undefined }) => type && <TypeMark type={type} />

/** The kind of entry, as a link to the request if there is one. */
const What = ({ entry: { kind, request } }: { entry: LeaveEntry }) =>
  request === null ? (
    entryNames[kind]
  ) : (
    <Anchor component={Link} inherit to={`/leave/${request}`}>
      {entryNames[kind]}
    </Anchor>
  )

const Why = ({ entry: { reason, by, created_at } }: { entry: LeaveEntry }) => (
  <>
    <div>{reason}</div>
    <div className="fine">
      {by ? by.full_name : 'The rules'} · <RelativeTime at={created_at} />
    </div>
  </>
)

const Card = ({ entry, type }: { entry: LeaveEntry; type: LeaveType | undefined }) => (
  <>
    <div className={styles.line}>
      <Type type={type} />
      <span className="tabular">{signedDays(entry.half_days)}</span>
    </div>
    <div>
      {formatDate(entry.day)} · <What entry={entry} />
    </div>
    <Why entry={entry} />
  </>
)
