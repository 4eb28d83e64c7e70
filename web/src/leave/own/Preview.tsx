import { Anchor } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type LeavePreview } from 'contract'
import type { ReactNode } from 'react'
import { readOf, useData } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { dayInWords, periodInWords } from '../../capacity/words.ts'
import { useToday } from '../../session/today.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { daysInWords } from '../words.ts'
import type { LeaveValues } from './form.ts'
import styles from './Request.module.css'

type Props = {
  person: { id: number; full_name: string }
  values: LeaveValues
  isForOther: boolean
  /** The problems that are beside the fields already. */
  shown: readonly ReactNode[]
}

/** Milliseconds after the last choice. */
const calm = 200

/** The cost of a request and what it meets, as the days are chosen. The last one stays until the next has arrived. */
export function Preview({ person, values, isForOther, shown }: Props) {
  const { type, from, to, starts_at_noon, ends_at_noon } = values
  const isComplete = Boolean(type && from && to)
  const wanted = {
    ...{ type, from, to, starts_at_noon: String(starts_at_noon), ends_at_noon: String(ends_at_noon) },
    ...(isForOther && { person: String(person.id) }),
  } as const
  const [text] = useDebouncedValue(JSON.stringify(wanted), calm)
  const query = JSON.parse(text) as PreviewQuery
  const { data, error, isPlaceholderData } = useQuery({
    ...readOf(api.leave.preview, { query }),
    enabled: isComplete && Boolean(query.type && query.from && query.to),
    placeholderData: keepPreviousData,
  })
  const isOld = isPlaceholderData || text !== JSON.stringify(wanted)
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={isComplete && isOld}>
      {!isComplete || !(data || error) ? (
        <p className="dimmed">{isComplete ? 'Working it out…' : 'Choose a type and days, and the cost appears here.'}</p>
      ) : error ? (
        <p role="status">{messageOf(error, 'The cost could not be worked out. You can send the request anyway.')}</p>
      ) : (
        data && <Shown preview={data} shown={shown} isForOther={isForOther} />
      )}
    </section>
  )
}

type PreviewQuery = {
  type: string
  from: string
  to: string
  starts_at_noon: 'true' | 'false'
  ends_at_noon: 'true' | 'false'
  person?: string
}

function Shown({ preview, shown, isForOther }: { preview: LeavePreview; isForOther: boolean } & Pick<Props, 'shown'>) {
  const { half_days, years, holidays, away, due, problems } = preview
  const today = useToday()
  return (
    <>
      <div aria-live="polite">
        <p className={styles.cost}>{half_days === 0 ? 'Costs nothing' : `Costs ${daysInWords(half_days)}`}</p>
        {years.map(({ year, half_days: cost, left }) => (
          <p key={year}>
            {years.length > 1 && `${daysInWords(cost)} of ${year}: `}
            {left === null ? 'Days of this type are only counted.' : `${daysInWords(left)} left at the end of ${year}.`}
          </p>
        ))}
        {problems
          .filter((problem) => !shown.includes(problem))
          .map((problem) => (
            <p key={problem} className={styles.problem}>
              {problem}
            </p>
          ))}
      </div>
      <Facts title="Public holidays, which cost nothing" rows={holidays}>
        {({ day, name, is_half }) => (
          <li key={day}>
            {dayInWords(day, today)}: {name}
            {is_half && ' (afternoon)'}
          </li>
        )}
      </Facts>
      <Away away={away} />
      <Facts title={isForOther ? 'Due meanwhile' : 'Your subtasks that are due meanwhile'} rows={due}>
        {(subtask) => (
          <li key={subtask.id}>
            <Anchor
              inherit
              href={`/project_manager/tasks/${subtask.task}#subtask-${subtask.id}`}
              target="_blank"
              rel="noreferrer"
            >
              <WorkKey of={subtask} /> {subtask.title}
            </Anchor>{' '}
            <DueDate date={subtask.due_date} today={today} />
          </li>
        )}
      </Facts>
    </>
  )
}

function Away({ away }: Pick<LeavePreview, 'away'>) {
  const today = useToday()
  const people = useData(api.directory.list, {})
  return (
    <Facts title="Also away from the team" rows={away}>
      {(absence) => (
        <li key={`${absence.person} ${absence.from}`}>
          {people.find(({ id }) => id === absence.person)?.full_name ?? 'Somebody'}: {periodInWords(absence, today)}
        </li>
      )}
    </Facts>
  )
}

type FactsProps<Row> = { title: string; rows: readonly Row[]; children: (row: Row) => ReactNode }

/** More rows than these are a number. */
const mostRows = 5

const Facts = <Row,>({ title, rows, children }: FactsProps<Row>) =>
  rows.length > 0 && (
    <div>
      <h3 className={styles.fact}>{title}</h3>
      <ul className={styles.rows}>
        {rows.slice(0, mostRows).map(children)}
        {rows.length > mostRows && <li className="dimmed">and {rows.length - mostRows} more</li>}
      </ul>
    </div>
  )
