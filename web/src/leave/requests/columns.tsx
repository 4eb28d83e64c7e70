import { Anchor } from '@mantine/core'
import { api, type LeaveRequest, type LeaveType, may } from 'contract'
import { Link, useLocation } from 'react-router'
import { periodInWords } from '../../capacity/words.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import type { TableColumn } from '../../ui/list/DataTable.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { useLeaveTypes } from '../read.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords, waitInWords } from '../words.ts'
import styles from './Requests.module.css'

type Column = TableColumn<LeaveRequest>

/** The columns of lists of requests. Only HR sees types. */
export function useRequestColumns() {
  const { role } = useMe()
  const types = useLeaveTypes()
  const person: Column = { label: 'Person', cell: (request) => <Person request={request} /> }
  const when: Column = {
    label: 'When',
    cell: (request) => <PeriodLink request={request} />,
    width: '28%',
  }
  const days: Column = { label: 'How long', cell: durationOf, width: '96px' }
  const type: Column = { label: 'Type', cell: (request) => <TypeOf request={request} types={types} />, width: '18%' }
  const status: Column = {
    label: 'Status',
    cell: (request) => <State request={request} />,
    width: '24%',
  }
  return { ofRequest: [person, when, days, ...(may(role, api.leave.balances) ? [type] : [])], status }
}

/** A request that was declined or cancelled may cost nothing any more. */
const durationOf = ({ half_days, status }: LeaveRequest) =>
  half_days === 0 && status !== 'pending' ? '' : daysInWords(half_days)

/** Leads to the request, from which one comes back to this list as it is. */
function PeriodLink({ request }: { request: LeaveRequest }) {
  const today = useToday()
  const { pathname, search } = useLocation()
  return (
    <Anchor component={Link} inherit to={`/leave/${request.id}`} state={{ pathname, search }}>
      {periodInWords(request, today)}
    </Anchor>
  )
}

const Person = ({ request: { person } }: { request: LeaveRequest }) => (
  <div className={styles.person}>
    <Initials id={person.id} name={person.full_name} size={28} />
    <span className={styles.words}>{person.full_name}</span>
  </div>
)

function TypeOf({ request: { details }, types }: { request: LeaveRequest; types: ReadonlyMap<number, LeaveType> }) {
  const type = types.get(details?.type ?? 0)
  return type && <TypeMark type={type} />
}

const State = ({ request }: { request: LeaveRequest }) => (
  <div className={styles.words}>
    <StatusBadge status={request.status} />
    <div className="fine">{waitInWords(request)}</div>
  </div>
)

/** A request of a list on a narrow screen. */
export function RequestCard({ request, hasStatus = false }: { request: LeaveRequest; hasStatus?: boolean }) {
  const types = useLeaveTypes()
  return (
    <>
      <Person request={request} />
      <PeriodLink request={request} />
      <div className={styles.what}>
        {durationOf(request)}
        {request.details && <TypeOf request={request} types={types} />}
      </div>
      {hasStatus && <State request={request} />}
    </>
  )
}
