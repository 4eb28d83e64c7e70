import { Anchor } from '@mantine/core'
import { api, type HrOverview, type LeaveRequest } from 'contract'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useData } from '../api/data.ts'
import { periodInWords } from '../capacity/words.ts'
import { waitInWords } from '../leave/words.ts'
import { useNow } from '../session/today.ts'
import { DueDate } from '../ui/text/DueDate.tsx'
import { endOfWeek, formatDate } from '../ui/text/dates.ts'
import styles from './Overview.module.css'
import { awayIn, byWait, waitedFor } from './overview.ts'
import { PersonLink, Rows } from './Rows.tsx'

export const pendingRequests = { query: { show: 'all', status: 'pending', limit: '200' } } as const

/** What HR sees below the figures: who is away, what waits, who comes and goes, and what expires. */
export function Overview() {
  const { joiners, leavers, anniversaries, documents } = useData(api.hr.overview, {})
  return (
    <div className={styles.grid}>
      <Away />
      <Decisions />
      <Dates
        title="Joining"
        dates={joiners.map(({ starts_on: day, ...rest }) => ({ ...rest, day }))}
        empty="Nobody joins soon."
      />
      <Dates title="Leaving" dates={leavers.map(({ ends_on: day, ...rest }) => ({ ...rest, day }))} empty="Nobody leaves soon." />
      <Anniversaries anniversaries={anniversaries} />
      <Documents documents={documents} />
    </div>
  )
}

function Away() {
  const now = useNow()
  const end = endOfWeek(now.today, now.first_day)
  const { absences } = useData(api.absences.list, { query: { from: now.today, to: end } })
  const people = useData(api.directory.list, {})
  const names = useMemo(() => new Map(people.map((person) => [person.id, person])), [people])
  const away = awayIn(absences, { today: now.today, end })
  const items = [
    ...away.now.map((absence) => ({ absence, isNow: true })),
    ...away.later.map((absence) => ({ absence, isNow: false })),
  ]
  return (
    <Rows
      title="Away this week"
      items={items}
      keyOf={({ absence }) => `${absence.person} ${absence.from} ${absence.starts_at_noon}`}
      empty="Everybody is here this week."
      link={{ label: 'Team calendar', to: '/leave/calendar' }}
      row={({ absence, isNow }) => (
        <>
          <PersonLink person={names.get(absence.person) ?? { id: absence.person, full_name: 'Somebody' }} />
          {isNow && <strong>Today</strong>}
          <span className="dimmed">{periodInWords(absence, now.today)}</span>
        </>
      )}
    />
  )
}

function Decisions() {
  const { today } = useNow()
  const { results } = useData(api.leave.list, pendingRequests)
  return (
    <Rows
      title="Waiting for a decision"
      items={byWait(results)}
      keyOf={({ id }) => id}
      empty="No request for leave waits."
      link={{ label: 'Leave requests', to: '/leave/requests' }}
      row={(request: LeaveRequest) => (
        <>
          <span>
            {request.person.full_name},{' '}
            <Anchor component={Link} inherit to={`/leave/${request.id}`}>
              {periodInWords(request, today)}
            </Anchor>
          </span>
          <span className="dimmed">
            {waitInWords(request)} {waitedFor(request.created_at, Date.now())}
          </span>
        </>
      )}
    />
  )
}

type Dated = { person: { id: number; full_name: string }; day: string; job_title?: string }

const Dates = ({ title, dates, empty }: { title: string; dates: readonly Dated[]; empty: string }) => (
  <Rows
    title={title}
    items={dates}
    keyOf={({ person }) => person.id}
    empty={empty}
    row={({ person, day, job_title }) => (
      <>
        <PersonLink person={person} />
        {job_title && <span className="dimmed">{job_title}</span>}
        <span>{formatDate(day)}</span>
      </>
    )}
  />
)

const Anniversaries = ({ anniversaries }: Pick<HrOverview, 'anniversaries'>) => (
  <Rows
    title="Anniversaries"
    items={anniversaries}
    keyOf={({ person }) => person.id}
    empty="No anniversary in the next 30 days."
    row={({ person, on, years }) => (
      <>
        <PersonLink person={person} />
        <span className="dimmed">{years === 1 ? 'one year' : `${years} years`}</span>
        <span>{formatDate(on)}</span>
      </>
    )}
  />
)

function Documents({ documents }: Pick<HrOverview, 'documents'>) {
  const { today } = useNow()
  return (
    <Rows
      title="Expiring documents"
      items={documents}
      keyOf={({ id }) => id}
      empty="No document expires in the next 60 days."
      row={({ person, name, expires_on }) => (
        <>
          <PersonLink person={person} />
          <span className="dimmed">{name}</span>
          <DueDate date={expires_on} today={today} />
        </>
      )}
    />
  )
}
