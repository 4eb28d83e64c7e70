import { Anchor, SegmentedControl } from '@mantine/core'
import { api, durationInWords, isDate, type TimeSheet } from 'contract'
import { useDeferredValue, useRef } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { useIsNarrow } from '../../ui/hooks/useIsNarrow.ts'
import { DataTable, type TableColumn } from '../../ui/list/DataTable.tsx'
import { DownloadTime } from '../DownloadTime.tsx'
import { stateOf } from '../sheet/states.tsx'
import { weekInWords } from '../week.ts'
import styles from './Approvals.module.css'
import { PersonWeek } from './PersonWeek.tsx'

const statuses = ['submitted', 'approved', 'returned'] as const
type Wanted = (typeof statuses)[number]
const options = [
  { value: 'submitted', label: 'To approve' },
  { value: 'approved', label: 'Approved' },
  { value: 'returned', label: 'Returned' },
]
const perPage = 50

/** The weeks that others have submitted: a list, or one person's week if the address names it. */
export function Approvals() {
  const [params] = useAddress()
  const person = params.get('person') ?? ''
  const week = params.get('week') ?? ''
  return /^\d+$/.test(person) && isDate(week) ? <PersonWeek key={`${person} ${week}`} person={person} week={week} /> : <Sheets />
}

function Sheets() {
  const today = useToday()
  const [params, put] = useAddress()
  const status = oneOf(statuses, params.get('status')) ?? 'submitted'
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1)
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label="State"
          data={options}
          value={status}
          onChange={(chosen) => put({ status: chosen === 'submitted' ? '' : chosen, page: '' })}
        />
        <DownloadTime day={today} />
      </div>
      <Loaded skeleton={<SkeletonRows rows={6} />} failed="The weeks could not be loaded.">
        <List status={status} page={page} goTo={(next) => put({ page: next === 1 ? '' : String(next) })} />
      </Loaded>
    </>
  )
}

type ListProps = { status: Wanted; page: number; goTo: (page: number) => void }

function List({ goTo, ...wanted }: ListProps) {
  const top = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(48)
  const today = useToday()
  const columns = columnsFor(today)
  // These weeks stay until others have arrived.
  const { status, page } = JSON.parse(useDeferredValue(JSON.stringify(wanted))) as typeof wanted
  const { count, results } = useData(api.time.sheets, {
    query: { status, limit: String(perPage), offset: String((page - 1) * perPage) },
  })
  return (
    <div ref={top} className={styles.list} aria-busy={status !== wanted.status || page !== wanted.page}>
      <DataTable
        name={{ 'aria-label': 'Submitted weeks' }}
        columns={columns}
        rows={results}
        keyOf={(sheet) => sheet.id ?? `${sheet.person.id} ${sheet.week} ${sheet.project}`}
        isNarrow={isNarrow}
        card={(sheet) => (
          <>
            <WeekLink sheet={sheet}>{sheet.person.full_name}</WeekLink>
            <span>
              {weekInWords(sheet.week, today)} · {sheet.project_name} · {durationInWords(sheet.minutes)}
            </span>
            <span className="fine">{stateOf(sheet)}</span>
          </>
        )}
        empty={<Empty>{empty[status]}</Empty>}
        pages={{ page, perPage, total: count, goTo, top }}
        tableClass={styles.table}
        cardsClass={styles.cards}
      />
    </div>
  )
}

const empty: Readonly<Record<Wanted, string>> = {
  submitted: 'Nothing waits for approval. Weeks appear here when people submit them.',
  approved: 'No week has been approved yet.',
  returned: 'No week has been returned.',
}

const columnsFor = (today: string): readonly TableColumn<TimeSheet>[] => [
  {
    label: 'Person',
    cell: (sheet) => <WeekLink sheet={sheet}>{sheet.person.full_name}</WeekLink>,
    titleOf: ({ person }) => person.full_name,
  },
  { label: 'Week of', cell: ({ week }) => weekInWords(week, today), width: '160px' },
  { label: 'Project', cell: ({ project_name }) => project_name, titleOf: ({ project_name }) => project_name },
  { label: 'Time', cell: ({ minutes }) => durationInWords(minutes), width: '120px' },
  { label: 'State', cell: stateOf, titleOf: stateOf, width: '30%' },
]

const WeekLink = ({ sheet: { person, week }, children }: { sheet: TimeSheet; children: string }) => (
  <Anchor component={Link} inherit to={`?person=${person.id}&week=${week}`} fw="var(--weight-medium)">
    {children}
  </Anchor>
)
