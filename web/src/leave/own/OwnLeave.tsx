import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from 'contract'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { readOf } from '../../api/data.ts'
import { useKnownData } from '../../api/known.ts'
import { isDueWhileAway, ownRequests } from '../../capacity/own.ts'
import { periodInWords } from '../../capacity/words.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords } from '../words.ts'
import { byTime } from './days.ts'
import styles from './OwnLeave.module.css'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY

/** More of them are on the person's page of leave. */
const mostPeriods = 2

/** The person's balances and next days off, or nothing without any. */
export function OwnLeave() {
  const { id } = useMe()
  const today = useToday()
  const person = { params: { person_id: String(id) }, query: { year: today.slice(0, 4) } }
  const { data: balances } = useQuery({ ...readOf(api.leave.balancesOf, person), staleTime })
  const { data: types } = useQuery({ ...readOf(api.leaveTypes.list, {}), staleTime })
  const { data: requests } = useQuery({ ...readOf(api.leave.list, ownRequests()), staleTime })
  if (!balances || !types || !requests) return null
  const limited = balances.balances.filter(({ left }) => left !== null)
  const next = byTime(requests.results, today).coming.filter(({ status }) => status === 'approved')
  if (limited.length === 0 && next.length === 0) return null
  return (
    <section aria-labelledby="own-leave">
      <Title order={2} id="own-leave" mb="xs">
        <Anchor component={Link} inherit c="inherit" to="/leave">
          Leave
        </Anchor>
      </Title>
      <ul className={styles.list} aria-labelledby="own-leave">
        {limited.map(({ type, left }) => {
          const known = types.find((each) => each.id === type)
          return (
            <li key={`left ${type}`}>
              {known && <TypeMark type={known} />} <span className="dimmed">{daysInWords(left ?? 0)} left</span>
            </li>
          )
        })}
        {next.slice(0, mostPeriods).map((request) => (
          <li key={request.id}>
            <span className="dimmed">{request.from <= today ? 'Now: ' : 'Next: '}</span>
            <Anchor component={Link} inherit to={`/leave/${request.id}`}>
              {periodInWords(request, today)}
            </Anchor>
          </li>
        ))}
        <DueMeanwhile absences={next} today={today} />
      </ul>
    </section>
  )
}

/** More of them are in the list of the person's work. */
const mostLinks = 3

type DueProps = { absences: readonly { from: string; to: string }[]; today: string }

/** The person's subtasks that are due while they are away, as far as their dashboard knows. */
function DueMeanwhile({ absences, today }: DueProps) {
  const projects = useKnownData(api.dashboard.developer, {})?.active_projects ?? []
  const due = projects
    .filter(({ is_active, is_member }) => is_active && is_member)
    .flatMap(({ tasks }) => tasks.flatMap((task) => task.subtasks.map((subtask) => ({ ...subtask, task: task.id }))))
    .filter((subtask) => isDueWhileAway(subtask, absences, today))
  if (due.length === 0) return null
  const others = due.length - mostLinks
  return (
    <li>
      {due.length === 1 ? '1 subtask is' : `${due.length} subtasks are`} due while you are away:{' '}
      {due.slice(0, mostLinks).map(({ id, key, title, task }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} inherit underline="always" to={`/project_manager/tasks/${task}#subtask-${id}`} title={title}>
            {key}
          </Anchor>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
    </li>
  )
}
