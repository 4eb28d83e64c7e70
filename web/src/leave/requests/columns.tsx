import { Anchor } from '@mantine/core'
import type { LeaveRequest, LeaveType } from 'contract'
import { Link } from 'react-router'
import { useToday } from '../../session/today.ts'
import type { TableColumn } from '../../ui/list/DataTable.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { useLeaveTypes } from '../read.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords, periodInWords, waitInWords } from '../words.ts'
import styles from './Requests.module.css'

type Column = TableColumn<LeaveRequest>

/** The columns of lists of requests. Only HR sees types. */
export function useRequestColumns() {
  const today = useToday()
  const types = useLeaveTypes()
  const person: Column = { label: 'Person', cell: (request) => <Person request={request} /> }
  const when: Column = {
    label: 'When',
    cell: (request) => (
      <Anchor component={Link} inherit to={`/leave/${request.id}`}>
        {periodInWords(request, today)}
      </Anchor>
    ),
    width: '26%',
  }
  const days: Column = { label: 'How long', cell: ({ half_days }) => daysInWords(half_days), width: '96px' }
  const type: Column = { label: 'Type', cell: (request) => <TypeOf request={request} types={types} />, width: '18%' }
  const status: Column = {
    label: 'Status',
    cell: (request) => <State request={request} />,
    width: '24%',
  }
  return { ofRequest: [person, when, days, type], status }
}

const Person = ({ request: { person } }: { request: LeaveRequest }) => (
  <div className={styles.person}>
    <Initials id={person.id} name={person.full_name} size={28} />
    <span className={styles.words}>{person.full_name}</span>
  </div>
)

function TypeOf({ request: { details }, types }: { request: LeaveRequest; types: ReadonlyMap<number, LeaveType> }) {
  const type = types.get(details?.type ?? 0)
  return type ? <TypeMark type={type} /> : <span className="dimmed">Leave</span>
}

const State = ({ request }: { request: LeaveRequest }) => (
  <div className={styles.words}>
    <StatusBadge status={request.status} />
    <div className="fine">{waitInWords(request)}</div>
  </div>
)

/** A request of a list on a narrow screen. */
export function RequestCard({ request, hasStatus = false }: { request: LeaveRequest; hasStatus?: boolean }) {
  const today = useToday()
  const types = useLeaveTypes()
  return (
    <>
      <Person request={request} />
      <Anchor component={Link} inherit to={`/leave/${request.id}`}>
        {periodInWords(request, today)}
      </Anchor>
      <span>
        <TypeOf request={request} types={types} /> · {daysInWords(request.half_days)}
      </span>
      {hasStatus && <State request={request} />}
    </>
  )
}
